import { linkSchema, storySchema } from 'astro-slugline/wire';
import { expect, it } from 'vitest';

it('reads absent nullable fields as null, and keeps unknown ones', () => {
	const link = linkSchema.parse({ id: 1, uuid: 'u', slug: 'a', name: 'A', extra: 1 });
	expect(link).toMatchObject({ path: null, published: null, alternates: [], is_folder: false, extra: 1 });
	const story = storySchema.parse({
		id: 1,
		uuid: 'u',
		name: 'A',
		slug: 'a',
		full_slug: 'a',
		created_at: '2024-01-01T00:00:00.000Z',
		content: { _uid: 'x', component: 'page', title: 'T' },
	});
	expect(story).toMatchObject({ lang: 'default', tag_list: [], path: null });
	const title: unknown = story.content['title'];
	expect(title).toBe('T');
});
