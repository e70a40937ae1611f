import { expect, it } from 'vitest';
import { checkedLine, pagesLine } from '../../packages/astro-keep/src/build-lines.js';
import type { Reason } from '../../packages/astro-keep/src/decide/decide.js';
import { unknownIsolation } from '../../packages/astro-keep/src/decide/page-state.js';
import { explainPages, readable } from '../../packages/astro-keep/src/explain.js';
import { tableDigest } from '../../packages/astro-keep/src/kinds/table-digest.js';
import type { Outcome } from '../../packages/astro-keep/src/render/tracked-build.js';
import { readOf } from '../../packages/astro-keep/src/tracking/index.js';
import { addStoryKinds } from '../../packages/astro-slugline/src/astro/explain/index.js';
import { reading } from './facts.js';

// Some of the reads here are of stories.
addStoryKinds();

const titleOf = (id: string) => readOf('fields', ['posts', [id], [['data', 'title']]]);
const [one, two] = ['one', 'two'].map((id) => reading(titleOf(id), tableDigest([[id, ['then']]])));
const answered = new Map(['one', 'two'].map((id) => [titleOf(id), tableDigest([[id, ['now']]])]));
const variable = reading(readOf('env', 'LANG'));

/** Why the page /list was rendered, in a build that also rendered /other. */
function whyOf(why: (Reason | undefined)[], other: (Reason | undefined)[] = []): string | undefined {
	const digestOf = (text: string) => tableDigest([['', [text, 'the names', '']]]);
	const rendered = Object.entries({ 'list.astro /list': why, 'other.astro /other': other });
	const outcome = {
		...{
			answered,
			plan: { byId: new Map([['list.astro /list', { item: { props: { page: 1 } }, path: { route: {} } }]]) },
		},
		state: { parts: () => new Map(), isolation: unknownIsolation },
		previous: { parts: () => new Map(), isolation: unknownIsolation, globalReads: [] },
		rendered: new Map(
			rendered.map(([id, reasons]) => [
				id,
				{ propsDigest: digestOf('now'), previous: { propsDigest: digestOf('then') }, reasons },
			]),
		),
	} as unknown as Outcome;
	return explainPages(outcome).get('list.astro /list');
}

const ofOne = '`data.title` of `one` in `posts` changed';
const ofProp = 'the prop `page` that `getStaticPaths` gives it changed';

it('leaves out a prop if the page names every entry that changed in the build', () => {
	expect(whyOf(['props', one])).toBe(ofOne);
	expect(whyOf(['props', one], [one, 'props'])).toBe(ofOne);
});

it('names a prop that something else may have changed', () => {
	expect(whyOf(['props'])).toBe(ofProp);
	expect(whyOf(['props'], [one])).toBe(ofProp);
	expect(whyOf(['props', one], [two])).toBe(`${ofOne}; ${ofProp}`);
	expect(whyOf(['props', one, variable])).toBe(`${ofOne}; ${ofProp}; the environment variable LANG changed`);
	expect(whyOf(['props', 'code', one])).toBe(`${ofOne}; ${ofProp}; its code changed: `);
});

it('names a style or a script by the file that it is made of, without the hash', () => {
	expect(
		[
			'the stylesheet /_astro/about.Cx3k_a1B.css',
			'the script /_astro/menu.astro.D-x0yz_1.js',
			'src/pages/about.12345678.css',
			'~/src/nav.ts',
		].map(readable),
	).toEqual([
		'the stylesheet about.css',
		'the script menu.astro.js',
		'src/pages/about.12345678.css',
		'src/nav.ts',
	]);
});

it('says what checking the site has shown', () => {
	expect(checkedLine({ orderDependence: '' })).toMatch(
		/ They do not\. .* builds render what a change affects\.$/,
	);
	expect(checkedLine({ orderDependence: '/a counts' })).toMatch(
		/ They do, so builds .* all of them or none: \/a counts\.$/,
	);
});

/** Why a page without a decision, or with this reason, was rendered. */
function whyRendered(page: object | undefined, decision?: object): string | undefined {
	const id = 'a.astro /a';
	const outcome = {
		plan: { byId: new Map(page ? [[id, page]] : []) },
		state: { parts: () => new Map(), isolation: unknownIsolation },
		rendered: new Map([[id, decision]]),
	} as unknown as Outcome;
	return explainPages(outcome).get(id);
}

it.each([
	['it is a redirect', { path: { route: { type: 'redirect' } } }],
	['it shows a page of another language', { path: { route: { type: 'fallback' } } }],
	['it has server islands, and', { path: { route: { type: 'page' } }, item: {} }],
	['it shares its path with another page', { path: { route: { type: 'page' } } }],
	['it shares its path with another page', undefined],
])('says of a page that is never kept: %s', (sentence, page) => {
	expect(whyRendered(page)).toContain(sentence);
});

it('calls a copy damaged only if there was one', () => {
	const because = (copy: object | undefined) =>
		whyRendered(undefined, { reasons: ['copy'], previous: { copy } });
	expect(because({})).toBe('its copy is missing or damaged');
	expect(because(undefined)).toBe('it had nothing to keep, such as a redirect');
});

it('counts pages, and says if there was no earlier build', () => {
	const [pages, none] = [
		{ rendered: 2, cached: 1 },
		{ rendered: 0, cached: 0 },
	];
	const previous = {} as Outcome['previous'];
	expect(pagesLine({ pages, others: none, previous }, 0)).toBe('2 pages rendered, 1 kept');
	expect(pagesLine({ pages, others: pages, previous: undefined }, 4)).toBe(
		'2 pages rendered, 1 kept, 4 checked; endpoints and redirects: 2 rendered, 1 kept (without an earlier build to compare with)',
	);
});
