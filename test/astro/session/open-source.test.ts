import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroIntegrationLogger } from 'astro';
import { expect, it } from 'vitest';
import { openSource } from '../../../packages/astro-slugline/src/astro/session/open-source.js';
import {
	readOptions,
	type SluglineOptions,
} from '../../../packages/astro-slugline/src/astro/settings/options.js';
import type { ContentSource } from '../../../packages/astro-slugline/src/astro/settings/source.js';
import { temporaryFolder } from '../../support/test-folder.js';

/** Opens a folder as a site does, with the warnings. */
async function open(
	folder: string,
	source: ContentSource = { kind: 'folder', folder },
	options: SluglineOptions = {},
) {
	const warned: string[] = [];
	const logger = { debug() {}, info() {}, warn: (line: string) => warned.push(line) };
	const opened = await openSource({
		options: readOptions({ space: './space', ...options }),
		environment: {},
		source,
		cacheDir: pathToFileURL(`${folder}/cache/`),
		root: pathToFileURL(`${folder}/`),
		logger: logger as unknown as AstroIntegrationLogger,
		i18n: undefined,
		force: false,
	});
	return { opened, warned };
}

it('warns of a misspelled parameter in a call of a page, also if the API refuses it', async () => {
	const { opened, warned } = await open(await temporaryFolder({ 'space.yaml': 'name: Small\n' }));
	const client = await opened.client();
	const asked = client.get('stories', new URLSearchParams({ start_with: 'blog/' }));
	await expect(asked).rejects.toThrow('Parameter(s) start_with not allowed');
	await opened.embedded?.close();
	expect(warned).toEqual([
		'`cdn/stories` has no parameter `start_with`, so the API may refuse the request. Did you mean `starts_with`?',
	]);
});

it('says which variable has a token that cannot be one', async () => {
	const source = { kind: 'service', token: 'abc def', tokenName: 'the variable SLUGLINE_TOKEN' } as const;
	const { opened } = await open(await temporaryFolder(), source);
	await expect(opened.sync()).rejects.toThrow(
		'The token of the variable SLUGLINE_TOKEN cannot be used: `token` contains a space, line break, or other character that tokens do not have. Copy the token again, without "Bearer" or quotes.',
	);
});

it('says nothing about the new id of a folder that gets another name', async () => {
	const folder = await temporaryFolder({ 'space.yaml': 'name: Small\n' });
	for (const name of ['Small', 'Large']) {
		await writeFile(join(folder, 'space.yaml'), `name: ${name}\n`);
		const { opened, warned } = await open(folder);
		expect((await opened.sync()).space.name).toBe(name);
		await opened.embedded?.close();
		expect(warned).toEqual([]);
	}
});

it('warns of a folder that stands in for a service whose token is missing', async () => {
	const folder = await temporaryFolder({ 'space.yaml': 'name: Small\n' });
	const { opened, warned } = await open(folder, {
		kind: 'folder',
		folder,
		unused: ['the variable SLUGLINE_TOKEN is empty'],
	});
	await opened.sync();
	await opened.embedded?.close();
	expect(warned).toEqual([
		expect.stringMatching(/^Small, .* from \.\/space; the variable SLUGLINE_TOKEN is empty$/),
	]);
});

it('warns of fields that the file of components does not define well enough to check', async () => {
	const components = [
		{ name: 'page', schema: { title: { type: 'txt' }, intro: {}, map: { type: 'my-map' } } },
	];
	const folder = await temporaryFolder({
		'space.yaml': 'name: Small\n',
		'components.json': JSON.stringify(components),
	});
	const { opened, warned } = await open(folder, undefined, { componentsFile: './components.json' });
	await opened.sync();
	await opened.embedded?.close();
	expect(warned).toEqual([
		'./components.json: The field `title` of `page` has the unknown type `txt`, so its content is not checked. Did you mean `text`?',
		'./components.json: The field `intro` of `page` has no `type`, so its content is not checked. Add it.',
	]);
});
