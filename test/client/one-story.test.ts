import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDeliveryClient } from 'astro-slugline/client';
import { createSpace } from 'astro-slugline/space';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;
let space: ReturnType<typeof createSpace>;
const story = (name: string, title: string) =>
	`---\nname: ${name}\ncontent: { component: page, title: ${title} }\n---\n`;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'slugline-one-'));
	await mkdir(join(folder, 'blog'));
	await writeFile(join(folder, 'space.yaml'), 'name: Harbor\nlanguages: [de]\n');
	await writeFile(join(folder, 'blog/hello.md'), story('Hello', 'A ferry'));
	await writeFile(join(folder, 'blog/hello.de.md'), '---\ncontent: { title: Eine Fähre }\n---\n');
	await writeFile(join(folder, 'about.md'), story('About', 'The harbor'));
	await writeFile(join(folder, 'soon.draft.md'), story('Soon', 'Not yet'));
	space = createSpace(folder);
});
afterAll(async () => {
	await space.close();
	await rm(folder, { recursive: true });
});

const client = (token = space.tokens.public) =>
	createDeliveryClient({ token, baseUrl: space.url, fetch: space.fetch, rateLimit: false });

it('finds one story by its full slug, its uuid, or its id', async () => {
	const found = await client().story('/blog/hello');
	expect(found).toMatchObject({ name: 'Hello', full_slug: 'blog/hello' });
	expect(await client().story(found?.uuid ?? '')).toEqual(found);
	expect(await client().story(found?.id ?? 0)).toEqual(found);
	expect((await client().story('blog/hello', { language: 'de' }))?.content).toMatchObject({
		title: 'Eine Fähre',
	});
});

it('returns undefined if there is no such story, or it is not published', async () => {
	expect(await client().story('blog/gone')).toBeUndefined();
	expect(await client().story('00000000-0000-4000-8000-000000000000')).toBeUndefined();
	expect(await client().story('soon')).toBeUndefined();
	expect((await client(space.tokens.preview).story('soon', { version: 'draft' }))?.name).toBe('Soon');
	await expect(client('wrong').story('about')).rejects.toThrow('401');
});

it('searches', async () => {
	const { items, total } = await client().search('ferry', { perPage: 10 });
	expect(items.map(({ full_slug }) => full_slug)).toEqual(['blog/hello']);
	expect(total).toBe(1);
	expect((await client().search('ferry', { startsWith: 'docs/' })).items).toEqual([]);
});
