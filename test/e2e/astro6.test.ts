import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { isLong } from '../support/long.js';
import { installAstro } from '../support/other-astro.js';
import { readTree } from '../support/read-tree.js';
import { shellEnvironment } from '../support/site.js';

// The packed package with Astro 6 from the registry. Runs in long runs, and in a CI job of its own.
it.runIf(isLong)(
	'builds and type-checks a site with Astro 6, and renders every page in every build',
	async () => {
		const { folder } = await installAstro('6', '@astrojs/check', 'typescript@5');
		const run = async (file: string, ...args: string[]) => {
			const options = { cwd: folder, env: shellEnvironment() };
			const { stdout, stderr } = await promisify(execFile)(process.execPath, [file, ...args], options);
			return stdout + stderr;
		};
		await run('node_modules/astro-slugline/dist/cli/main.js', 'init', '--demo', '--yes');
		const astro = (...args: string[]) => run('node_modules/astro/bin/astro.mjs', ...args);
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
