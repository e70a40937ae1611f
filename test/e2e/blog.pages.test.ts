import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import redirects from '../../playground/blog/redirects.json' with { type: 'json' };
import { builtBlog, pagesOf } from '../support/blog.js';

// The output of the built playground, read from its files.

const folder = await builtBlog();
const pages = await pagesOf(folder);

const read = (path: string) => readFile(join(folder, path), 'utf8');

const origin = 'https://example.com';

function linksOf(html: string): string[] {
	return [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, href]) => href ?? '');
}

function alternatesOf(html: string): Record<string, string> {
	const links = html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g);
	return Object.fromEntries([...links].map(([, hreflang, href]) => [hreflang, href?.replace(origin, '')]));
}

it('has a page for every published story in every published language, at its path', () => {
	expect([...pages.keys()].filter((path) => path.startsWith('/practice/') || path === '/tides/')).toEqual([
		'/practice/',
		'/practice/a-turn-on-the-bollard/',
		'/practice/five-flags/',
		'/practice/slack-water/',
		'/practice/when-to-stand-up/',
		'/tides/',
	]);
	expect([...pages.keys()].filter((path) => path.startsWith('/fr/'))).toEqual([
		'/fr/',
		'/fr/archives/',
		'/fr/l-equipage/',
		'/fr/metier/',
		'/fr/metier/ce-qu-est-l-etale/',
		'/fr/metier/lire-une-table-des-marees/',
		'/fr/reportages/',
		'/fr/reportages/2025/il-rame-debout/',
		'/fr/reportages/2025/ni-moteur-ni-voile/',
		'/fr/reportages/2026/onze-minutes/',
		'/fr/reportages/2026/quarante-tours/',
	]);
});

it('shows the nearest language where a chain has no translation', async () => {
	expect([...pages.keys()].filter((path) => path.startsWith('/de-ch/'))).toEqual(['/de-ch/die-equipe/']);
	const html = pages.get('/de-ch/die-equipe/') ?? '';
	expect(html).toContain('<html lang="de-CH"');
	// Its crew, its menu, and the words around it are German.
	for (const text of ['ausser zu der einen', 'Chefredakteurin', '/de/reportagen/', 'Zum Text springen'])
		expect(html).toContain(text);
	expect(await read('de-ch/reportagen/index.html')).toContain('content="0;url=/de/reportagen/"');
});

it('contains no draft and no unpublished translation', () => {
	for (const [path, html] of pages) {
		expect(html, path).not.toContain('A turn (and a half)');
		expect(html, path).not.toContain('skipper’s dog');
		expect(html, path).not.toContain("skipper's dog");
		expect(html, path).not.toContain('Die Ersatzfähre');
		expect(html, path).not.toContain('Übersetzung in Arbeit');
	}
	expect(pages.get('/practice/a-turn-on-the-bollard/')).toContain('A turn on the bollard');
	expect(pages.get('/features/2026/the-relief-boat/')).toContain('The relief boat');
});

it('has no dead links or anchors', () => {
	const moved = new Set(redirects.map(({ from }) => `${from}/`));
	for (const [path, html] of pages) {
		for (const href of linksOf(html)) {
			if (moved.has(href)) continue;
			const [target, anchor] = href.startsWith('#') ? [path, href.slice(1)] : href.split('#');
			const page = pages.get(target ?? '');
			expect(page, `${path} links to ${href}`).toBeDefined();
			if (anchor) expect(page, `${path} links to ${href}`).toContain(`id="${anchor}"`);
		}
	}
});

it('lists the same alternates on all languages of a page, with one x-default', () => {
	for (const [path, html] of pages) {
		const alternates = alternatesOf(html);
		expect(Object.values(alternates), path).toContain(path);
		expect(alternates['x-default'], path).toBe(alternates['en']);
		for (const other of Object.values(alternates)) {
			expect(alternatesOf(pages.get(other) ?? ''), `${path} and ${other}`).toEqual(alternates);
		}
		expect(html).toContain(`<link rel="canonical" href="${origin}${path}"`);
	}
});

it('lists every page in the sitemap, and the newest articles of each language in a feed', async () => {
	const sitemap = await read('sitemap-0.xml');
	const listed = [...sitemap.matchAll(/<loc>([^<]*)/g)].map(([, url = '']) => url.replace(origin, ''));
	expect(listed.sort()).toEqual([...pages.keys()].sort());
	expect(sitemap).toContain(`hreflang="fr" href="${origin}/fr/reportages/2026/quarante-tours/"`);

	for (const [path, newest] of [
		['rss.xml', '/logbook/the-gull-on-the-0712/'],
		['de/rss.xml', '/de/reportagen/2026/vierzig-umdrehungen/'],
		['fr/rss.xml', '/fr/reportages/2026/quarante-tours/'],
	] as const) {
		const feed = await read(path);
		expect(feed.match(/<item>.*?<link>([^<]*)/)?.[1], path).toBe(`${origin}${newest}`);
		expect(feed.match(/<title>[^<]*/)?.[0]).toBe(
			pages
				.get(newest)
				?.match(/<meta property="og:site_name" content="([^"]*)"/)?.[1]
				?.replace(/^/, '<title>'),
		);
	}
});

it('redirects the old path of a moved story', async () => {
	expect(await read('logbook/the-gull/index.html')).toContain('url=/logbook/the-gull-on-the-0712/');
});

it('reports which stories each page read', async () => {
	const report: Record<string, { stories: string[]; collections: string[] }> = JSON.parse(
		await read('page-report.json'),
	);
	expect(report['/features/2026/forty-turns']?.stories).toEqual(
		expect.arrayContaining(['Mireille Audran', 'How to read a tide table']),
	);
	expect(report['/features/2026/forty-turns']?.collections).toContain('waters');
	for (const path of pages.keys()) expect(report[path.replace(/(.)\/$/, '$1')], path).toBeDefined();
});

it('has photographs in several sizes, downloaded from the stand-in for the image service', async () => {
	const html = pages.get('/practice/slack-water/') ?? '';
	const [, srcset = ''] = /srcset="([^"]*)"/.exec(html) ?? [];
	const files = srcset.split(', ').map((candidate) => candidate.split(' ')[0] ?? '');
	expect(files).toHaveLength(4);
	for (const file of files) {
		expect(file).toMatch(/^\/assets\/slack-water\.[\da-f]+\.webp$/);
		expect((await readFile(join(folder, file))).toString('latin1', 8, 12)).toBe('WEBP');
	}
});
