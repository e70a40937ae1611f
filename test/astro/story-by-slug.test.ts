import { storyBySlug } from 'astro-slugline/content';
import { expect, it } from 'vitest';

it('says how to name a collection', async () => {
	await expect(storyBySlug('home', {} as { collection: 'pages' })).rejects.toThrow(
		"storyBySlug('home') was given no collection.",
	);
});
