import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import AxeBuilder from '@axe-core/playwright';
import type { Browser } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.js';
import type { Listening } from '../support/listen.js';
import { isLong } from '../support/long.js';
import { shellEnvironment } from '../support/site.js';
import { serveFolder } from '../support/static-server.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = join(root, 'playground/docs/dist');

// Builds the docs as a site. That takes about a minute, so only in long runs.
describe.runIf(isLong)('the docs', () => {
	let server: Listening;
	let browser: Browser;
	/** The files of the site by path. */
	const files = new Map<string, string>();

	const build = async () => {
		const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH']}`;
		// Starlight has its search only in production.
		const env = { ...shellEnvironment(), PATH: path, NODE_ENV: 'production' };
		return promisify(execFile)('npm', ['run', 'build', '-w', 'playground-docs'], { cwd: root, env });
	};

	beforeAll(async () => {
		await build();
		for (const file of await readdir(dist, { recursive: true }))
			if (/\.(?:html|md|txt)$/.test(file)) files.set(`/${file}`, await readFile(join(dist, file), 'utf8'));
		server = await serveFolder(dist);
		browser = await startBrowser();
	}, 300_000);

	const pages = () => [...files].filter(([path]) => path.endsWith('.html'));

	it('have no dead link', async () => {
		const others = new Set((await readdir(dist, { recursive: true })).map((file) => `/${file}`));
		const dead: string[] = [];
		for (const [path, html] of pages()) {
			for (const [, address = ''] of html.matchAll(/\s(?:href|src)="([^"]+)"/g)) {
				const url = new URL(address.replaceAll('&amp;', '&'), `https://example.com${path}`);
				if (url.origin !== 'https://example.com') continue;
				const file = url.pathname.replace(/\/$/, '/index.html');
				const id = decodeURIComponent(url.hash.slice(1));
				const isThere = others.has(file) && (!id || files.get(file)?.includes(` id="${id}"`));
				if (!isThere) dead.push(`${path}: ${address}`);
			}
		}
		expect(pages().length).toBeGreaterThan(35);
		expect(dead).toEqual([]);
	});

	it('provide each page as Markdown, and list them all in llms.txt', () => {
		const listed = [...(files.get('/llms.txt') ?? '').matchAll(/\((\/\S+\.md)\): \S/g)];
		const markdown = [...files.keys()].filter((path) => path.endsWith('.md') && path !== '/index.md');
		expect(listed.map(([, path]) => path).sort()).toEqual(markdown.sort());
		expect(files.get('/errors.md')).toMatch(/^# Common errors\n\n\S.*\n\n/);
	});

	it('find an error message by search', async () => {
		const page = await browser.newPage({ baseURL: server.url });
		await page.goto('/');
		await page.getByRole('button', { name: 'Search' }).click();
		await page.locator('dialog input').first().fill('Slugline has nothing to build from');
		await page.locator('dialog a', { hasText: 'Every error' }).first().waitFor();
		await page.close();
	});

	it.each(['/', '/start/', '/live/', '/errors/', '/reference/loaders/', '/404.html'])(
		'have no axe violation on %s, and nothing wider than a phone',
		async (path) => {
			for (const [colorScheme, width] of [
				['light', 1280],
				['dark', 390],
			] as const) {
				const viewport = { width, height: 800 };
				const context = await browser.newContext({ baseURL: server.url, colorScheme, viewport });
				const page = await context.newPage();
				await page.goto(path);
				// A table that scrolls can be reached by the keyboard.
				await page.waitForFunction(() =>
					[...document.querySelectorAll('table')].every(
						(table) => table.scrollWidth <= table.clientWidth || table.tabIndex === 0,
					),
				);
				expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
				// Starlight's own button is labeled "Search", and also shows its shortcut.
				const axe = new AxeBuilder({ page }).exclude('button[data-open-modal]');
				const { violations } = await axe.analyze();
				expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
				await context.close();
			}
		},
	);

	it('are not rendered again by an unchanged build', async () => {
		const { stdout } = await build();
		expect(stdout).toMatch(/\b0 pages rendered, \d{2} kept/);
	}, 300_000);
});
