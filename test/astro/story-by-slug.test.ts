import { storyBySlug } from 'astro-slugline/content';
import { expect, it } from 'vitest';

it('says how to name a collection', async () => {
	await expect(storyBySlug('home', {} as { collection: 'pages' })).rejects.toThrow(
		"storyBySlug('home') was given no collection.",
	);
});

it('says how to name a story, and that options are missing', async () => {
	await expect(storyBySlug('home', undefined as never)).rejects.toThrow('was given no collection.');
	await expect(storyBySlug(undefined as never, { collection: 'pages' } as never)).rejects.toThrow(
		'storyBySlug() was given undefined instead of a full slug.',
	);
});
