import { oncePerKey } from '../../shared/once.js';
import { count } from '../../shared/text/named.js';
import {
	type Asks,
	collectionOf,
	type Kind,
	kindOf,
	partsOf,
	type RouteQuestion,
} from '../page/tracking/index.js';
import { listed } from './check/warnings.js';
import type { Decision, Reason } from './decide/decide.js';
import { type PageId, pathOf } from './decide/page-ids.js';
import { blokParts, commonParts, type Reading, textOf } from './decide/page-state.js';
import type { Outcome } from './render/tracked-build.js';

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

/** Limits of what a line names. It counts the others. */
const maxNamed = { pages: 5, parts: 3, fields: 3 };

/** Explains why each page was rendered, as half a sentence. */
export function explainPages(outcome: Outcome): Map<PageId, string> {
	const context = contextOf(outcome);
	return new Map([...outcome.rendered].map(([id, decision]) => [id, reasonOf(id, decision, context)]));
}

/** Explains one reason of a page, as half a sentence. */
export const explainReason = (reason: Reason, id: PageId, outcome: Outcome): string =>
	wordsOf(reason, componentOf(id), contextOf(outcome));

const contextOf = ({ plan, state, former }: Outcome): Context => ({
	evidence: former?.conclusions.evidence || state.conclusions.evidence,
	changed: createChanged(former, state),
	shared: new Map(former?.shared.map((reading) => [textOf(reading), reading])),
	typeOf: (id) => plan.byId.get(id)?.path.route.type,
});

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
	/** What shows that pages affect each other. */
	evidence: string;
	changed: Changed;
	/** The reads that count for every page, by their texts. */
	shared: ReadonlyMap<string, Reading>;
	/** The type of a page's route, as Astro names it. */
	typeOf(id: PageId): string | undefined;
}

/** Names the changed modules, styles, scripts, and packages of a page, a blok, or of all pages. */
function createChanged(former: Outcome['former'], state: Outcome['state']): Changed {
	return oncePerKey((name) => {
		const [old, parts] = [former?.parts().get(name), state.parts().get(name)];
		if (!old || !parts) return '';
		const names = [...new Set([...old.keys(), ...parts.keys()])].filter(
			(part) => old.get(part) !== parts.get(part),
		);
		const own = names.filter((part) => !part.startsWith('\0') && !part.startsWith('the order of'));
		const shown = (own.length > 0 ? own : names).map(readable);
		const more = shown.length > maxNamed.parts ? ` and ${count(shown.length - maxNamed.parts, 'other')}` : '';
		return `${[...new Set(shown)].slice(0, maxNamed.parts).join(', ')}${more}`;
	});
}

/** A readable name: the path of a file in the site, or the name of a package. */
function readable(part: string): string {
	const [path = part] = part.replace(/^\0/, '').split('?');
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
	const reasons = (whole ? [whole] : why.filter(isBest(why))).map((reason) =>
		wordsOf(reason, componentOf(id), context),
	);
	// The sentence for a read that counts for every page begins like the one for the page's own.
	const isSaid = (one: string) => reasons.some((other) => other !== one && other.startsWith(one));
	return [...new Set(reasons)]
		.filter((one) => !isSaid(one))
		.slice(0, 3)
		.join('; ');
}

/** False for a read without a module that one with a module says, too: a request opens its connection later. */
const isBest = (why: readonly Reason[]) => {
	const named = new Set(why.map((reason) => typeof reason !== 'string' && reason.importer && reason.read));
	return (reason: Reason) => typeof reason === 'string' || reason.importer !== '' || !named.has(reason.read);
};

/** Words for the reasons that are no reads. */
const words: Record<Reason & string, (component: string, context: Context) => string> = {
	new: () => 'it is new, or there is no earlier build to compare with, as with --force',
	common: (_, { changed }) => `${changed(commonParts) || 'something'} changed, which runs for every page`,
	given: () => 'what `getStaticPaths` gives it changed',
	opaque: () =>
		'`getStaticPaths` gives it something that cannot be compared, such as a function, a promise, a getter (as in the result of `getImage()`), or an instance of a class',
	code: (component, { changed }) => `its code changed: ${changed(component)}`,
	copy: () => 'its copy is missing or damaged',
	images: () => 'Astro makes an image of it again, and loads the image service with the page',
	unstable: () => 'it comes out differently each time, or shows what is not tracked',
	untracked: () =>
		'a page of its route changed through something that is not tracked. Please report it, if no page of the route shows files, the clock, or what another service says',
	together: (_, { evidence }) => `pages affect each other, so all are rendered together: ${evidence}`,
	elsewhere: () => 'other code has changed what it shows',
};

