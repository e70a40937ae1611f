import { createDeliveryClient } from 'astro-slugline/client';
import { expect, it } from 'vitest';
import { openSpace, storyFile } from '../space/open-space.js';

async function open() {
	const { space } = await openSpace({
		'blog/hello.md': storyFile('name: Hello\n', 'component: page\ntitle: A ferry\n'),
		'blog/hello.de.md': storyFile('', 'title: Eine Fähre\n'),
		'about.md': storyFile('name: About\n', 'component: page\ntitle: The harbor\n'),
		'soon.draft.md': storyFile('name: Soon\n', 'component: page\ntitle: Not yet\n'),
	});
	const clientOf = (token: string) =>
		createDeliveryClient({ token, baseUrl: space.url, fetch: space.fetch, rateLimit: false });
	return { space, clientOf, client: clientOf(space.tokens.public) };
}

it('finds one story by its full slug, its uuid, or its id', async () => {
	const { client } = await open();
	const found = await client.story('/blog/hello');
	expect(found).toMatchObject({ name: 'Hello', full_slug: 'blog/hello' });
	expect(await client.story(found?.uuid ?? '')).toEqual(found);
	expect(await client.story(found?.id ?? 0)).toEqual(found);
	expect((await client.story('blog/hello', { language: 'de' }))?.content).toMatchObject({
		title: 'Eine Fähre',
	});
});

it('returns undefined if there is no such story, or it is not published', async () => {
	const { space, client, clientOf } = await open();
	expect(await client.story('blog/gone')).toBeUndefined();
	expect(await client.story('00000000-0000-4000-8000-000000000000')).toBeUndefined();
	expect(await client.story('soon')).toBeUndefined();
	expect((await clientOf(space.tokens.preview).story('soon', { version: 'draft' }))?.name).toBe('Soon');
	await expect(clientOf('wrong').story('about')).rejects.toThrow('401');
});

it('searches', async () => {
	const { client } = await open();
	const { items, total } = await client.search('ferry', { perPage: 10 });
	expect(items.map(({ full_slug }) => full_slug)).toEqual(['blog/hello']);
	expect(total).toBe(1);
	expect((await client.search('ferry', { startsWith: 'docs/' })).items).toEqual([]);
});
