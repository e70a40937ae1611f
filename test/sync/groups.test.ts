import type { Link } from 'astro-slugline/wire';
import { expect, it } from 'vitest';
import { concernsGroup } from '../../packages/astro-slugline/src/sync/update/link-changes.js';

const link = (more: Partial<Link>) =>
	({ slug: 'blog/hello', real_path: null, name: 'Hello', published: true, alternates: [], ...more }) as Link;

it('fetches the other stories of a group only if they show what changed', () => {
	expect(concernsGroup(link({}), link({ name: 'Other' }))).toBe(true);
	expect(concernsGroup(link({ updated_at: 'before' }), link({ updated_at: 'later' }))).toBe(false);
});