function wordsOf(reason: Reason, component: string, context: Context): string {
	if (typeof reason === 'string') return words[reason](component, context);
	const { shared, changed } = context;
	return shared.has(textOf(reason)) ? changeForAll(reason, shared, changed) : changeOf(reason, changed);
}

/** The words for a read that counts for every page, with the modules that made it. */
function changeForAll(reading: Reading, shared: Context['shared'], changed: Changed): string {
	const { read, importer } = reading;
	const collection = kindOf(read) === 'fields' ? collectionOf(read) : undefined;
	const isOf = ({ read: other }: Reading) => kindOf(other) !== 'fields' && collectionOf(other) === collection;
	const modules =
		collection === undefined ? [importer] : [...shared.values()].filter(isOf).map((one) => one.importer);
	const by = listed([...new Set(modules.filter((one) => one !== ''))]) || 'something';
	if (kindOf(read) === 'fetch') return `${by} calls fetch() for all pages, and the response may have changed`;
	return `${changeOf({ read, importer: '' }, changed)}, and all pages may show what ${by} has read of it`;
}

function changeOf({ importer, read }: Reading, changed: Changed): string {
	const [kind, asked] = partsOf(read);
	const explain = changes[kind] as (of: typeof asked, by: string, changed: Changed) => string;
	return explain(asked, importer ? ` (${importer})` : '', changed);
}

/** Words for a read whose answer changed. `by` names the module that reads. */
const changes: { [Name in Kind]: (asked: Asks[Name], by: string, changed: Changed) => string } = {
	always: (_, by) => `it asks to be rendered in every build${by}`,
	fetch: (_, by) =>
		`it calls fetch() or opens a connection while rendering${by}, and the response may have changed`,
	rewrite: (component) => `it is a rewrite to ${component}`,
	code: (file) => `the code of the entry ${file} changed`,
	blok(name, _, changed) {
		const what = changed(blokParts(name));
		return `the blok \`${name}\` ${what ? `changed: ${what}` : 'came or went'}`;
	},
	env: (name, by) => `the environment variable ${name} changed${by}`,
	asset: ([name]) => `the file ${name} changed`,
	notice: ([sentence]) => `a warning changed: ${sentence}`,
	'local-image': (address, by) => `the size of the image ${address} changed${by}`,
	members: (collection, by) => `entries of \`${collection}\` came, went, or moved${by}`,
	member: ([collection, id], by) => `the entry \`${id}\` of \`${collection}\` came or went${by}`,
	fields: changeOfFields,
	query: ([, options], by) => `the answer of a query() changed${by}: ${options}`,
	ids: ([, options], by) => `the answer of a query() changed${by}: ${options}`,
	story: ([uuid, lang], by) => `the story ${uuid} (${lang}) changed${by}`,
	address: (question, by) => `the address of \`${storyOf(question)}\` changed${by}`,
	alternates: (question, by) => `the other languages of \`${storyOf(question)}\` changed${by}`,
	compat: ({ path, query }, by) => `the response of \`cdn/${path}?${query}\` changed${by}`,
	'compat-cv': ({ path }, by) => `the cv of \`cdn/${path}\` changed${by}`,
};

/** The story that a lookup of a route names. */
function storyOf(question: RouteQuestion): string {
	switch (question.by) {
		case 'entry':
			return question.id;
		case 'story':
			return question.uuid;
		case 'path':
			return question.path;
		case 'slug':
			return question.slug;
		case 'address':
			return question.address;
	}
}

function changeOfFields([collection, ids, paths]: Asks['fields']): string {
	const texts = paths.map((path) => path.filter((name) => name !== 0).join('.') || 'something');
	// Of an object with a field that is named, only its list of names was read.
	const names = texts.filter((text) => !texts.some((other) => other.startsWith(`${text}.`)));
	const shown = names.slice(0, maxNamed.fields).map((name) => `\`${name}\``);
	const more =
		names.length > shown.length ? `, or ${count(names.length - shown.length, 'other field')},` : '';
	const [id, ...others] = ids || [];
	const of = id !== undefined && others.length === 0 ? `\`${id}\`` : 'an entry';
	return `${shown.join(more ? ', ' : ' or ')}${more} of ${of} in \`${collection}\` changed`;
}

/**
 * The warning for a site whose adapter renders pages elsewhere, for example in the runtime of its server, where their reads
 * cannot be recorded.
 *
 * @param owner the integration that sets the prerenderer
 */
export const foreignPrerenderer = (owner: string): string =>
	`${owner} uses its own prerenderer, so incremental rendering is off: every page is rendered in every build.${owner === '@astrojs/cloudflare' ? " With the adapter's option `prerenderEnvironment: 'node'`, only what changed is rendered." : ''}`;
