import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroIntegrationLogger } from 'astro';
import { expect, it } from 'vitest';
import { openSource } from '../../../packages/astro-slugline/src/astro/session/open-source.js';
import { readOptions } from '../../../packages/astro-slugline/src/astro/settings/options.js';
import { temporaryFolder } from '../../support/test-folder.js';

/** Opens a folder as a site does, with the warnings. */
async function open(folder: string) {
	const warned: string[] = [];
	const logger = { debug() {}, info() {}, warn: (line: string) => warned.push(line) };
	const opened = await openSource({
		options: readOptions({ space: './space' }),
		environment: {},
		source: { kind: 'folder', folder },
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
