import { beforeAll, expect, it } from 'vitest';
import { builtBlog, pagesOf } from '../support/blog.js';

// What the built playground holds, read from its files.

let pages: Map<string, string>;
beforeAll(async () => {
	pages = await pagesOf(await builtBlog());
}, 300_000);

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

it('has no page for authors, categories and settings', () => {
	const strangers = [...pages.keys()].filter((path) => /author|categor|setting/.test(path));
	expect(strangers).toEqual([]);
});

it('holds nothing of drafts and of the unpublished translation', () => {
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

it('links to nothing that is not there, anchors included', () => {
	for (const [path, html] of pages) {
		for (const href of linksOf(html)) {
			const [target, anchor] = href.startsWith('#') ? [path, href.slice(1)] : href.split('#');
			const page = pages.get(target ?? '');
			expect(page, `${path} links to ${href}`).toBeDefined();
			if (anchor) expect(page, `${path} links to ${href}`).toContain(`id="${anchor}"`);
		}
	}
});

it('names the same alternates on every one of them, and one x-default', () => {
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
