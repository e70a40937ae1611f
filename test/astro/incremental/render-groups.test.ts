import { describe, expect, it } from 'vitest';
import { renderGroups } from '../../../packages/astro-slugline/src/astro/incremental/decide/render-groups.js';

const groupsOf = (pages: Record<string, string>) =>
	renderGroups(
		Object.entries(pages).map(([id, groups]) => ({ id, groups: new Set(groups.split(' ').filter(Boolean)) })),
	);

describe('groups of pages that are rendered together', () => {
	const pages = { one: 'a', two: 'a b', three: 'b', four: '', five: 'c' };

	it('add all their pages if one of them is rendered, across shared groups', () => {
		const { completed } = groupsOf(pages);
		expect([...completed((id) => id === 'one')]).toEqual([
			['two', 'a'],
			['three', 'b'],
		]);
		expect([...completed((id) => id === 'four')]).toEqual([]);
		expect([...completed(() => false)]).toEqual([]);
		expect([...completed(() => true)]).toEqual([]);
	});

	it('have a digest of their pages and the order of these', () => {
		const before = groupsOf(pages);
		expect(before.digest('four')).toBe('');
		expect([before.has('four'), before.has('five')]).toEqual([false, true]);
		const changed = (now: Record<string, string>) => {
			const after = groupsOf(now);
			return Object.keys(pages).filter((id) => before.digest(id) !== after.digest(id));
		};
		expect(changed({ ...pages })).toEqual([]);
		expect(changed({ ...pages, six: 'a' })).toEqual(['one', 'two']);
		const { five, ...rest } = pages;
		expect(changed({ five, ...rest })).toEqual([]);
		expect(changed({ two: pages.two, one: pages.one, three: 'b', four: '', five })).toEqual(['one', 'two']);
	});
});
