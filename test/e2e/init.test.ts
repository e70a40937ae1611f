import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { isLong } from '../support/long.js';
import { createSite } from '../support/site.js';

const command = fileURLToPath(new URL('../../packages/create-slugline/dist/main.js', import.meta.url));

const creates = (folder: string, ...args: string[]) =>
	promisify(execFile)(process.execPath, [command, ...args], {
		cwd: folder,
		env: { PATH: process.env['PATH'] },
	});

it('creates a site with pages in two languages in an empty folder', async () => {
	const site = await createSite({});
	await site.remove('package.json');
	const { stdout, stderr } = await creates(site.folder, '--demo', '--yes');
	expect(stderr).toBe('');
	expect(stdout).toContain('Harbor News: 5 stories, 4 bloks.');
	const output = await site.built();
	expect(output).toContain('all 5 stories and 4 translations');
	expect(output).toContain('12 pages rendered, 0 kept');
	expect(output).toContain(' 12 page(s) built');
	// The demo has no address of its own.
	expect(output.match(/\[WARN\].*/g)).toHaveLength(1);
	expect(output).toContain(
		'`site` is missing in astro.config, so pages name no canonical and alternate addresses',
	);
	const pages = await site.output();
	expect(Object.keys(pages).filter((path) => path.endsWith('.html'))).toEqual([
		'404.html',
		'blog/2/index.html',
		'blog/first/index.html',
		'blog/index.html',
		'blog/lighthouse/index.html',
		'blog/second/index.html',
		'de/blog/2/index.html',
		'de/blog/erste/index.html',
		'de/blog/index.html',
		'de/blog/leuchtturm/index.html',
		'de/index.html',
		'index.html',
	]);
	expect(pages['index.html']).toMatch(/<h1>What the tide brought in<\/h1>[\s\S]*href="\/blog\/first\/"/);
	expect(pages['index.html']).toMatch(/<img[^>]* src="\/harbor\.svg"[^>]* width="1200"/);
	expect(pages['de/index.html']).toMatch(/aria-current="page">Start<[\s\S]*lang="en">\s*English/);
	expect(pages['de/blog/index.html']).toMatch(/Das Licht brennt wieder[\s\S]*href="\/de\/blog\/2"/);
	expect(pages['de/blog/erste/index.html']).toContain('Ada Marsh, Hafenmeisterin');
	expect(pages['de/blog/erste/index.html']).toContain('<strong>Markdown</strong>');
	expect(pages['de/index.html']).toContain('<a href="/de/blog/"');
	const text = await readFile(join(site.folder, 'astro.config.mjs'), 'utf8');
	await site.write({
		'astro.config.mjs': text.replace('integrations:', "trailingSlash: 'never', integrations:"),
	});
	await site.built();
	const { 'de/index.html': german, 'blog/index.html': list } = await site.output();
	expect(german).toContain('<a href="/de/blog"');
	expect(list).toContain('<a class="language" href="/de/blog"');
	if (isLong) {
		const check = await site.astro(['check']);
		expect(check.output).toContain('0 errors');
	}
});
