import { expect, it } from 'vitest';
import { orderAfter } from '../../../packages/astro-slugline/src/astro/incremental/plan.js';

type Planned = Parameters<typeof orderAfter>[0];

/** A plan with pages, some of which stay. */
function planOf({ staying }: { staying: number }): Planned {
	const inOrder = ['/a', '/b'].map((pathname) => ({ pathname }));
	const file = new URL('file:///site/dist/index.html');
	return {
		paths: { inOrder },
		ids: new Map(inOrder.map((path) => [path, path.pathname])),
		unchanged: new Map(inOrder.slice(0, staying).map((path) => [path, file])),
	} as unknown as Planned;
}

it('renders everything in the next build if pages stayed when entries were first changed', () => {
	expect(orderAfter(planOf({ staying: 1 }), ['one of posts'])).toBe('unknown');
});

it('forgets nothing in a build that renders only the pages of every build, and all pages can clear it', () => {
	const order = orderAfter(planOf({ staying: 0 }), ['one of posts']);
	expect(order).toMatch(/^[0-9a-f]+$/);
	expect(orderAfter(planOf({ staying: 1 }), [], order)).toBe(order);
	expect(orderAfter(planOf({ staying: 1 }), ['one of posts'], order)).toBe(order);
	expect(orderAfter(planOf({ staying: 2 }), [], order)).toBe(order);
	expect(orderAfter(planOf({ staying: 0 }), [], order)).toBe('');
});
