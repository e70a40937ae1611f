import { type Change, rowChanges } from './kinds/row-changes.js';
import { collectionOf, ruleOf, sentenceFor } from './kinds/rules.js';
import { changeOfTable } from './kinds/table-digest.js';
import { partsOf, type Read } from './tracking/index.js';

/**
 * What changed in the answer to a read. Empty if no more is known than that it changed.
 *
 * @param before its digest in the previous build
 * @param now its digest in this build
 */
export function changesIn(read: Read, before: string, now: string): Change[] {
	const table = changeOfTable(before, now);
	if (!table) return [];
	const [kind, asked] = partsOf(read);
	return ruleOf(kind).rows?.(rowChanges(table, collectionOf(read) ?? ''), asked as never) ?? [];
}

/** The same text for changes of the same entry, story, or page. */
export const subjectOf = ({ collection, name }: Change): string => JSON.stringify([collection, name]);

/** Says what changed, each cause once, whatever has read it. */
export function sentencesOf(changes: readonly Change[]): string[] {
	const merged = [...Map.groupBy(changes, subjectOf).values()].map(strongest);
	const isOfStory = (name: string) =>
		merged.some((one) => one.collection === '' && (one.name === name || one.to === name));
	const causes = merged.filter(({ how, collection, name }) => {
		if (how === 'reordered') return !merged.some((one) => one.how !== how && one.collection === collection);
		return collection === '' || how === 'changed' || !isOfStory(name);
	});
	const groups = Map.groupBy(causes, ({ name, more, ...same }) => JSON.stringify(same));
	return [...groups.values()].flatMap((group) => {
		const [first] = group;
		if (!first) return [];
		const more = Math.max(...group.map((one) => one.more));
		const said = sentenceFor(first.how)({ ...first, more, names: group.map(({ name }) => name) });
		return first.by ? `${said}, and all pages may show what ${first.by} has read of it` : said;
	});
}

/** Merges the changes of one entry: that it was added or removed, else all of its changed fields, else what queries find. */
function strongest(changes: readonly Change[]): Change {
	const isWeak = ({ how }: Change) => how === 'found' || how === 'lost';
	const main =
		changes.find((one) => one.how !== 'changed' && !isWeak(one)) ??
		changes.find(({ how }) => how === 'changed') ??
		changes[0];
	if (!main) throw new Error('There are no changes to merge.');
	const fields = changes.flatMap((one) => (one.how === main.how ? one.fields : []));
	const by = changes.find((one) => one.by !== '')?.by ?? '';
	// What Markdown makes of a file changes with its fields and its body.
	const own = fields.filter((text) => !/^`(?:digest|rendered(?:\..*)?)`$/.test(text));
	return { ...main, fields: [...new Set(own.length > 0 ? own : fields)].sort(), by };
}
