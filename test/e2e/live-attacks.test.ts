import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Live, liveConfig, openLive, startServer, story } from '../support/live-site.js';

// Pages that are made for one visitor, and requests that try to change what others see.

const page = (code: string, shown = '{Math.random()}') => `---
import { getLiveEntry } from 'astro:content';
export const prerender = false;
const { entry } = await getLiveEntry('live', 'other');
${code}
---
<html><body><h1>{entry.data.content.title}</h1><p>${shown}</p></body></html>`;

const personal = {
	host: "Astro.request.headers.get('host')",
	forwarded: "Astro.request.headers.get('x-forwarded-host')",
	origin: "Astro.request.headers.get('origin')",
	names: '[...Astro.request.headers.keys()].join()',
	address: 'Astro.clientAddress',
	locale: 'Astro.preferredLocale',
	session: "await Astro.session.get('name')",
};

let live: Live;
beforeAll(async () => {
	live = await openLive({
		'astro.config.mjs': liveConfig(undefined, "i18n: { locales: ['en', 'de'], defaultLocale: 'en' }"),
		'content/other.md': story('Other', '  parts: [one, two]\n'),
		...Object.fromEntries(
			Object.entries(personal).map(([name, code]) => [
				`src/pages/personal/${name}.astro`,
				page(`const found = ${code};`, '{found}'),
			]),
		),
		'src/pages/mutated.astro': page(
			'Astro.cache.set(false);\nentry.data.content.parts.reverse();\nconst { parts } = entry.data.content;',
			'{parts.join()}',
		),
		'src/pages/rewrites.astro': page("return Astro.rewrite('/personal/host');"),
		'src/pages/visitor.astro': page("const name = Astro.cookies.get('name')?.value;", '{name}'),
		'src/pages/to-visitor.astro': page("return Astro.rewrite('/visitor');"),
		'src/pages/fails.astro': page("throw new Error('fails');"),
		'src/pages/[...path].astro': `---
export const prerender = false;
return new Response(null, { status: 404 });
---`,
		'src/pages/broken.astro': `---
import { getLiveEntry } from 'astro:content';
import Late from '../components/Late.astro';
export const prerender = false;
await getLiveEntry('live', 'other');
---
<html><body>Early<Late /></body></html>`,
		'src/pages/broken-later.astro': `---
import { getLiveEntry } from 'astro:content';
import Late from '../components/Late.astro';
export const prerender = false;
Astro.cache.set({ maxAge: 60 });
await getLiveEntry('live', 'other');
---
<html><body>Early<Late /></body></html>`,
		'src/pages/[lang]/news.astro': page(''),
		'src/pages/404.astro': '<html><body>Lost</body></html>',
		'src/pages/at/[...path].astro': `---
import { getLiveEntry } from 'astro:content';
import { routeOf } from 'astro-slugline/paths';

export const prerender = false;
const { entry } = await getLiveEntry('live', { path: Astro.url.pathname.slice(3) });
if (!entry) return new Response(null, { status: 404 });
---
<html><body>{routeOf(entry).href}{Astro.url.href}</body></html>`,
		'src/components/Late.astro': "---\nawait null;\nthrow new Error('late');\n---\n",
	});
});
afterAll(() => live?.end());

it.each([...Object.keys(personal).map((name) => `/personal/${name}`), '/rewrites', '/to-visitor'])(
	'caches nothing of %s',
	async (path) => {
		for (let visit = 0; visit < 2; visit++) expect((await live.server.ask(path)).cache).toBeNull();
	},
);

it('answers 500 for a page that fails beside a page for all paths', async () => {
	expect((await live.server.ask('/fails')).status).toBe(500);
});

it('shows each visitor the story, whatever another page did with it', async () => {
	for (let visit = 0; visit < 3; visit++)
		expect((await live.server.ask('/mutated')).text).toContain('<p>two,one</p>');
});

it('shows the error page, and not half a page, if a child fails', async () => {
	for (const path of ['/broken', '/broken-later', '/broken-later']) {
		const { status, text, cache } = await live.server.ask(path);
		expect([path, status, text.includes('Early'), cache]).toEqual([path, 500, false, null]);
	}
});

it('keeps a page that Astro answers with 404, because of its language, out of the cache', async () => {
	expect((await live.server.ask('/de/news')).status).toBe(200);
	for (let visit = 0; visit < 2; visit++) {
		const { status, text } = await live.server.ask('/en/news');
		expect([status, text.includes('Lost')]).toEqual([404, true]);
	}
});

it.each(['/constructor', '/__proto__', '/toString', '/%00', '/other%2f', '/a'.repeat(200), '/OTHER'])(
	'has no page at %s',
	async (path) => {
		expect((await live.server.ask(`/at${path}`)).status).toBeGreaterThanOrEqual(301);
		expect((await live.server.ask(`/at${path}`)).status).toBeLessThan(500);
	},
);

it('keeps pages of addresses with a query apart, and does not believe what names another host', async () => {
	const { ask } = live.server;
	const headers = {
		'x-forwarded-host': 'evil.example',
		'x-forwarded-proto': 'https',
		'x-rewrite-url': '/evil',
	};
	expect((await ask('/at/other?a=1', { headers })).text).not.toContain('evil');
	expect((await ask('/at/other?a=1')).text).toContain('/at/other?a=1');
	expect((await ask('/at/other?a=1')).cache).toBe('HIT');
	expect((await ask('/at/other?a=2')).text).toContain('/at/other?a=2');
});

it('refuses a huge body and takes the next call', async () => {
	const { url, call } = live.server;
	const body = new Uint8Array(20_000_000);
	const response = await fetch(`${url}/_slugline/rebuild`, {
		method: 'POST',
		body,
		headers: { 'content-type': 'application/json' },
	});
	expect(response.status).toBe(413);
	expect(await call('story.published', { story_id: 1, full_slug: 'other' })).toBe(202);
});

it('says in the log why visitors get 503', async () => {
	const server = await startServer(live.site, { ...live.service.env, SLUGLINE_TOKEN: 'wrong' });
	for (let visit = 0; visit < 3; visit++) expect((await server.ask('/visitor')).status).toBe(503);
	expect(server.output().match(/401/g)).toHaveLength(1);
	expect(server.output()).not.toContain('wrong');
	await server.stop();
	const bare = await startServer(live.site, { ...live.service.env, SLUGLINE_TOKEN: '' });
	expect((await bare.ask('/visitor')).status).toBe(503);
	expect(bare.output()).toContain('SLUGLINE_TOKEN');
	await bare.stop();
});
