import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { AstroConfig } from 'astro';
import { beforeEach, describe, expect, it } from 'vitest';
import {
	type ContentMakers,
	contentMakersDigest,
	imageMakersDigest,
	type Makers,
	variablesIn,
} from '../../../packages/astro-keep/src/content-config/content-makers.js';
import { addPackage } from '../../../packages/astro-keep/src/content-config/own-packages.js';
import { deleteOutdatedStore } from '../../../packages/astro-keep/src/content-store/outdated-store.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

const files = {
	'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
	'astro.config.mjs': `import { plugin } from './plugins/plugin.mjs'; import gfm from 'remark-gfm';`,
	'plugins/plugin.mjs': `import './suffix.mjs'; export const plugin = () => process.env.STYLE;`,
	'plugins/suffix.mjs': 'export const suffix = 1;',
	'src/content.config.ts': `import { tidy } from './tidy';`,
	'src/tidy.ts': 'export const tidy = 1;',
	'src/other.ts': '',
	'src/images/service.ts': `import { marks } from './marks'; import 'pixels'; export default process.env.MARK;`,
	'src/images/marks.ts': 'export const marks = 1;',
	'node_modules/remark-gfm/index.js': '',
	'node_modules/pixels/index.js': '',
	'node_modules/image-service/index.js': '',
	'node_modules/astro/package.json': '{ "version": "7.3.5" }',
	'node_modules/own-package/package.json': '{}',
};

let root: URL;
let write: TestFolder['write'];

beforeEach(async () => {
	({ url: root, write } = await createTestFolder(files));
});

/** What both digests are made of, without the parts of the config that they add. */
const makersOf = (): Makers => ({
	config: { root, srcDir: new URL('src/', root) },
	argv: ['astro', 'build'],
	environment: { OTHER: '1' },
	packages: (name) => [[name, '1']],
	key: 'key',
});

/** Packages of which one has another version. */
const patched = (name: string) => ({
	packages: (of: string): [string, string][] => [[of, of === name ? '2' : '1']],
});

describe('the digest of what makes entries', () => {
	const digest = (changed: Partial<ContentMakers> = {}) => {
		const makers = makersOf();
		return contentMakersDigest({
			...{ ...makers, config: { ...makers.config, integrations: [] }, machine: 'v24 en' },
			...changed,
		});
	};

	it('changes with everything that affects entries, and with nothing else', async () => {
		const first = digest();
		expect(digest({ environment: { OTHER: '2' } })).toBe(first);
		await write({ 'src/pages/index.astro': '<p></p>', 'src/lib.ts': '', 'README.md': '' });
		expect(digest()).toBe(first);

		const seen = new Set([first]);
		const isNew = (found: string) => seen.size !== seen.add(found).size;
		for (const changed of [
			{ environment: { STYLE: 'a' } },
			{ argv: ['astro', 'build', '--mode', 'staging'] },
			{ machine: 'v24 de' },
			{ key: 'other' },
			patched('remark-gfm'),
			patched('@astrojs/markdown-satteri'),
		])
			expect(isNew(digest(changed)), JSON.stringify(changed)).toBe(true);
		const made = Object.entries(files).slice(1, 6);
		for (const [name, text] of [...made, ['.env', ''], ['.env.production', ''], ['ec.config.mjs', '']]) {
			await write({ [String(name)]: `${text}\n// changed` });
			expect(isNew(digest()), name).toBe(true);
		}
		await write({ '.env.staging': 'A=1' });
		expect(isNew(digest())).toBe(false);
		expect(isNew(digest({ argv: ['astro', 'build', '--mode=staging'] }))).toBe(true);
		await write({ 'src/tidy.ts': 'const { NAME } = process.env;' });
		expect(isNew(digest())).toBe(true);
		expect(isNew(digest({ environment: { OTHER: '2' } }))).toBe(true);
		// How a build is started does not affect entries.
		const environment = { OTHER: '2', npm_command: 'exec', SLUGLINE_VERIFY: '1', KEEP_VERIFIED: 'mark' };
		expect(isNew(digest({ environment }))).toBe(false);
	});
});

