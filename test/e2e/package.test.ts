import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { expect, inject, it } from 'vitest';
import { isLong } from '../support/long.js';
import { allDocFiles, readmeFiles, readmeTerminal } from '../support/readme.js';
import { createSite, inOwnProcess } from '../support/site.js';
import { temporaryFolder } from '../support/test-folder.js';

const run = promisify(execFile);

const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
const {
	astro,
	typescript,
	'@astrojs/check': check,
	'@types/node': node,
	...others
} = manifest.devDependencies;
const site = await createSite(
	{
		'package.json': JSON.stringify({
			type: 'module',
			dependencies: { astro, 'astro-slugline': `file:${inject('packed').tarball}` },
			devDependencies: {
				typescript,
				'@astrojs/check': check,
				'@types/node': node,
				'@astrojs/rss': others['@astrojs/rss'],
				'@astrojs/sitemap': others['@astrojs/sitemap'],
			},
		}),
		'tsconfig.json':
			'{ "extends": "astro/tsconfigs/strict", "compilerOptions": { "types": ["node"] }, "include": [".astro/types.d.ts", "**/*"] }',
		...(await readmeFiles()),
		...Object.fromEntries(
			// These have collections of their own. Their tests build them.
			Object.entries(await allDocFiles()).filter(
				([path]) => !/^docs\/(?:blog|recipes|starlight)\//.test(path),
			),
		),
	},
	{ runner: inOwnProcess },
);
await site.remove('node_modules');
await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: site.folder });

it('has what is trusted and what is not, and the license', async () => {
	const files = await readdir(inject('packed').folder);
	expect(files).toEqual(expect.arrayContaining(['SECURITY.md', 'LICENSE', 'README.md', 'CHANGELOG.md']));
});

it.each(['astro-keep', 'astro-slugline', 'create-slugline'])(
	'%s passes publint without a message',
	async (name) => {
		const pkgDir = join(inject('packed').folder, '..', name);
		const { messages } = await publint({ pkgDir, pack: false, strict: true });
		const manifest = JSON.parse(await readFile(join(pkgDir, 'package.json'), 'utf8'));
		expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);
	},
);

it('is small: few files, and few packages beside those of Astro', async () => {
	const { folder } = inject('packed');
	const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) =>
		one.isFile(),
	);
	const sizes = await Promise.all(
		files.map(async (one) => (await stat(join(one.parentPath, one.name))).size),
	);
	const bytes = sizes.reduce((sum, size) => sum + size, 0);
	const lock: { packages: Record<string, { dependencies?: object }> } = JSON.parse(
		await readFile(join(site.folder, 'node_modules/.package-lock.json'), 'utf8'),
	);
	/** A package and all that it depends on, by their names. */
	const reachedFrom = (name: string, reached = new Set<string>()): Set<string> => {
		if (reached.has(name)) return reached;
		reached.add(name);
		for (const other of Object.keys(lock.packages[`node_modules/${name}`]?.dependencies ?? {}))
			reachedFrom(other, reached);
		return reached;
	};
	const ofAstro = reachedFrom('astro');
	const beside = [...reachedFrom('astro-slugline')].filter((name) => !ofAstro.has(name));
	console.log(
		`astro-slugline: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB, ${beside.length} packages beside Astro: ${beside.sort().join(', ')}`,
	);
	expect(files.length).toBeLessThan(1350);
	expect(bytes).toBeLessThan(4.2e6);
	expect(beside.length).toBeLessThan(60);
});

// Installs the package once more, so only in a long run.
it.runIf(isLong)('the space, the clients, and the receiver load where there is no Astro', async () => {
	const folder = await temporaryFolder({ 'package.json': '{ "type": "module" }' });
	const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', inject('packed').tarball];
	await run('npm', install, { cwd: folder });
	expect(await readdir(join(folder, 'node_modules'))).not.toContain('astro');
	const names = ['space', 'client', 'management', 'rebuild', 'types'];
	const script = `await Promise.all(${JSON.stringify(names)}.map((name) => import('astro-slugline/' + name)));`;
	await run(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
	const { stdout } = await run('npx', ['slugline', '--help'], { cwd: folder });
	expect(stdout).toContain('Serves a folder of Markdown and YAML');
});

it("builds the README's example in a new project, and type-checks the examples of the README and the docs", async () => {
	const environment = { PATH: `${join(site.folder, 'node_modules/.bin')}:${process.env['PATH']}` };
	const built = await site.astro(['build'], environment);
	expect(built.code, built.output).toBe(0);
	const again = await site.astro(['build'], environment);
	expect(again.code, again.output).toBe(0);
	const said = [built.output, again.output].flatMap(
		(output) => output.match(/\[astro-slugline\].*/g) ?? [output],
	);
	expect(said.map(withoutFigures)).toEqual((await readmeTerminal()).map(withoutFigures));
	expect(await site.pages()).toEqual(['/', '/blog/hello/', '/de/blog/hallo/']);
	const files = await site.output();
	expect(files['de/blog/hallo/index.html']).toContain('Hallo aus einer Datei');
	expect(files['blog/hello/index.html']).toContain('<html lang="en">');
	expect(files['de/blog/hallo/index.html']).toContain('<html lang="de">');

	// The docs name content types that the README's space does not have.
	await site.write({
		'space/jo.md': '---\ncontent: { component: author, name: Jo }\n---\n',
		'space/net.md': '---\ncontent: { component: product, price: "3" }\n---\n',
		'space/knot.md': '---\ncontent: { component: guide, text: A bowline }\n---\n',
	});
	const checked = await site.astro(['check'], environment);
	expect(checked.output).toContain('0 errors');
	expect(checked.code).toBe(0);
});

/** A line without its cv, sizes, and times, the source of the content, and the number of pages there was time to check. */
const withoutFigures = (line: string) =>
	line
		.replace(/cv \d+/, 'cv')
		.replace(/\d+ kB, [\d.]+ s\) from .*/, '')
		.replace(/\d+ checked/, 'checked');
