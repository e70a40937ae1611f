import type { AstroConfig } from 'astro';
import { beforeEach, expect, it } from 'vitest';
import {
	type ImageMakers,
	imageMakersDigest,
} from '../../../packages/astro-slugline/src/astro/content-config/content-makers.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

const files = {
	'package.json': '{}',
	'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
	'astro.config.mjs': `import './options.mjs';`,
	'options.mjs': '',
	'src/images/service.ts': `import { marks } from './marks'; import 'pixels'; export default process.env.MARK;`,
	'src/images/marks.ts': 'export const marks = 1;',
	'src/other.ts': '',
	'.env': 'A=1',
	'node_modules/pixels/index.js': '',
	'node_modules/image-service/index.js': '',
	'node_modules/astro/package.json': '{ "version": "7.3.5" }',
};

let root: URL;
let write: TestFolder['write'];
let packages: Record<string, string>;

/** The digest with a service and its options. */
function digest(entrypoint: string, config: object = {}, changed: Partial<ImageMakers> = {}): string {
	const image = { service: { entrypoint, config }, domains: [] } as unknown as AstroConfig['image'];
	return imageMakersDigest({
		config: { root, srcDir: new URL('src/', root), image },
		argv: ['astro', 'build'],
		environment: {},
		packages: (name) => [[name, packages[name] ?? '1']],
		key: 'key',
		...changed,
	});
}

beforeEach(async () => {
	({ url: root, write } = await createTestFolder(files));
	packages = {};
});

/** True if the digest changes when the files or packages do. */
async function changes(
	entrypoint: string,
	change: { files?: Record<string, string>; packages?: Record<string, string> },
): Promise<boolean> {
	const before = digest(entrypoint);
	expect(digest(entrypoint)).toBe(before);
	await write(change.files ?? {});
	packages = change.packages ?? {};
	return digest(entrypoint) !== before;
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
	expect(await changes(entrypoint, { files: { 'src/other.ts': '1' } })).toBe(false);
	expect(await changes(entrypoint, { files: { 'src/images/marks.ts': '2' } })).toBe(true);
	expect(await changes(entrypoint, { files: { 'src/images/service.ts': `import 'pixels';` } })).toBe(true);
	expect(await changes(entrypoint, { files: { 'options.mjs': '1' } })).toBe(true);
	expect(await changes(entrypoint, { files: { '.env': 'A=2' } })).toBe(true);
	expect(await changes(entrypoint, { packages: { pixels: '2' } })).toBe(true);
	expect(await changes(entrypoint, { packages: { sharp: '2' } })).toBe(true);
});

it('changes with the package of a service', async () => {
	expect(await changes('image-service/build', { files: { 'src/other.ts': '1' } })).toBe(false);
	expect(await changes('image-service/build', { packages: { 'image-service': '2' } })).toBe(true);
});

it.each(['astro/assets/services/sharp', 'astro-slugline/image-service'])(
	'changes with sharp, Astro, and options of %s, and not with the rest of astro.config',
	async (entrypoint) => {
		await write({ 'node_modules/astro-slugline/package.json': '{}' });
		expect(await changes(entrypoint, { files: { 'options.mjs': '1', '.env': 'A=2' } })).toBe(false);
		expect(await changes(entrypoint, { packages: { sharp: '2' } })).toBe(true);
		const quality = (webp: number) => digest(entrypoint, { webp: { quality: webp } });
		expect(quality(80)).toBe(quality(80));
		expect(quality(80)).not.toBe(quality(20));
	},
);

it('changes with a variable that the service reads, and compares options that are not plain', () => {
	const service = './src/images/service.ts';
	const first = digest(service);
	expect(digest(service, {}, { environment: { OTHER: '1' } })).toBe(first);
	expect(digest(service, {}, { environment: { MARK: '1' } })).not.toBe(first);
	const circular: Record<string, unknown> = { sizes: new Map([['small', 1n]]), fit: /x/, pick: () => 1 };
	circular['self'] = circular;
	expect(digest(service, circular)).toBe(digest(service, circular));
	expect(digest(service, circular)).not.toBe(
		digest(service, { ...circular, sizes: new Map([['small', 2n]]) }),
	);
});