describe('the digest of what makes images', () => {
	/** The digest with a service and its options. */
	const digest = (entrypoint: string, config: object = {}, changed: Partial<Makers> = {}) => {
		const image = { service: { entrypoint, config }, domains: [] } as unknown as AstroConfig['image'];
		const makers = { ...makersOf(), ...changed };
		return imageMakersDigest({ ...makers, config: { ...makers.config, image } });
	};

	/** True if the digest changes when the files or packages do. */
	async function changes(entrypoint: string, texts: Record<string, string>, changed: Partial<Makers> = {}) {
		const before = digest(entrypoint);
		await write(texts);
		return digest(entrypoint, {}, changed) !== before;
	}

	it.each([
		'./src/images/service.ts',
		'./src/images/service',
		'/src/images/service.ts',
		'@/images/service',
		'absolute path',
		'file URL',
	])('changes with the modules behind a service of the site at %s', async (given) => {
		const file = new URL('src/images/service.ts', root);
		const entrypoint = given === 'file URL' ? file.href : given === 'absolute path' ? file.pathname : given;
		expect(await changes(entrypoint, { 'src/other.ts': '1' })).toBe(false);
		expect(await changes(entrypoint, {}, patched('pixels'))).toBe(true);
		expect(await changes(entrypoint, {}, patched('sharp'))).toBe(true);
		expect(await changes(entrypoint, {}, { environment: { MARK: '1' } })).toBe(true);
		for (const name of ['src/images/marks.ts', 'plugins/suffix.mjs', '.env', 'src/images/service.ts'])
			expect(await changes(entrypoint, { [name]: 'const changed = 1;' }), name).toBe(true);
	});

	it('changes with the package of a service', async () => {
		expect(await changes('image-service/build', { 'src/other.ts': '1' })).toBe(false);
		expect(await changes('image-service/build', {}, patched('image-service'))).toBe(true);
	});

	it.each(['astro/assets/services/sharp', 'own-package/image-service'])(
		'changes with sharp, Astro, and options of %s, and not with the rest of astro.config',
		async (entrypoint) => {
			addPackage('own-package', new URL('node_modules/own-package/', import.meta.url));
			expect(await changes(entrypoint, { 'plugins/suffix.mjs': '1', '.env': 'A=2' })).toBe(false);
			expect(await changes(entrypoint, {}, patched('sharp'))).toBe(true);
			const quality = (webp: number) => digest(entrypoint, { webp: { quality: webp } });
			expect(quality(80)).toBe(quality(80));
			expect(quality(80)).not.toBe(quality(20));
		},
	);

	it('compares options that are not plain', () => {
		const circular: Record<string, unknown> = { sizes: new Map([['small', 1n]]), fit: /x/, pick: () => 1 };
		circular['self'] = circular;
		const of = (options: object) => digest('./src/images/service.ts', options);
		expect(of(circular)).toBe(of(circular));
		expect(of(circular)).not.toBe(of({ ...circular, sizes: new Map([['small', 2n]]) }));
	});
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
	const file = new URL('astro-keep/content', root);
	const stores = async () => (await readdir(root)).filter((name) => name.startsWith('data-store'));
	const isCurrent = (digest: string) => deleteOutdatedStore({ cacheDir: root }, file, digest);
	await write({ 'data-store.json': '[]', 'data-store/manifest.json': '{}' });
	expect([await isCurrent('one'), await stores(), existsSync(file)]).toEqual([false, [], true]);
	await write({ 'data-store.json': '[]' });
	expect([await isCurrent('one'), await stores()]).toEqual([true, ['data-store.json']]);
	expect([await isCurrent('two'), await stores()]).toEqual([false, []]);
});
