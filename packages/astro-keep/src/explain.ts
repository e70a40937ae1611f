import { changesIn, sentencesOf, subjectOf } from './changes.js';
import { listed } from './check/warnings.js';
import { textOfComparable } from './decide/canonical-text.js';
import type { Decision, Page, Reason } from './decide/decide.js';
import { type PageId, pathOf } from './decide/page-ids.js';
import { filesOf } from './decide/page-images.js';
import { type CachedReading, globalParts, lookupParts, type Reading, textOf } from './decide/page-state.js';
import { readersOf } from './decide/readers.js';
import type { Change } from './kinds/row-changes.js';
import { ruleOf } from './kinds/rules.js';
import { changeOfTable } from './kinds/table-digest.js';
import type { Outcome } from './render/tracked-build.js';
import { once, oncePerKey } from './shared/once.js';
import { count, named } from './shared/text/named.js';
import { kindOf, partsOf } from './tracking/index.js';

/** Limits of what a line names. It counts the others. */
const maxNamed = { pages: 5, parts: 3, reasons: 3 };

/** Explains why each page was rendered, as half a sentence. */
export function explainPages(outcome: Outcome): Map<PageId, string> {
	const context = contextOf(outcome);
	return new Map([...outcome.rendered].map(([id, decision]) => [id, reasonOf(id, decision, context)]));
}

/** Explains one reason of a page, as half a sentence. */
export const explainReason = (reason: Reason, id: PageId, outcome: Outcome): string =>
	reasonOf(
		id,
		{ propsDigest: '', code: '', previous: undefined, ...outcome.rendered.get(id), reasons: [reason] },
		contextOf(outcome),
	);

function contextOf({ plan, state, previous, answered, rendered }: Outcome): Context {
	const shared = sharedBy(previous);
	// Pages share their reads, and some have as many rows as there are entries.
	const changesOf = oncePerKey((reason: Reason) => changesBy(reason, answered, shared));
	const allChanged = once(() => {
		const reasons = new Set([...rendered.values()].flatMap((decision) => decision?.reasons ?? []));
		return new Set([...reasons].flatMap(changesOf).map(subjectOf));
	});
	return {
		changesBy: changesOf,
		areAll(changes) {
			const subjects = new Set(changes.map(subjectOf));
			return subjects.size > 0 && subjects.size === allChanged().size;
		},
		hasPrevious: previous !== undefined,
		propsOf: (id) => plan.byId.get(id)?.item?.props ?? {},
		orderDependence: previous?.isolation.orderDependence || state.isolation.orderDependence,
		changed: createChanged(previous, state),
		shared,
		pageOf: (id) => plan.byId.get(id),
	};
}

const sharedBy = (previous: Outcome['previous']): Context['shared'] =>
	new Map(previous?.globalReads.map((reading) => [textOf(reading), reading]));

const componentOf = (id: PageId): string => id.slice(0, id.indexOf(' '));

/** Explains why pages were rendered, in one line per reason. */
export function explainLines(outcome: Outcome): string[] {
	const byReason = Map.groupBy(explainPages(outcome), ([, reason]) => reason);
	return [...byReason].map(([reason, pages]) => {
		const paths = pages.map(([id]) => pathOf(id));
		const more =
			paths.length > maxNamed.pages ? ` and ${count(paths.length - maxNamed.pages, 'other page')}` : '';
		return `rendered ${paths.slice(0, maxNamed.pages).join(', ')}${more}: ${reason}`;
	});
}

type Changed = (name: string) => string;

/** What a reason refers to. */
interface Context {
	hasPrevious: boolean;
	/** The changes behind a read; none if no more is known than that its answer changed. */
	changesBy(reason: Reason): Change[];
	/** True if these are the changes of all for which the build rendered any page. */
	areAll(changes: readonly Change[]): boolean;
	/** What `getStaticPaths` gives a page. */
	propsOf(id: PageId): object;
	/** What shows that pages affect each other. */
	orderDependence: string;
	changed: Changed;
	/** The reads that count for every page, by their texts. */
	shared: ReadonlyMap<string, Reading>;
	/** The page itself, if the build knows it. */
	pageOf(id: PageId): Page | undefined;
}

const wasAdded = 'was added';
const wasRemoved = 'was removed';

