import { contentSchema } from 'astro-slugline/wire';
import { describe, expect, it } from 'vitest';

describe('content', () => {
	it('has its component, and any fields', () => {
		const content = {
			_uid: 'c',
			component: 'page',
			title: 'T',
			on: true,
			body: [{ _uid: 'b', component: 'x' }],
			none: null,
		};
		expect(contentSchema.parse(content)).toEqual(content);
		expect(contentSchema.safeParse({ component: 'page' }).success).toBe(false);
		expect(contentSchema.safeParse({ _uid: 'c', component: 1 }).success).toBe(false);
	});
});
