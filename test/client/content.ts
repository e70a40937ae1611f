import type { Asked, Reply } from './service.js';

/** A story as the service sends it, with only what every story has. */
export const story = (n: number, more: Record<string, unknown> = {}) => ({
	id: n,
	uuid: `uuid-${n}`,
	name: `Story ${n}`,
	slug: `story-${n}`,
	full_slug: `blog/story-${n}`,
	created_at: '2024-05-01T10:00:00.000Z',
	content: { _uid: `uid-${n}`, component: 'article' },
	...more,
});

export const stories = (count: number) => Array.from({ length: count }, (_, n) => story(n));

export const link = (n: number) => ({
	id: n,
	uuid: `uuid-${n}`,
	slug: `blog/story-${n}`,
	name: `Story ${n}`,
	published: true,
});

/** The page of a list that a request names by `page` and `per_page`. */
export function pageOf<T>(all: readonly T[], { query }: Pick<Asked, 'query'>, largest = 1000): T[] {
	const perPage = Math.min(largest, Number(query.get('per_page') ?? 25));
	const page = Number(query.get('page') ?? 1);
	return all.slice((page - 1) * perPage, page * perPage);
}

export const storyList = (page: readonly unknown[], headers: Record<string, string> = {}): Reply => ({
	headers,
	body: { stories: page, cv: 7, rels: [], links: [] },
});

export const linkList = (page: readonly { uuid: string }[], headers: Record<string, string> = {}): Reply => ({
	headers,
	body: { links: Object.fromEntries(page.map((one) => [one.uuid, one])) },
});

export const currentSpace: Reply = {
	body: { space: { id: 1, name: 'Magazine', domain: 'https://example.org', version: 1_700_000_000 } },
};
