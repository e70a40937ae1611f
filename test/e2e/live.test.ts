import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { slugline } from '../cli/terminal.js';
import { listen } from '../support/listen.js';
import { liveConfig, openLive, secret, startServer } from '../support/live-site.js';
import { isLong } from '../support/long.js';

/** A number that changes whenever a page is rendered. */
const stamp = '<i>{Math.random()}</i>';

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A page that reads a story and then runs this code, below `src/pages`. */
const readingOther = (path: string, code: string, shown = '{entry.data.name}'): [string, string] => [
	`src/pages/${path}.astro`,
	`---
import { getLiveEntry } from 'astro:content';
import Late from '${'../'.repeat(path.split('/').length)}components/Late.astro';
export const prerender = false;
const { entry } = await getLiveEntry('live', 'other');
${code}
---
<html><body><p>${shown}</p>${stamp}</body></html>`,
];

/** Ways to make a page for one visitor alone, or to turn its cache off. */
const uncached = {
	off: 'Astro.cache.set(false)',
	cookie: "Astro.cookies.set('a', 'b')",
	reader: "Astro.cookies.get('a')",
	header: "Astro.request.headers.get('authorization')",
	agent: "Astro.request.headers.get('user-agent')",
	host: "Astro.request.headers.get('host')",
	forwarded: "Astro.request.headers.get('x-forwarded-host')",
	origin: "Astro.request.headers.get('origin')",
	names: '[...Astro.request.headers.keys()].join()',
	headers: '[...Astro.request.headers.entries()]',
	spread: '[...Astro.request.headers]',
	copied: "new Headers(Astro.request.headers).get('cookie')",
	cloned: "Astro.request.clone().headers.get('cookie')",
	address: 'Astro.clientAddress',
	locale: 'Astro.preferredLocale',
	session: "await Astro.session.get('name')",
	prototype: "Headers.prototype.get.call(Astro.request.headers, 'cookie')",
	request: "new Request(Astro.request).headers.get('cookie')",
	country: 'Astro.request.cf',
	locals: 'Astro.locals.user',
	private: "Astro.response.headers.set('Cache-Control', 'private')",
	error: 'Astro.response.status = 500',
	rewrites: "return Astro.rewrite('/way/host')",
	'to-reader': "return Astro.rewrite('/way/reader')",
	chosen: "return Astro.rewrite(Astro.cookies.has('a') ? '/other' : '/hello')",
};

/** A story with its own uuid, and the stories that it refers to. */
const page = (title: string, number: number, fields = '') =>
	`---\nname: ${title}\nuuid: ${uuid(number)}\ncontent:\n  component: article\n  title: ${title}\n${fields}---\nText.\n`;

