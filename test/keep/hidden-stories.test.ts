import { expect, it } from 'vitest';
import { hiddenWarnings } from '../../packages/astro-slugline/src/keep/decide/hidden-stories.js';
import type { PageId } from '../../packages/astro-slugline/src/keep/decide/page-ids.js';
import { readOf } from '../../packages/astro-slugline/src/keep/tracking/index.js';

const page = 'src/pages/index.astro /' as PageId;
const hidden = [{ story: 'a', page, component: 'src/pages/index.astro' }];
const warningsFor = (shown: string) =>
	hiddenWarnings(hidden, () => [{ read: readOf('fields', ['pages', [shown], [['data', 'name']]]) }]);

it('does not warn of a story that the page in its place reads', () => {
	expect(warningsFor('a')).toEqual([]);
});

it('warns of a story if the page reads only one whose id ends with the same text', () => {
	expect(warningsFor('blog/a')).toEqual([
		'src/pages/index.astro builds the page of the story `a`, and does not show it. Show it there, remove the route, or leave it out with `routes.exclude`.',
	]);
});
