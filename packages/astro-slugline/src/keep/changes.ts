import { named } from '../shared/text/named.js';
import { changeOfTable, type TableChange } from './decide/table-digest.js';
import {
	type Asks,
	collectionOf,
	type FieldPath,
	imageRow,
	partsOf,
	type Read,
	whole,
} from './tracking/index.js';

/** What happened to an entry, a story, or a page. */
export interface Change {
	how: keyof typeof sentences;
	/** Empty for a story or a page. */
	collection: string;
	/** The id of an entry, the slug of a story, or the address of a page. */
	name: string;
	/** What it is called now, if that is another name. */
	to?: string;
	/** The fields that changed, readable; empty if these are not known. */
	fields: readonly string[];
	/** The modules that have read it for all pages, as a list; empty for a read of the page. */
	by: string;
	/** How many others the same happened to, which have no change of their own. */
	more: number;
}

/** Limit of the changes that one read has. It counts the others: each page would be explained by thousands. */
const maxChanges = 20;

type Facts = Pick<Change, 'collection' | 'fields' | 'to' | 'more'> & { names: readonly string[] };

const was = (facts: Facts): string =>
	`${all(facts)} ${facts.names.length + facts.more === 1 ? 'was' : 'were'}`;

const all = ({ names, more }: Facts): string =>
	more === 0
		? named(names)
		: `${names.slice(0, maxNamed).map(quoted).join(', ')} and ${names.length - maxNamed + more} more`;

const sentences = {
	added: (facts: Facts) => `${was(facts)} added to \`${facts.collection}\``,
	removed: (facts: Facts) => `${was(facts)} removed from \`${facts.collection}\``,
	changed: (facts: Facts) =>
		`${facts.fields.length > 0 ? `${list(facts.fields)} of ` : ''}${all(facts)} in \`${facts.collection}\` changed`,
	redrawn: ({ names }: Facts) => `the image ${list(names)} changed`,
	found: (facts: Facts) => `a query() of \`${facts.collection}\` now finds ${all(facts)}`,
	lost: (facts: Facts) => `a query() of \`${facts.collection}\` no longer finds ${all(facts)}`,
	reordered: ({ collection }: Facts) => `the order of \`${collection}\` changed`,
	published: ({ names }: Facts) => `the story ${named(names)} was published`,
	unpublished: ({ names }: Facts) => `the story ${named(names)} was unpublished or deleted`,
	renamed: ({ names, to }: Facts) => `the story ${named(names)} was renamed to \`${to}\``,
	opened: ({ names }: Facts) => `there is now a page at ${list(names)}`,
	closed: ({ names }: Facts) => `there is no longer a page at ${list(names)}`,
	readdressed: ({ names, to }: Facts) => `the page ${list(names)} is now at ${to}`,
};

/** Limit of the fields, or the pages, that a sentence names. It counts the others. */
const maxNamed = 3;

function list(names: readonly string[]): string {
	const rest = names.length - maxNamed;
	return new Intl.ListFormat('en').format(rest > 1 ? [...names.slice(0, maxNamed), `${rest} more`] : names);
}

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
	const { added, removed, changed } = table;
	const collection = collectionOf(read) ?? '';
	const all = (how: Change['how'], names: readonly string[], fields: readonly string[] = []): Change[] =>
		names.slice(0, maxChanges).map((name, at) => {
			const more = at === 0 ? Math.max(names.length - maxChanges, 0) : 0;
			return { how, collection, name, fields, by: '', more };
		});
	const moved = (how: Change['how'], came: Change['how'], went: Change['how']): Change[] => {
		const [to] = added;
		if (to === undefined || removed.length === 0) return [...all(came, added), ...all(went, removed)];
		return all(how, removed).map((change) => ({ ...change, to }));
	};
	const orOrder = (found: Change[]) => (found.length > 0 ? found : all('reordered', ['']));
	switch (kind) {
		case 'members':
		case 'member':
			return orOrder([...all('added', added), ...all('removed', removed), ...all('changed', changed)]);
		case 'fields':
			return orOrder([
				...all('added', added.filter(isEntry)),
				...all('removed', removed.filter(isEntry)),
				...all('changed', changed.filter(isEntry), fieldsRead(asked, table)),
				...all(
					'redrawn',
					changed.filter(isImage).map((name) => name.slice(imageRow.length)),
				),
			]);
		case 'query':
		case 'ids':
			return orOrder([
				...all('found', added),
				...all('lost', removed),
				...all('changed', changed, kind === 'query' ? fieldsQueried(asked[1], table) : []),
			]);
		case 'story':
			return moved('renamed', 'published', 'unpublished');
		case 'address':
			return moved('readdressed', 'opened', 'closed');
		default:
			return [];
	}
}

const isImage = (name: string): boolean => name.startsWith(imageRow);

const isEntry = (name: string): boolean => !isImage(name);

const quoted = (text: string): string => `\`${text}\``;

/** The columns that changed. With other rows, each has. */
const changedColumns = ({ added, removed, columns }: TableChange): readonly number[] =>
	[...added, ...removed].some(isEntry) ? [] : columns;

function fieldsQueried(options: string, table: TableChange): string[] {
	const { fields = [] }: { fields?: string[] } = JSON.parse(options);
	return changedColumns(table).flatMap((at) =>
		fields[at] === undefined ? [] : quoted(`data.${fields[at]}`),
	);
}

const fieldsRead = ([, , paths]: Asks['fields'], table: TableChange): string[] =>
	fieldsOf(changedColumns(table).flatMap((at) => paths.slice(at, at + 1)));

const theBody = 'the body';
const theSet = 'the set of fields';

/** All of these fields, readable. */
export const fieldsOf = (paths: readonly FieldPath[]): string[] => [
	...new Set(
		fieldTexts(paths).map((text) =>
			text === 'data' ? theSet : /^(?:body|rendered\.html)$/.test(text) ? theBody : quoted(text),
		),
	),
];

function fieldTexts(paths: readonly FieldPath[]): string[] {
	const texts = paths
		.map((path) => path.filter((name) => name !== whole).join('.'))
		.filter((text) => text !== '');
	// Of an object with a field that is named, only its list of names was read.
	return texts.filter((text) => !texts.some((other) => other.startsWith(`${text}.`)));
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
		const said = sentences[first.how]({ ...first, more, names: group.map(({ name }) => name) });
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