const live = await openLive({
	'astro.config.mjs': liveConfig(undefined, "i18n: { locales: ['en', 'de'], defaultLocale: 'en' }"),
	'content/hello.md': page('First', 1, `  author: ${uuid(3)}\n`),
	'content/other.md': page('Other', 2, '  parts: [one, two]\n'),
	'content/people/ann.md': page('Ann', 3, `  city: ${uuid(4)}\n`),
	'content/cities/rome.md': page('Rome', 4),
	'content/blog/a.md': page('Post A', 5),
	'content/menu.md': page('Menu', 6),
	'content/gone.md': page('Gone', 7),
	'content/deep/one.md': page('Deep', 11, '  parts: nested\n'),
	'content/deep/two.md': page('Beside', 12),
	'content/brief.md': page('Brief', 13),
	'content/percent.md': page('Percent', 21).replace('name:', "path: '50%-off'\nname:"),
	'content/brackets.md': page('Brackets', 22).replace('name:', "path: 'offers/[new]'\nname:"),
	'content/umlaut.md': page('Umlaut', 23).replace('name:', "path: 'über uns'\nname:"),
	'src/pages/sitemap-live.xml.ts': `
import type { APIContext } from 'astro';
import { getLiveCollection } from 'astro:content';
import { routeOf } from 'astro-slugline/paths';
export const prerender = false;
export const GET = async ({ site, url }: APIContext) => {
	const { entries = [] } = await getLiveCollection('links');
	const routes = entries.flatMap(({ data }) => routeOf(data) ?? []);
	const pages = new Set(routes.flatMap(({ href, alternates }) => [href, ...alternates.map((one) => one.href)]));
	const urls = [...pages].map((href) => \`<url><loc>\${new URL(href, site ?? url)}</loc></url>\`);
	const xml = \`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\${urls.join('')}</urlset>\`;
	return new Response(xml, { headers: { 'content-type': 'application/xml' } });
};`,
	'content/never.md': page('Never asked for', 10),
	'content/datasources/colors.yaml': 'name: Colors\nentries:\n  - name: red\n    value: "#f00"\n',
	'src/components/Child.astro': `---
import { storyBySlug } from 'astro-slugline/content';
await new Promise((resolve) => setTimeout(resolve, 20));
const menu = await storyBySlug('menu', { collection: 'live' });
---
<em>{menu.data.content.title}</em>`,
	'src/pages/[...path].astro': `---
import { getLiveEntry } from 'astro:content';
import { resolve } from 'astro-slugline/content';
import { href } from 'astro-slugline/paths';
export const prerender = false;
const { entry } = await getLiveEntry('live', { path: Astro.url.pathname });
if (!entry) return new Response(null, { status: 404 });
const { content } = (await resolve(entry, { depth: 2 })).data;
---
<html><body><h1>{content.title}</h1><p>{content.author?.content?.city?.content?.title}</p><a href={href({ linktype: 'story', id: '${uuid(7)}' })}>gone</a>${stamp}</body></html>`,
	'src/pages/streamed.astro': `---
import { getLiveEntry } from 'astro:content';
import Child from '../components/Child.astro';
export const prerender = false;
await getLiveEntry('live', 'other');
---
<html><body><h1>Streamed</h1><Child />${stamp}</body></html>`,
	'src/pages/list.astro': `---
import { query } from 'astro-slugline/content';
export const prerender = false;
const posts = await query({ collection: 'live', startsWith: 'blog/', sort: 'name' });
---
<html><body><ul>{posts.map(({ data }) => <li>{data.name}</li>)}</ul>${stamp}</body></html>`,
	'src/pages/colors.astro': `---
import { getLiveCollection, getLiveEntry } from 'astro:content';
export const prerender = false;
const { entries } = await getLiveCollection('colors');
const { entry } = await getLiveEntry('links', '${uuid(2)}');
---
<html><body><b>{entries.map(({ id, data }) => id + data.value)}</b>{entry.data.slug}${stamp}</body></html>`,
	...Object.fromEntries([
		...Object.entries(uncached).map(([name, code]) => readingOther(`way/${name}`, `${code};`)),
		readingOther('way/own', 'Astro.cache.set({ maxAge: 60 });'),
		readingOther(
			'mutated',
			'Astro.cache.set(false);\nconst { parts } = entry.data.content;\nparts.reverse();',
			'{parts.join()}',
		),
		readingOther('fails', "throw new Error('fails');"),
		readingOther('broken', '', 'Early<Late />'),
		readingOther('broken-later', 'Astro.cache.set({ maxAge: 60 });', 'Early<Late />'),
		readingOther('[lang]/news', ''),
	]),
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
	'src/pages/dir.astro': `---
import { query } from 'astro-slugline/content';
export const prerender = false;
const startsWith = Astro.url.searchParams.get('in') ?? '';
const contentType = Astro.url.searchParams.get('type') ?? undefined;
const found = await query({ collection: 'live', startsWith, contentType });
---
<html><body>{found.map(({ data }) => <li>{data.name}</li>)}</body></html>`,
	'src/pages/for-a-moment.astro': `---
import { getLiveEntry } from 'astro:content';
export const prerender = false;
const { entry } = await getLiveEntry('live', 'brief');
if (!entry) return new Response(null, { status: 410 });
Astro.cache.set({ maxAge: 1, swr: 86_400 });
---
<html><body>{entry.data.name}</body></html>`,
	'src/pages/share.astro': `---
import { getLiveEntry } from 'astro:content';
export const prerender = false;
const { entry } = await getLiveEntry('live', 'other');
if (Astro.url.searchParams.get('own')) Astro.cache.set({ maxAge: 60 });
---
<html><body><a href={Astro.url.href}>share</a><p>{entry.data.name} from {Astro.url.searchParams.get('ref')}</p>${stamp}</body></html>`,
	'src/pages/large.astro': `---
import { getLiveEntry } from 'astro:content';
export const prerender = false;
const { entry } = await getLiveEntry('live', 'other');
---
<html><body><p>{entry.data.name}</p>{'text '.repeat(50_000)}${stamp}</body></html>`,
	'src/pages/slow.astro': `---
import { existsSync, writeFileSync } from 'node:fs';
import { getLiveEntry } from 'astro:content';

export const prerender = false;
const { entry } = await getLiveEntry('live', 'other');
if (Astro.url.searchParams.has('slow')) writeFileSync('read', '');
while (Astro.url.searchParams.has('slow') && !existsSync('go-on')) await new Promise((resolve) => setTimeout(resolve, 20));
---
<html><body><h1>{entry.data.content.title}</h1></body></html>`,
	'src/pages/plain.astro': `---
export const prerender = false;
---
<html><body>plain ${stamp}</body></html>`,
	'src/pages/static.astro': '<html><body>Static</body></html>',
});
// A server purges again for some seconds after a call, and everything if stories have moved since the build: tests that move some
// are last.
beforeEach(async () => {
	await live.server.stop();
	live.server = await startServer(live.site, live.service.env);
});
afterEach(() => expect(live.server.output()).not.toContain(live.service.space.tokens.public));

