import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import {
	type ContentMakers,
	contentMakersDigest,
	variablesIn,
} from '../../../packages/astro-slugline/src/astro/content-config/content-makers.js';
import { deleteOutdatedStore } from '../../../packages/astro-slugline/src/astro/content-store/outdated-store.js';
import { createTestFolder } from '../../support/test-folder.js';

const files = {
	'astro.config.mjs': `import { plugin } from './plugins/plugin.mjs'; import gfm from 'remark-gfm';`,
	'plugins/plugin.mjs': `import './suffix.mjs'; export const plugin = () => process.env.STYLE;`,
	'plugins/suffix.mjs': 'export const suffix = 1;',
	'src/content.config.ts': `import { tidy } from './tidy';`,
	'src/tidy.ts': 'export const tidy = 1;',
	'node_modules/remark-gfm/index.js': '1',
};

it('changes with everything that affects entries, and with nothing else', async () => {
	const { url: root, write } = await createTestFolder(files);
	const digest = (changed: Partial<ContentMakers> = {}) =>
		contentMakersDigest({
			config: { root, srcDir: new URL('src/', root), integrations: [] },
			argv: ['astro', 'build'],
			environment: { OTHER: '1' },
			packages: (name) => [[name, '1']],
			machine: 'v24 en',
			key: 'key',
			...changed,
		});
	const first = digest();
	expect(digest({ environment: { OTHER: '2' } })).toBe(first);
	await write({ 'src/pages/index.astro': '<p></p>', 'src/lib.ts': '', 'README.md': '' });
	expect(digest()).toBe(first);

	const seen = new Set([first]);
	const isNew = (found: string) => seen.size !== seen.add(found).size;
	expect(isNew(digest({ environment: { STYLE: 'a' } }))).toBe(true);
	expect(isNew(digest({ argv: ['astro', 'build', '--mode', 'staging'] }))).toBe(true);
	expect(isNew(digest({ machine: 'v24 de' }))).toBe(true);
	expect(isNew(digest({ key: 'other' }))).toBe(true);
	for (const name of ['remark-gfm', '@astrojs/markdown-satteri']) {
		const packages = (of: string): [string, string][] => [[of, of === name ? '2' : '1']];
		expect(isNew(digest({ packages })), name).toBe(true);
	}
	for (const name of [...Object.keys(files).slice(0, 5), '.env', '.env.production', 'ec.config.mjs']) {
		await write({ [name]: `${(files as Record<string, string>)[name] ?? ''}\n// changed` });
		expect(isNew(digest()), name).toBe(true);
	}
	await write({ '.env.staging': 'A=1' });
	expect(isNew(digest())).toBe(false);
	expect(isNew(digest({ argv: ['astro', 'build', '--mode=staging'] }))).toBe(true);
	await write({ 'src/tidy.ts': 'const { NAME } = process.env;' });
	expect(isNew(digest())).toBe(true);
	expect(isNew(digest({ environment: { OTHER: '2' } }))).toBe(true);
	// How a build is started does not affect entries.
	expect(isNew(digest({ environment: { OTHER: '2', npm_command: 'exec', SLUGLINE_VERIFY: '1' } }))).toBe(
		false,
	);
});

it('finds the variables that code reads', () => {
	expect(
		variablesIn(
			'process.env.A; process.env["B"]; import.meta.env.C; process?.env?.D; my.process.environment',
		),
	).toEqual(['A', 'B', 'C', 'D']);
	for (const any of [
		'const { A } = process.env',
		// biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
		'process.env[`A_${b}`]',
		'process.env[name]',
		`loadEnv(mode, cwd, '')`,
		`import { env } from 'node:process'`,
	])
		expect(variablesIn(any), any).toEqual(['*']);
});

it('deletes a store with entries that other code may have created, in either format', async () => {
	const { url: cacheDir, write } = await createTestFolder();
	const file = new URL('slugline/content', cacheDir);
	const stores = async () => (await readdir(cacheDir)).filter((name) => name.startsWith('data-store'));
	await write({ 'data-store.json': '[]', 'data-store/manifest.json': '{}' });
	await deleteOutdatedStore({ cacheDir }, file, 'one');
	expect(await stores()).toEqual([]);
	expect(existsSync(file)).toBe(true);

	await write({ 'data-store.json': '[]' });
	await deleteOutdatedStore({ cacheDir }, file, 'one');
	expect(await stores()).toEqual(['data-store.json']);
	await deleteOutdatedStore({ cacheDir }, file, 'two');
	expect(await stores()).toEqual([]);
});
