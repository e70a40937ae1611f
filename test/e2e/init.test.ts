import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { createSite } from '../support/site.js';

const slugline = (folder: string, ...args: string[]) =>
	promisify(execFile)(
		process.execPath,
		[join(folder, 'node_modules/astro-slugline/dist/cli/main.js'), ...args],
		{
			cwd: folder,
			env: { PATH: process.env['PATH'] },
		},
	);

it('creates a site with pages in two languages in an empty folder', async () => {
	const site = await createSite({});
	onTestFinished(() => site.delete());
	const { stdout, stderr } = await slugline(site.folder, 'init', '--demo', '--yes');
	expect(stderr).toBe('');
	expect(stdout).toContain('Harbor News: 4 stories, 6 bloks.');
	const { code, output } = await site.build();
	expect(code, output).toBe(0);
	// `init` cannot know the address of the site.
	expect(output.match(/\[WARN\].*/g)).toEqual([expect.stringContaining('`site` is missing in astro.config')]);
	const pages = await site.output();
	expect(Object.keys(pages).filter((path) => path.endsWith('.html'))).toEqual([
		'authors/ada/index.html',
		'blog/first/index.html',
		'blog/second/index.html',
		'de/blog/erste/index.html',
		'de/index.html',
		'index.html',
	]);
	expect(pages['index.html']).toMatch(
		/<h2>What the tide brought in<\/h2>[\s\S]*<a href="\/blog\/first\/">link<\/a>/,
	);
	expect(pages['de/blog/erste/index.html']).toContain('<strong>Markdown</strong>');
	if (process.env['SLUGLINE_LONG']) {
		const check = await site.astro(['check']);
		expect(check.output).toContain('0 errors');
	}
});