const stampOf = (text: string) => /<i>(.*)<\/i>/.exec(text)?.[1];

/** The stamp of a page after it was cached. */
async function cached(path: string): Promise<string | undefined> {
	await live.server.ask(path);
	const { cache, text } = await live.server.ask(path);
	expect([path, cache]).toEqual([path, 'HIT']);
	return stampOf(text);
}

/** Edits the folder, and sends the call that the service would send for a story. */
async function publish(files: Record<string, string>, id: number, slug: string, trigger = 'story.published') {
	await live.site.write(files);
	await live.service.space.refresh();
	expect(await live.server.call(trigger, { story_id: id, full_slug: slug })).toBe(202);
}

const idOf = async (slug: string): Promise<number> => {
	const { url, space } = live.service;
	const response = await fetch(`${url}/v2/cdn/stories/${slug}?token=${space.tokens.public}`);
	return (await response.json()).story.id;
};

/** Resolves when a page shows a text. */
const shows = (path: string, text: string) =>
	expect.poll(async () => (await live.server.ask(path)).text).toContain(text);

it('ships its routes with the server, and not where the cache has them', async () => {
	const code = Object.entries(await live.site.output()).filter(([path]) => /^server\/.*\.mjs$/.test(path));
	const text = code.map(([, content]) => content).join('\n');
	expect(text).toContain('/cities/rome/');
	expect(text).not.toContain('routes-default.');
});

it('shows what was published after a call, and keeps pages that show nothing of it', async () => {
	const { server } = live;
	await cached('/hello');
	const others = ['/other', '/list', '/colors', '/streamed'];
	const before = await Promise.all(others.map(cached));
	const id = await idOf('hello');
	expect(await server.call('story.published', { story_id: id, full_slug: 'hello' }, 'guessed')).toBe(401);
	await publish({ 'content/hello.md': page('Second', 1, `  author: ${uuid(3)}\n`) }, id, 'hello');
	await shows('/hello', '<h1>Second</h1>');
	const after = await Promise.all(others.map(async (path) => stampOf((await server.ask(path)).text)));
	// `liveLinks()` counts for every story.
	expect(after.filter((_, at) => others[at] !== '/colors')).toEqual(
		before.filter((_, at) => others[at] !== '/colors'),
	);
});

