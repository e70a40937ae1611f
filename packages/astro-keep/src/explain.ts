import { changesIn, sentencesOf, subjectOf } from './changes.js';
import { listed } from './check/warnings.js';
import type { Decision, Reason } from './decide/decide.js';
import { textOfComparable } from './decide/describe.js';
import { type PageId, pathOf } from './decide/page-ids.js';
import { filesOf } from './decide/page-images.js';
import {
	type CachedReading,
	type Conclusions,
	commonParts,
	lookupParts,
	type Reading,
	textOf,
} from './decide/page-state.js';
import type { Change } from './kinds/row-changes.js';
import { collectionOf, ruleOf } from './kinds/rules.js';
import { changeOfTable } from './kinds/table-digest.js';
import type { Outcome } from './render/tracked-build.js';
import { once, oncePerKey } from './shared/once.js';
import { count, named } from './shared/text/named.js';
import { kindOf, partsOf } from './tracking/index.js';

/**
 * The line that counts the pages of a build.
 *
 * @param checked number of cached pages that were compared with what they render to
 */
export function pagesLine({ pages, others }: Pick<Outcome, 'pages' | 'others'>, checked: number): string {
	const line = `${count(pages.rendered, 'page')} rendered, ${pages.cached} kept${checked > 0 ? `, ${checked} checked` : ''}`;
	if (others.rendered + others.cached === 0) return line;
	return `${line}; endpoints and redirects: ${others.rendered} rendered, ${others.cached} kept`;
}

/** The line for a build that has checked the site. */
export const checkedLine = ({ evidence }: Pick<Conclusions, 'evidence'>): string =>
	`Every page was rendered twice, in two orders, to see whether pages affect each other. ${
		evidence
			? `They do, so builds from now on render all of them or none: ${evidence}.`
			: 'Builds from now on render what a change affects.'
	}`;

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
		{ given: '', code: '', former: undefined, ...outcome.rendered.get(id), why: [reason] },
		contextOf(outcome),
	);

function contextOf({ plan, state, former, answered, rendered }: Outcome): Context {
	const shared = sharedBy(former);
	// Pages share their reads, and some have as many rows as there are entries.
	const changesOf = oncePerKey((reason: Reason) => changesBy(reason, answered, shared));
	const allChanged = once(() => {
		const reasons = new Set([...rendered.values()].flatMap((decision) => decision?.why ?? []));
		return new Set([...reasons].flatMap(changesOf).map(subjectOf));
	});
	return {
		changesBy: changesOf,
		areAll(changes) {
			const subjects = new Set(changes.map(subjectOf));
			return subjects.size > 0 && subjects.size === allChanged().size;
		},
		hasFormer: former !== undefined,
		propsOf: (id) => plan.byId.get(id)?.given?.props ?? {},
		evidence: former?.conclusions.evidence || state.conclusions.evidence,
		changed: createChanged(former, state),
		shared,
		typeOf: (id) => plan.byId.get(id)?.path.route.type,
	};
}

const sharedBy = (former: Outcome['former']): Context['shared'] =>
	new Map(former?.shared.map((reading) => [textOf(reading), reading]));

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
	hasFormer: boolean;
	/** The changes behind a read; none if no more is known than that its answer changed. */
	changesBy(reason: Reason): Change[];
	/** True if these are the changes of all for which the build rendered any page. */
	areAll(changes: readonly Change[]): boolean;
	/** What `getStaticPaths` gives a page. */
	propsOf(id: PageId): object;
	/** What shows that pages affect each other. */
	evidence: string;
	changed: Changed;
	/** The reads that count for every page, by their texts. */
	shared: ReadonlyMap<string, Reading>;
	/** The type of a page's route, as Astro names it. */
	typeOf(id: PageId): string | undefined;
}

const wasAdded = 'was added';
const wasRemoved = 'was removed';

