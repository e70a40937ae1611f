import { pathToFileURL } from 'node:url';
import type { AstroIntegrationLogger } from 'astro';
import { expect, it } from 'vitest';
import { openSource } from '../../../packages/astro-slugline/src/astro/session/open-source.js';
import { readOptions } from '../../../packages/astro-slugline/src/astro/settings/options.js';
import { temporaryFolder } from '../../support/test-folder.js';

it('warns of a misspelled parameter in a call of a page, also if the API refuses it', async () => {
	const folder = await temporaryFolder({ 'space.yaml': 'name: Small\n' });
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
	const client = await opened.client();
	const asked = client.get('stories', new URLSearchParams({ start_with: 'blog/' }));
	await expect(asked).rejects.toThrow('Parameter(s) start_with not allowed');
	await opened.embedded?.close();
	expect(warned).toEqual([
		'`cdn/stories` has no parameter `start_with`, so the API may refuse the request. Did you mean `starts_with`?',
	]);
});