it('shows cached pages while the service fails, older content for others, and 503 for what it never had', async () => {
	const { server, service } = live;
	await cached('/list');
	service.isDown = true;
	expect((await server.ask('/list')).cache).toBe('HIT');
	await server.call('story.published', { story_id: 5, full_slug: 'blog/a' });
	await expect.poll(async () => (await server.ask('/list')).cache).toBeNull();
	const old = await server.ask('/list');
	expect([old.status, old.text.includes('Post A')]).toEqual([200, true]);
	const never = await server.ask('/never');
	expect([never.status, never.headers.get('retry-after'), never.headers.get('cache-control')]).toEqual([
		503,
		'5',
		'no-store',
	]);
	service.isDown = false;
	await expect.poll(async () => (await server.ask('/never')).status).toBe(200);
	await expect.poll(async () => (await server.ask('/list')).cache).toBe('HIT');
});

/** What `doctor` says of a server. */
async function examined(url: string, key = secret): Promise<string> {
	const { SLUGLINE_TOKEN, SLUGLINE_BASE_URL } = live.service.env;
	const { said } = await slugline(['doctor', '--endpoint', `${url}/_slugline/rebuild`], {
		env: {
			SLUGLINE_TOKEN: SLUGLINE_TOKEN ?? '',
			SLUGLINE_BASE_URL: SLUGLINE_BASE_URL ?? '',
			SLUGLINE_WEBHOOK_SECRET: key,
		},
	});
	const lines = said.split('\n');
	const rows = lines.flatMap((line, at) =>
		/ (?:Server|Cache|Purge): /.test(line) ? [line, lines[at + 1] ?? ''] : [],
	);
	const texts = rows
		.filter((line) => !/ (?:Node|Astro): |^$/.test(line))
		.map((line) => line.replace(/\d+\.\d s/, 'N s').replace(/\(\d+\)/, '(ID)'));
	return [...new Set(texts)].join('\n');
}

it('lets `doctor` check a server by a signed call and a page that it purges', async () => {
	const { server, site, service } = live;
	await cached('/other');
	const before = (await server.ask('/other')).text;
	expect(await examined(server.url)).toMatchInlineSnapshot(`
		"ok      Server: It accepts signed calls, and reads the space "Small" (ID) with its token.
		ok      Cache: The memory of the process caches pages. Each further process needs calls of its own.
		ok      Purge: A signed call purged the cached test page after N s."
	`);
	expect((await server.ask('/other')).text).toBe(before);
	expect(await examined(server.url, 'guessed')).toMatchInlineSnapshot(`
		"wrong   Server: It refuses calls that are signed with SLUGLINE_WEBHOOK_SECRET.
		        Give the server, the webhook, and this command the same secret."
	`);
	const bare = await startServer(site, { ...service.env, SLUGLINE_TOKEN: '' });
	expect(await examined(bare.url)).toMatchInlineSnapshot(`
		"wrong   Server: It accepts signed calls, but it cannot read the space: Live collections cannot be read: the environment of the server has no SLUGLINE_TOKEN.
		        Check SLUGLINE_TOKEN in the environment of the server.
		ok      Cache: The memory of the process caches pages. Each further process needs calls of its own."
	`);
	const unsafe = await startServer(site, { ...service.env, SLUGLINE_WEBHOOK_SECRET: '' });
	expect(await examined(unsafe.url)).toMatchInlineSnapshot(`
		"wrong   Server: It has no secret, so it refuses all calls and caches no live page.
		        Set SLUGLINE_WEBHOOK_SECRET in the environment of the server."
	`);
});

it('purges lists, relations two levels deep, a streamed child, and a datasource', async () => {
	await Promise.all(['/hello', '/list', '/streamed', '/colors'].map(cached));
	await publish({ 'content/cities/rome.md': page('Roma', 4) }, await idOf('cities/rome'), 'cities/rome');
	await shows('/hello', '<p>Roma</p>');
	await publish({ 'content/blog/b.md': page('Post B', 8) }, 8000, 'blog/b');
	await shows('/list', '<li>Post B</li>');
	await publish({ 'content/menu.md': page('Carte', 6) }, await idOf('menu'), 'menu');
	await shows('/streamed', '<em>Carte</em>');
	await live.site.write({
		'content/datasources/colors.yaml': 'name: Colors\nentries:\n  - name: red\n    value: "#e00"\n',
	});
	await live.service.space.refresh();
	await live.server.call('datasource.entries_updated', { datasource_slug: 'colors' });
	await shows('/colors', 'red#e00');
});