/** Names the changed modules, styles, scripts, and packages of a page, of what a lookup finds, or of all pages. */
function createChanged(former: Outcome['former'], state: Outcome['state']): Changed {
	return oncePerKey((name) => {
		const [old, parts] = [former?.parts().get(name), state.parts().get(name)];
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

function reasonOf(id: PageId, decision: Decision | undefined, context: Context): string {
	if (!decision) {
		if (context.typeOf(id) === 'redirect') return 'it is a redirect';
		return 'it shares its path with another page or a file, has server islands, or gets what cannot be known from `getStaticPaths`';
	}
	const { why } = decision;
	if (why.length === 0) return 'its copy was damaged';
	// These say all: what else changed does not matter.
	const whole = why.find((reason) => reason === 'new' || reason === 'common');
	const reasons = whole ? [whole] : why.filter(isBest(why));
	const changes = reasons.flatMap(context.changesBy);
	const unknown = reasons.filter((reason) => context.changesBy(reason).length === 0);
	// The same code made the props from entries: they say no more than these.
	const isByEntries = unknown.length === 1 && unknown[0] === 'given' && context.areAll(changes);
	const said = [
		...sentencesOf(changes),
		...(isByEntries ? [] : unknown.map((reason) => wordsOf(reason, id, decision, context))),
	];
	// The sentence for a read that counts for every page begins like the one for the page's own.
	const isSaid = (one: string) => said.some((other) => other !== one && other.startsWith(one));
	const all = [...new Set(said)].filter((one) => !isSaid(one));
	const rest = all.length - maxNamed.reasons;
	return [...all.slice(0, maxNamed.reasons), ...(rest > 0 ? [count(rest, 'other reason')] : [])].join('; ');
}

/** @param answered the digests of the answers that changed, in this build */
function changesBy(reason: Reason, answered: Outcome['answered'], shared: Context['shared']): Change[] {
	if (typeof reason === 'string' || !('digest' in reason)) return [];
	const { read, digest } = reason as CachedReading;
	const by = shared.has(textOf(reason)) ? listed(readersOf(reason, shared)) || 'something' : '';
	return changesIn(read, digest, answered.get(read) ?? '').map((change) => ({ ...change, by }));
}

/** False for a read without a module that one with a module says, too: a request opens its connection later. */
const isBest = (why: readonly Reason[]) => {
	const named = new Set(why.map((reason) => typeof reason !== 'string' && reason.importer && reason.read));
	return (reason: Reason) => typeof reason === 'string' || reason.importer !== '' || !named.has(reason.read);
};

/** Words for the reasons that are no reads. */
const words: Record<Reason & string, (id: PageId, decision: Decision, context: Context) => string> = {
	new: (_, __, { hasFormer }) =>
		hasFormer ? 'it is new' : 'there is no earlier build to compare with, as with --force',
	common: (_, __, { changed }) => `${changed(commonParts) || 'something'} changed, which runs for every page`,
	given: (id, { given, former }, { propsOf }) => propsSentence(propsOf(id), former?.given ?? '', given),
	opaque(id, _, { propsOf }) {
		const names = Object.entries(propsOf(id)).flatMap(([name, prop]) =>
			textOfComparable(prop) === undefined ? [name] : [],
		);
		return `\`getStaticPaths\` gives it ${names.length > 0 ? `the ${names.length > 1 ? 'props' : 'prop'} ${named(names)}, which` : 'something that'} cannot be compared, such as a function, a promise, a getter (as in the result of \`getImage()\`), or an instance of a class`;
	},
	code: (id, _, { changed }) => `its code changed: ${changed(componentOf(id))}`,
	copy: () => 'its copy is missing or damaged',
	images(_, { former }) {
		const files = former?.images ? filesOf(former.images) : [];
		return `Astro makes ${files.length === 1 ? `the image ${files}` : 'an image of it'} again, and loads the image service with the page`;
	},
	unstable: () => 'it comes out differently each time, or shows what is not tracked',
	untracked: () =>
		'a page of its route changed through something that is not tracked. Please report it, if no page of the route shows files, the clock, or what another service says',
	together: (_, __, { evidence }) => `pages affect each other, so all are rendered together: ${evidence}`,
	unchecked: () => 'no build has checked yet whether pages affect each other',
	elsewhere: () => 'other code has changed what it shows',
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
	const by = listed(readersOf(reading, shared)) || 'something';
	if (kindOf(read) === 'fetch') return `${by} calls fetch() for all pages, and the response may have changed`;
	return `${changeOf({ read, importer: '' }, changed)}, and all pages may show what ${by} has read of it`;
}

/** The modules that have made a read for every page. */
function readersOf({ read, importer }: Reading, shared: Context['shared']): string[] {
	const collection = kindOf(read) === 'fields' ? collectionOf(read) : undefined;
	const isOf = ({ read: other }: Reading) => kindOf(other) !== 'fields' && collectionOf(other) === collection;
	const modules =
		collection === undefined ? [importer] : [...shared.values()].filter(isOf).map((one) => one.importer);
	return [...new Set(modules.filter((one) => one !== ''))];
}

/** The modules whose reads, or whose code, are behind a reason. */
export const modulesBehind = (reason: Reason, id: PageId, { former }: Outcome): string[] => {
	if (typeof reason === 'string') return [componentOf(id)];
	const shared = sharedBy(former);
	const found = shared.has(textOf(reason)) ? readersOf(reason, shared) : [reason.importer];
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

/**
 * The warning for a site whose adapter renders pages elsewhere, for example in the runtime of its server, where their reads
 * cannot be recorded.
 *
 * @param owner the integration that sets the prerenderer
 */
export const foreignPrerenderer = (owner: string): string =>
	`${owner} uses its own prerenderer, so incremental rendering is off: every page is rendered in every build.${owner === '@astrojs/cloudflare' ? " With the adapter's option `prerenderEnvironment: 'node'`, only what changed is rendered." : ''}`;