/** Names the changed modules, styles, scripts, and packages of a page, of what a lookup finds, or of all pages. */
function createChanged(previous: Outcome['previous'], state: Outcome['state']): Changed {
	return oncePerKey((name) => {
		const [old, parts] = [previous?.parts().get(name), state.parts().get(name)];
		if (!old || !parts) return old ? wasRemoved : parts ? wasAdded : '';
		const names = [...new Set([...old.keys(), ...parts.keys()])].filter(
			(part) => old.get(part) !== parts.get(part),
		);
		const own = names.filter((part) => !part.startsWith('\0') && !part.startsWith('the order of'));
		const shown = [...new Set((own.length > 0 ? own : names).map(readable))];
		const more = shown.length > maxNamed.parts ? ` and ${count(shown.length - maxNamed.parts, 'other')}` : '';
		return `${shown.slice(0, maxNamed.parts).join(', ')}${more}`;
	});
}

/** A readable name: the path of a file in the site, the name of a package, or of an emitted file, without its hash. */
export function readable(part: string): string {
	const [path = part] = part.replace(/^\0/, '').split('?');
	const emitted = /^(the (?:stylesheet|script) )(?:.*\/)?([^/]+)\.[\w-]{8}(\.\w+)$/.exec(path);
	if (emitted) return emitted.slice(1).join('');
	const [, name] = /(?:^~modules\/|\/)?node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
	return name === undefined ? path.replace(/^~\//, '').replace(/^~/, 'the package ') : `the package ${name}`;
}

/** Why a page is rendered in every build without being compared. */
function undecided(page: Page | undefined): string {
	const type = page?.path.route.type;
	if (type === 'redirect') return 'it is a redirect';
	if (type === 'fallback') return 'it shows a page of another language (`i18n.fallback`)';
	if (page?.item && !page.codeFingerprint)
		return 'it has server islands, and Astro encrypts their props differently in each build';
	return 'it shares its path with another page or a file, has server islands, or Astro does not report its props';
}

/** Why a page is rendered in every build after it has come out differently. */
export const nondeterministicReason = 'it comes out differently each time, or shows what is not tracked';

function reasonOf(id: PageId, decision: Decision | undefined, context: Context): string {
	if (!decision) {
		return undecided(context.pageOf(id));
	}
	const { reasons: all } = decision;
	if (all.length === 0) return 'its copy was damaged';
	// These say all: what else changed does not matter.
	const whole = all.find((reason) => reason === 'new' || reason === 'global');
	const reasons = whole ? [whole] : all.filter(isBest(all));
	const changes = reasons.flatMap(context.changesBy);
	const unknown = reasons.filter((reason) => context.changesBy(reason).length === 0);
	// The same code made the props from entries: they say no more than these.
	const isByEntries = unknown.length === 1 && unknown[0] === 'props' && context.areAll(changes);
	const said = [
		...sentencesOf(changes),
		...(isByEntries ? [] : unknown.map((reason) => wordsOf(reason, id, decision, context))),
	];
	// The sentence for a read that counts for every page begins like the one for the page's own.
	const isSaid = (one: string) => said.some((other) => other !== one && other.startsWith(one));
	const sentences = [...new Set(said)].filter((one) => !isSaid(one));
	const rest = sentences.length - maxNamed.reasons;
	return [...sentences.slice(0, maxNamed.reasons), ...(rest > 0 ? [count(rest, 'other reason')] : [])].join(
		'; ',
	);
}

/** @param answered the digests of the answers that changed, in this build */
function changesBy(reason: Reason, answered: Outcome['answered'], shared: Context['shared']): Change[] {
	if (typeof reason === 'string' || !('digest' in reason)) return [];
	const { read, digest } = reason as CachedReading;
	const by = shared.has(textOf(reason)) ? listed(knownReaders(reason, shared)) || 'something' : '';
	return changesIn(read, digest, answered.get(read) ?? '').map((change) => ({ ...change, by }));
}

/** False for a read without a module that one with a module says, too: a request opens its connection later. */
const isBest = (why: readonly Reason[]) => {
	const named = new Set(why.map((reason) => typeof reason !== 'string' && reason.importer && reason.read));
	return (reason: Reason) => typeof reason === 'string' || reason.importer !== '' || !named.has(reason.read);
};

/** Words for the reasons that are no reads. */
const words: Record<Reason & string, (id: PageId, decision: Decision, context: Context) => string> = {
	new: (_, __, { hasPrevious }) =>
		hasPrevious ? 'it is new' : 'there is no earlier build to compare with, as with --force',
	global: (_, __, { changed }) => `${changed(globalParts) || 'something'} changed, which runs for every page`,
	props: (id, { propsDigest, previous }, { propsOf }) =>
		propsSentence(propsOf(id), previous?.propsDigest ?? '', propsDigest),
	incomparable(id, _, { propsOf }) {
		const names = Object.entries(propsOf(id)).flatMap(([name, prop]) =>
			textOfComparable(prop) === undefined ? [name] : [],
		);
		return `\`getStaticPaths\` gives it ${names.length > 0 ? `the ${names.length > 1 ? 'props' : 'prop'} ${named(names)}, which` : 'something that'} cannot be compared, such as a function, a promise, a getter (as in the result of \`getImage()\`), or an instance of a class`;
	},
	code: (id, _, { changed }) => `its code changed: ${changed(componentOf(id))}`,
	copy: (_, { previous }) =>
		previous?.copy ? 'its copy is missing or damaged' : 'it had nothing to keep, such as a redirect',
	images(_, { previous }) {
		const files = previous?.images ? filesOf(previous.images) : [];
		return `Astro makes ${files.length === 1 ? `the image ${files}` : 'an image of it'} again, and loads the image service with the page`;
	},
	nondeterministic: () => nondeterministicReason,
	stale: () =>
		'a page of its route changed through something that is not tracked. Please report it, if no page of the route shows files, the clock, or what another service says',
	'order-dependent': (_, __, { orderDependence }) =>
		`pages affect each other, so all are rendered together: ${orderDependence}`,
	unchecked: () => 'no build has checked yet whether pages affect each other under this code',
	polluted: () => 'other code has changed what it shows',
};

/** Says which props of `getStaticPaths` changed. Behind their marks is one for the names of all, and one for the cache key. */
function propsSentence(props: object, before: string, now: string): string {
	const names = Object.keys(props);
	const columns = changeOfTable(before, now)?.columns ?? [];
	const changed = columns.flatMap((at) => names[at] ?? []);
	if (columns.includes(names.length) || changed.length + columns.length === 0)
		return 'what `getStaticPaths` gives it changed';
	if (changed.length === 0) return 'the `cacheKey` that `getStaticPaths` gives it changed';
	return `the ${changed.length === 1 ? 'prop' : 'props'} ${named(changed)} that \`getStaticPaths\` gives it changed`;
}

function wordsOf(reason: Reason, id: PageId, decision: Decision, context: Context): string {
	if (typeof reason === 'string') return words[reason](id, decision, context);
	const { shared, changed } = context;
	return shared.has(textOf(reason)) ? changeForAll(reason, shared, changed) : changeOf(reason, changed);
}

/** The words for a read that counts for every page, with the modules that made it. */
function changeForAll(reading: Reading, shared: Context['shared'], changed: Changed): string {
	const { read } = reading;
	const by = listed(knownReaders(reading, shared)) || 'something';
	if (kindOf(read) === 'fetch') return `${by} calls fetch() for all pages, and the response may have changed`;
	return `${changeOf({ read, importer: '' }, changed)}, and all pages may show what ${by} has read of it`;
}

/** The modules that are known to have made a read for every page. */
const knownReaders = (reading: Reading, shared: Context['shared']): string[] =>
	[...readersOf(reading, shared.values())].filter((module) => module !== '');

/** The modules whose reads, or whose code, are behind a reason. */
export const modulesBehind = (reason: Reason, id: PageId, { previous }: Outcome): string[] => {
	if (typeof reason === 'string') return [componentOf(id)];
	const shared = sharedBy(previous);
	const found = shared.has(textOf(reason)) ? knownReaders(reason, shared) : [reason.importer];
	return found.map((module) => module || componentOf(id));
};

function changeOf({ importer, read }: Reading, changed: Changed): string {
	const [kind, asked] = partsOf(read);
	const code = (name: string) => {
		const what = changed(lookupParts(name));
		return [wasAdded, wasRemoved].includes(what) ? what : `changed: ${what}`;
	};
	return ruleOf(kind).changed(asked as never, importer ? ` (${importer})` : '', code);
}