it('leaves pages uncached that turn it off, are for one visitor, failed, or read nothing live', async () => {
	const { server } = live;
	for (const name of Object.keys(uncached)) {
		const [one, two] = [await server.ask(`/way/${name}`), await server.ask(`/way/${name}`)];
		const isSame = stampOf(one.text) === stampOf(two.text);
		expect([name, two.cache, isSame]).toEqual([name, null, false]);
	}
	await cached('/way/own');
	expect((await server.ask('/plain')).cache).toBeNull();
	expect((await server.ask('/static')).text).toContain('Static');
	// What one page does with the story is not in another one.
	for (let visit = 0; visit < 3; visit++)
		expect((await server.ask('/mutated')).text).toContain('<p>two,one</p>');
});

it('shows the error page, and not half a page, if a page or its child fails, and caches neither', async () => {
	for (const path of ['/fails', '/broken', '/broken-later', '/broken-later']) {
		const { status, text, cache } = await live.server.ask(path);
		expect([path, status, text.includes('Early'), cache]).toEqual([path, 500, false, null]);
	}
	// Astro answers 404 for the default language in an address.
	expect((await live.server.ask('/de/news')).status).toBe(200);
	for (let visit = 0; visit < 2; visit++) {
		const { status, text } = await live.server.ask('/en/news');
		expect([status, text.includes('Lost')]).toEqual([404, true]);
	}
});

