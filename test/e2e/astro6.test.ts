import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { isLong } from '../support/long.js';
import { readTree } from '../support/read-tree.js';
import { shellEnvironment } from '../support/site.js';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

// The packed package with Astro 6 from the registry. Runs in long runs, and in a CI job of its own.
it.runIf(isLong)(
	'builds and type-checks a site with Astro 6, and renders every page in every build',
	async () => {
		const folder = await mkdtemp(join(tmpdir(), 'slugline-astro6-'));
		onTestFinished(() => rm(folder, { recursive: true, force: true }));
		const inSite = async (command: string, ...args: string[]) => {
			const { stdout, stderr } = await run(command, args, {
				cwd: folder,
				env: shellEnvironment(),
			});
			return stdout + stderr;
		};
		await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
		await run('npm', ['pack', '--pack-destination', folder, '-w', 'astro-slugline'], { cwd: root });
		const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
		// Without --force, since the peer range includes Astro 6.
		await inSite(
			'npm',
			'install',
			'--no-audit',
			'--no-fund',
			'astro@6',
			'@astrojs/check',
			'typescript@5',
			`./${packed}`,
		);
		await inSite(process.execPath, 'node_modules/astro-slugline/dist/cli/main.js', 'init', '--demo', '--yes');
		const astro = (...args: string[]) =>
			inSite(process.execPath, 'node_modules/astro/bin/astro.mjs', ...args);
		for (const sync of ['all 5 stories and 4 translations', 'unchanged, 5 stories and 4 translations']) {
			const output = await astro('build');
			expect(output).toContain(sync);
			expect(output.match(/Incremental rendering is off/g)).toHaveLength(1);
		}
		const pages = await readTree(join(folder, 'dist'));
		expect(Object.keys(pages).filter((path) => path.endsWith('.html'))).toHaveLength(12);
		expect(pages['de/blog/erste/index.html']).toContain('<strong>Markdown</strong>');
		expect(await astro('check')).toContain('0 errors');
	},
	600_000,
);
