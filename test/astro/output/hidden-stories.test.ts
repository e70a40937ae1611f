import { expect, it } from 'vitest';
import type { Path } from '../../../packages/astro-keep/src/index.js';
import { readOf } from '../../../packages/astro-keep/src/tracking/index.js';
import { withoutHidden } from '../../../packages/astro-slugline/src/astro/output/index.js';

const pathOf = (pathname: string, route: string, type = 'page'): Path =>
	({ pathname, route: { route, type, component: `src/pages${route}.astro` } }) as never;

const index = pathOf('/', '/index');
const story = pathOf('/', '/[...path]');
const patterns = new Set(['/[...path]']);
const propsOf = (path: Path) => (path === story ? { story: { id: 'a', collection: 'pages' } } : undefined);

const warningsFor = (shown: string, collection = 'pages') =>
	withoutHidden([index, story], propsOf, [], patterns).warnings?.(() => [
		readOf('fields', [collection, [shown], [['data', 'name']]]),
	]);

it('leaves out a page of a story whose path another route builds', () => {
	expect(withoutHidden([index, story], propsOf, [], patterns).paths).toEqual([index]);
	expect(withoutHidden([index, story], propsOf, [], new Set()).paths).toEqual([index, story]);
});

it('leaves out a page of a story whose path a route of higher priority answers on demand', () => {
	const route = (name: string, isPrerendered: boolean, type = 'page', origin = 'project') => ({
		...({ type, origin } as { type: 'page'; origin: 'project' }),
		...{ isPrerendered, patternRegex: new RegExp(name === '/[...path]' ? '^/.*$' : `^${name}/?$`) },
	});
	const [contact, about] = [pathOf('/contact/', '/[...path]'), pathOf('/about/', '/[...path]')];
	const own = pathOf('/contact/', '/other');
	const all = [contact, about, own];
	const shown = (...routes: ReturnType<typeof route>[]) =>
		withoutHidden(all, () => undefined, [...routes, route('/[...path]', true)], patterns).paths;
	expect(shown(route('/contact', false))).toEqual([about, own]);
	expect(shown(route('/contact', false, 'endpoint'))).toEqual([about, own]);
	expect(shown(route('/contact', false, 'redirect'), route('/about', false, 'page', 'internal'))).toEqual(
		all,
	);
	expect(shown(route('/contact', true))).toEqual(all);
	// The last route is of lower priority.
	expect(
		withoutHidden(all, () => undefined, [route('/[...path]', true), route('/contact', false)], patterns)
			.paths,
	).toEqual(all);
});

it('does not warn of a story that the page in its place reads', () => {
	expect(warningsFor('a')).toEqual([]);
});

it('warns of a story if the page reads only one whose id ends with the same text', () => {
	expect(warningsFor('blog/a')).toEqual([
		'src/pages/index.astro builds the page of the story `a`, and does not show it. Show it there, remove the route, or leave it out with `routes.exclude`.',
	]);
});

it('warns of a story if the page reads the entry of another collection with its id', () => {
	expect(warningsFor('a', 'labels')).toHaveLength(1);
});

it("leaves out Astro's own fallback pages of routes that show stories", () => {
	const [page, fallback] = [pathOf('/a', '/[...path]'), pathOf('/de/a', '/[...path]', 'fallback')];
	const other = pathOf('/de/about', '/about', 'fallback');
	expect(withoutHidden([page, fallback, other], () => undefined, [], patterns).paths).toEqual([page, other]);
});