it('has no page at odd addresses, and keeps those with a query apart, whatever host a request names', async () => {
	const { ask } = live.server;
	const odd = ['/constructor', '/__proto__', '/toString', '/%00', '/other%2f', '/a'.repeat(200), '/OTHER'];
	for (const path of odd) {
		const { status } = await ask(`/at${path}`);
		expect([path, status >= 301 && status < 500]).toEqual([path, true]);
	}
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

it('shows nobody what another visitor has put into the address', async () => {
	const { ask } = live.server;
	for (const query of ['?ref=guest', '?utm_source=guest', '?REF=guest', '?ref=guest&own=1', '?']) {
		const { cache, text } = await ask(`/share${query}`);
		expect([query, cache, text.includes(`/share${query.slice(0, 4)}`)]).toEqual([query, null, true]);
	}
	await cached('/share');
	expect((await ask('/share?ref=guest')).text).not.toContain('guest');
	// Another page for each order would fill the cache with equal ones.
	await cached('/share?a=1&b=2');
	expect((await ask('/share?b=2&a=1&c=3')).cache).toBeNull();
});

it('stores no page for each query that a page does not read', async () => {
	const { ask, memory } = live.server;
	await cached('/large');
	const before = await memory();
	let next = 0;
	const visit = async () => {
		while (next < (isLong ? 20_000 : 200)) {
			const { cache } = await ask(`/large?x=${next++}`);
			if (cache !== null) throw new Error(`The cache answered with ${cache}.`);
		}
	};
	await Promise.all(Array.from({ length: 20 }, visit));
	expect((await memory()) - before).toBeLessThan(200_000_000);
	await cached('/large');
});

it('asks the service nothing for what no story can match, and once for texts that match the same', async () => {
	const { server, service } = live;
	await server.ask('/dir');
	const asked = async (queries: string[]) => {
		const before = service.requests.length;
		for (const query of queries) expect((await server.ask(`/dir?${query}`)).status).toBe(200);
		return service.requests.slice(before).filter((request) => !/[?&]per_page=1(?:&|$)/.test(request)).length;
	};
	const many = Array.from({ length: isLong ? 1000 : 100 }, (_, number) => `in=none-${number}`);
	expect(await asked(many)).toBe(0);
	expect(await asked(['in=bl', 'in=blo', 'in=blog', 'in=blog/', 'in=/blog', 'type=x', 'type=y'])).toBe(1);
	expect((await server.ask('/dir?in=blog/')).text).toContain('<li>Post A</li>');
	const { status, headers, text } = await server.ask('/dir?in=bl%00og');
	expect([status, headers.get('cache-control'), text]).toEqual([
		400,
		'no-store',
		'The address of this page has characters that it cannot have.\n',
	]);
	expect((await server.ask('/dir?in=blog/')).status).toBe(200);
});

it('leaves a story out that is nested too deep, and neither its list nor its page', async () => {
	const { service } = live;
	const levels = 1800;
	service.changed = (text) => text.replaceAll('"nested"', `${'['.repeat(levels)}1${']'.repeat(levels)}`);
	const server = await startServer(live.site, service.env);
	try {
		const list = await server.ask('/dir?in=deep/');
		expect([list.status, list.text.includes('Beside'), list.text.includes('Deep')]).toEqual([
			200,
			true,
			false,
		]);
		for (const path of ['/deep/one', '/deep/one'])
			expect(await server.ask(path)).toMatchObject({ status: 503, cache: null });
		expect(await server.ask('/deep/two')).toMatchObject({ status: 200, cache: 'MISS' });
		expect(server.output()).toContain(
			'The story `deep/one` is left out, because it is nested more than 1,000 levels deep.',
		);
	} finally {
		service.changed = (text) => text;
	}
	await server.stop();
});

it('forgets a page that is gone, although nothing called for it', async () => {
	const { server, site, service } = live;
	const { ask } = server;
	await cached('/for-a-moment');
	await site.remove('content/brief.md');
	await service.space.refresh();
	await expect.poll(async () => (await ask('/for-a-moment')).status, { timeout: 10_000 }).toBe(410);
	expect((await ask('/for-a-moment')).cache).toBeNull();
});

it('refuses a huge body and takes the next call', async () => {
	const { url, call } = live.server;
	const headers = { 'content-type': 'application/json' };
	const body = new Uint8Array(20_000_000);
	const response = await fetch(`${url}/_slugline/rebuild`, { method: 'POST', body, headers });
	expect(response.status).toBe(413);
	expect(await call('story.published', { story_id: 1, full_slug: 'other' })).toBe(202);
});

it('says in the log why visitors get 503', async () => {
	const { site, service } = live;
	for (const [token, reason] of [
		['wrong', /\b401\b/g],
		['', /has no SLUGLINE_TOKEN/g],
	] as const) {
		const server = await startServer(site, { ...service.env, SLUGLINE_TOKEN: token });
		for (let visit = 0; visit < 3; visit++) expect((await server.ask('/way/reader')).status).toBe(503);
		expect(server.output().match(reason)).toHaveLength(1);
		expect(server.output()).not.toContain('wrong');
		await server.stop();
	}
});

it('says once that a server without the secret of the webhook caches nothing', async () => {
	const { site, service } = live;
	const server = await startServer(site, { ...service.env, SLUGLINE_WEBHOOK_SECRET: '' });
	for (let visit = 0; visit < 2; visit++) expect((await server.ask('/way/reader')).cache).toBeNull();
	expect(server.output().match(/has no SLUGLINE_WEBHOOK_SECRET, so no live page is cached/g)).toHaveLength(1);
	await server.stop();
});

it('does not store a page that a purge overtook', async () => {
	const { server } = live;
	const slow = server.ask('/slow?slow');
	await expect.poll(() => existsSync(join(live.site.folder, 'read'))).toBe(true);
	await publish({ 'content/other.md': page('Overtaken', 2) }, await idOf('other'), 'other');
	await shows('/slow', '<h1>Overtaken</h1>');
	await live.site.write({ 'go-on': '' });
	expect((await slow).cache).toBeNull();
	expect((await server.ask('/slow?slow')).text).toContain('<h1>Overtaken</h1>');
});

it('asks the service for a purged page at most four times, however many visitors come at once', async () => {
	const { server, service } = live;
	const id = await idOf('other');
	await server.ask('/other');
	const before = service.requests.length;
	await publish({ 'content/other.md': page('Another', 2) }, id, 'other');
	const visits = await Promise.all(Array.from({ length: 500 }, () => server.ask('/other')));
	expect(visits.at(-1)?.text).toContain('<h1>Another</h1>');
	// Following the purge asks for the snapshot, too, which visitors share.
	const content = service.requests
		.slice(before)
		.filter((request) => !request.includes('per_page=1&') && !request.endsWith('per_page=1'));
	expect(content.map((request) => request.split('?')[0]).sort()).toEqual([
		'/v2/cdn/links',
		'/v2/cdn/stories/',
	]);
});

it('purges live pages, and starts one build of the static ones', async () => {
	const { service, site } = live;
	const builds: string[] = [];
	const host = await listen(async (request, response) => {
		const asked = [];
		for await (const chunk of request) asked.push(chunk);
		builds.push(Buffer.concat(asked).toString());
		// The host refuses the first call, which is repeated without another purge.
		response.writeHead(builds.length === 1 ? 500 : 200).end();
	});
	const server = await startServer(site, { ...service.env, SLUGLINE_BUILD_HOOK: `${host.url}/hook` });
	await server.ask('/other');
	await site.write({ 'content/other.md': page('Built', 2) });
	await service.space.refresh();
	const id = await idOf('other');
	const call = () => server.call('story.published', { story_id: id, full_slug: 'other' });
	expect(await Promise.all([call(), call(), call()])).toEqual([202, 202, 202]);
	await expect.poll(async () => (await server.ask('/other')).text).toContain('<h1>Built</h1>');
	await expect.poll(() => builds.length).toBe(2);
	expect(JSON.parse(builds[1] ?? '').askAgain.stories).toEqual([id]);
});

it('shows new pages, moved ones at their new address, and links to them; deleted ones are gone', async () => {
	const { server, site, service } = live;
	expect((await server.ask('/late')).status).toBe(404);
	await publish({ 'content/late.md': page('Late', 9) }, 9000, 'late');
	await shows('/late', '<h1>Late</h1>');

	await shows('/other', 'href="/gone/"');
	await site.remove('content/gone.md');
	await publish({ 'content/moved.md': page('Gone', 7) }, 7000, 'moved', 'story.moved');
	await shows('/moved', '<h1>Gone</h1>');
	await shows('/other', 'href="/moved/"');
	const old = await fetch(`${server.url}/gone?a=b`, { redirect: 'manual' });
	expect([old.status, old.headers.get('location')]).toEqual([308, '/moved/?a=b']);

	await site.remove('content/moved.md');
	await service.space.refresh();
	await server.call('story.deleted', { story_id: 7000, full_slug: 'moved' });
	await expect.poll(async () => (await server.ask('/moved')).status).toBe(404);
	await expect.poll(async () => (await server.ask('/other')).text).not.toContain('href="/moved/"');
});

it('has the pages at paths with signs, and all of them in a sitemap', async () => {
	const { server } = live;
	for (const [path, title] of [
		['/50%25-off/', 'Percent'],
		['/offers/%5Bnew%5D/', 'Brackets'],
		['/offers/[new]', 'Brackets'],
		['/%C3%BCber%20uns/', 'Umlaut'],
	])
		expect([path, (await server.ask(path ?? '')).text.match(/<h1>(.*?)</)?.[1]]).toEqual([path, title]);
	const { text } = await server.ask('/sitemap-live.xml');
	const paths = [...text.matchAll(/<loc>http:\/\/[^/]+(.*?)<\/loc>/g)].map(([, path]) => path);
	for (const path of ['/hello/', '/50%25-off/', '/offers/%5Bnew%5D/', '/%C3%BCber%20uns/'])
		expect(paths).toContain(path);
	expect(new Set(paths).size).toBe(paths.length);
});

it('goes on with its addresses while two stories have one path', async () => {
	const { server, service, site } = live;
	await publish(
		{ 'content/twin.md': page('Twin', 20).replace('name:', 'path: other\nname:') },
		20_000,
		'twin',
	);
	await publish({ 'content/other.md': page('Beside a twin', 2) }, await idOf('other'), 'other');
	await shows('/other', '<h1>Beside a twin</h1>');
	expect(server.output()).toContain('Live pages keep their addresses');
	await site.remove('content/twin.md');
	await service.space.refresh();
	await server.call('story.deleted', { story_id: 20_000, full_slug: 'twin' });
});
