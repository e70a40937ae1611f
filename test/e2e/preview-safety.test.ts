import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { caches } from '../astro/server/providers.js';
import { sessionHeaders } from '../preview/tickets.js';
import { serveBuilt } from '../support/built-server.js';
import { editorParameters } from '../support/editor-page.js';
import { config, createSite, nodeAdapter, plainSite, storyRoute } from '../support/site.js';

const files = {
	...plainSite,
	'package.json': '{ "type": "module", "dependencies": { "@astrojs/node": "*" } }',
	'astro.config.mjs': config(
		`{ defaultLanguage: 'en', preview: { deployed: true } }`,
		`cache: { provider: { name: 'every', entrypoint: new URL('./cache.mjs', import.meta.url) } }, ${nodeAdapter}`,
	),
	// Astro's cache in memory, with the headers by which hosts store what is behind them.
	'cache.mjs': `import memoryCache from 'astro/cache/memory';
const hosts = ['Netlify', 'Vercel', 'Cloudflare'];
export default (config) => ({
	...memoryCache(config),
	setHeaders({ maxAge, tags = [] }) {
		const control = 'max-age=' + maxAge;
		const headers = new Headers({ 'CDN-Cache-Control': control, 'Cache-Tag': tags.join(',') });
		for (const host of hosts) headers.set(host + '-CDN-Cache-Control', control);
		return headers;
	},
});`,
	'src/middleware.ts': `
export const onRequest = async ({ cache, url }, next) => {
	const response = await next();
	if (cache.enabled && url.pathname.includes('live')) cache.set({ maxAge: 60, tags: ['late'] });
	return response;
};`,
	'src/pages/[...path].astro': storyRoute(
		`<html><head><title>{story.data.name}</title></head><body><h1>{story.data.content.title}</h1></body></html>`,
		{
			code: `// What is set while a page renders counts for the whole response.
if (Astro.cache.enabled) Astro.cache.set({ maxAge: 3600, tags: ['pages'] });
if (story.data.content.title === 'broken') throw new Error('It broke.');
if (story.data.content.title === 'moved') return Astro.redirect('/live');`,
		},
	),
	// As a page makes it that knows the site's address, which is HTTPS in front of a proxy.
	'src/pages/away.astro': "---\nreturn Astro.redirect('https://' + Astro.url.host + '/live');\n---",
	'src/pages/paths/[slug].astro': `---
import { getEntry } from 'astro:content';
export const getStaticPaths = async () => {
	const { title } = (await getEntry('pages', 'home')).data.content;
	if (title === 'throw') throw new Error('No paths today.');
	if (title === 'wait') await new Promise((resolve) => setTimeout(resolve, 20_000));
	return [{ params: { slug: 'one' } }];
};
---
<html><head><title>Paths</title></head><body><h1>Paths</h1></body></html>`,
	// Code that both a static page and one on demand import, and that reads content once.
	'src/shared.ts': `import { getEntry } from 'astro:content';
export const title = (await getEntry('pages', 'home')).data.content.title;`,
	'src/pages/shared.astro': `---
import { title } from '../shared';
---
<html><head><title>Shared</title></head><body><h1>{title}</h1></body></html>`,
	// Code that goes on after a page that started it.
	'src/later.ts': `import { getEntry } from 'astro:content';
export const found: string[] = [];
const look = async () => found.push((await getEntry('pages', 'home')).data.content.title);
export const lookLater = () => setTimeout(look, 300);`,
	'src/pages/later.astro': `---
import { lookLater } from '../later';
lookLater();
---
<html><head><title>Later</title></head><body><h1>Later</h1></body></html>`,
	'src/pages/found.astro': `---
import { found } from '../later';
export const prerender = false;
---
<html><head><title>Found</title></head><body><h1>{found.join()}</h1></body></html>`,
	'src/pages/live-shared.astro': `---
import { title } from '../shared';
export const prerender = false;
---
<html><head><title>Shared</title></head><body><h1>{title}</h1></body></html>`,
	'src/pages/live.astro': `---
import { getEntry } from 'astro:content';

export const prerender = false;
Astro.cache.set({ maxAge: 3600, tags: ['live'] });
Astro.response.headers.set('Surrogate-Control', 'max-age=3600');
Astro.response.headers.set('Vercel-CDN-Cache-Control', 'max-age=3600');
const { data } = await getEntry('pages', 'home');
---
<html><head><title>Live</title></head><body><h1>{data.content.title}</h1></body></html>`,
	'space/space.yaml':
		'name: Small\nid: 4711\ntokens: { public: the-public-token, preview: the-preview-token }\n',
	'space/home.md':
		'---\nid: 1\nname: Home\ncontent: { _uid: root, component: page, title: Published }\n---\n',
	'space/home.draft.md': '---\ncontent: { _uid: root, component: page, title: Saved secret }\n---\n',
	'space/gone.md': '---\nid: 2\nname: Gone\ncontent: { component: page, title: Gone }\n---\n',
};

const hosts = ['Netlify', 'Vercel', 'Cloudflare'];

/** A response as the cache of a host takes it: the first of these headers decides. */
async function toStore(host: string, response: Response) {
	const names = [`${host}-cdn-cache-control`, 'cdn-cache-control', 'surrogate-control', 'cache-control'];
	const control = names.map((name) => response.headers.get(name)).find((value) => value !== null) ?? '';
	const isStored = /(?:max-age|public)/.test(control) && !/private|no-store/.test(control);
	return { text: await response.text(), tags: isStored ? ['live'] : null };
}

const signer = { space: 4711, token: 'the-preview-token' };

const site = await createSite(files);
const server = await serveBuilt(site);

const signed = (path: string, id = 1, by = signer) =>
	`${server.url}/_slugline/preview${path}?${editorParameters({ id }, by)}`;

/** What the client of a page asks, with a ticket of the session. */
async function ask(body: object, storyId = 1, started = Date.now(), more: Record<string, string> = {}) {
	const response = await fetch(`${server.url}/_slugline/preview/`, {
		method: 'POST',
		headers: { ...(await sessionHeaders(server.url, { storyId, started })), ...more },
		body: JSON.stringify(body),
	});
	const { message, page, address } = await response.json();
	return { status: response.status, message, html: page?.html, address };
}

const typed = (title: string, path = '/home') => ({
	...{ do: 'render', path },
	story: { id: 1, name: 'Home', content: { _uid: 'root', component: 'page', title } },
});

describe('a deployed site with a route cache', () => {
	it('shows drafts to editors, and to nobody else, whatever was asked for before', async () => {
		const asEditor = [signed('/home'), signed('/live')];
		for (const address of asEditor) {
			const response = await fetch(address);
			expect(response.headers.get('cache-control')).toBe('private, no-store');
			expect(response.headers.has('x-astro-cache') && response.headers.get('x-astro-cache')).not.toBe('HIT');
			expect(await response.text()).toContain('Saved secret');
		}
		for (const path of ['/home', '/live'])
			expect((await ask(typed('Typed secret', path))).html).toContain('Typed secret');
		const stranger = async (address: string, init: RequestInit = {}) => {
			const response = await fetch(address, { redirect: 'manual', ...init });
			const text = await response.text();
			expect(`${JSON.stringify([...response.headers])}${text}`, address).not.toMatch(/secret/);
			return { status: response.status, text };
		};
		for (const path of ['/home', '/live']) {
			expect(await stranger(`${server.url}${path}`)).toMatchObject({
				text: expect.stringContaining('Published'),
			});
			const bare = `${server.url}/_slugline/preview${path}`;
			expect((await stranger(bare)).status).toBe(403);
			expect((await stranger(`${bare}/`)).status).toBe(403);
			expect((await stranger(`${bare}?_storyblok=1`)).status).toBe(403);
			expect((await stranger(`${bare}?_slugline_ticket=x.y`)).status).toBe(403);
			expect((await stranger(bare, { method: 'HEAD' })).status).toBe(403);
			for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) await stranger(bare, { method });
		}
		await stranger(`${server.url}/_slugline/preview/`);
		await stranger(`${server.url}/_slugline/preview/@client`);
		await stranger(`${server.url}/nowhere`);
		// Caches keep neither the first answer nor a refusal.
		for (const address of asEditor) expect(await (await fetch(address)).text()).toContain('Saved secret');
		expect(server.output()).not.toMatch(/secret|the-preview-token/);
	});

	it.each(hosts)('leaves nothing of a draft in the cache of: %s', async (host) => {
		const cache = caches[host]?.(() => 0) ?? expect.unreachable(host);
		const visit = (address: string) =>
			cache.ask(address, async () => toStore(host, await fetch(server.url + address)));
		const draft = signed('/live').slice(server.url.length);
		const bare = '/_slugline/preview/live';
		expect(await visit(draft)).toContain('Saved secret');
		for (const address of [bare, '/live', '/home', bare])
			expect(await visit(address)).not.toContain('secret');
		for (const address of [draft, bare]) expect(await cache.stored(address), address).toBeUndefined();
		expect(await cache.stored('/live')).toContain('Published');
	});

	it('shows visitors what a module read that preview loaded first', async () => {
		await server.restart();
		expect((await fetch(signed('/home'))).status).toBe(200);
		await ask(typed('Typed secret', '/shared'));
		expect(await (await fetch(`${server.url}/live-shared`)).text()).toContain('Published');
	});

	it('shows visitors nothing that a page in preview has started, and that ends after it', async () => {
		await ask(typed('Typed secret', '/later'));
		const found = async () => /<h1>(.*?)<\/h1>/.exec(await (await fetch(`${server.url}/found`)).text())?.[1];
		await expect.poll(found).not.toBe('');
		expect(await found()).toBe('Published');
	});

	it('has neither the token nor a draft in any file', async () => {
		const files = Object.values(await site.output());
		expect(files.length).toBeGreaterThan(10);
		for (const text of files) expect(text).not.toMatch(/the-preview-token|the-public-token|Saved secret/);
	});

	it('rejects a ticket for another host', async () => {
		const sent = request(`${server.url}/_slugline/preview/`, {
			method: 'POST',
			headers: { ...(await sessionHeaders(server.url)), host: 'evil.example' },
		});
		sent.end(JSON.stringify({ do: 'render', path: '/home' }));
		const [response] = (await once(sent, 'response')) as [IncomingMessage];
		expect(response.statusCode).toBe(403);
		expect((await response.toArray()).join('')).not.toContain('secret');
	});

	it('ignores what is no page', async () => {
		for (const path of [
			'/../../package.json',
			'/..%2f..%2fpackage.json',
			'/%2e%2e/%2e%2e/package.json',
			'//evil.example/x',
		]) {
			const response = await fetch(
				`${server.url}/_slugline/preview${path}?${editorParameters({ id: 1 }, signer)}`,
			);
			expect(await response.text()).not.toContain('dependencies');
			expect(new URL(response.url).origin).toBe(server.url);
		}
		// Astro's address of this request is `/_slugline/`, though its route is that of preview.
		const outside = await fetch(`${server.url}/_slugline/preview/..%5c`);
		expect([outside.status, await outside.text()]).toEqual([
			403,
			expect.stringContaining('does not come from the editor'),
		]);
		const html = '<script>alert(1)</script>';
		const { status, message } = await ask({ do: 'render', path: `/${html}` });
		expect([status, String(message)]).not.toContain(html);
	});
});

describe('behind a proxy', () => {
	const origin = 'https://example.com';

	it('takes requests of its own pages, as the browser says, if the proxy has changed the host', async () => {
		const from = (site: string) => ask(typed('Typed'), 1, Date.now(), { origin, 'sec-fetch-site': site });
		expect((await from('same-origin')).html).toContain('Typed');
		for (const other of ['same-site', 'cross-site', 'none', ''])
			expect(await from(other)).toMatchObject({
				status: 403,
				message: 'Preview only accepts requests from its own pages.',
			});
	});

	it('follows a redirect to HTTPS on its own host', async () => {
		const { address } = await ask({ do: 'visit', path: '/away' });
		const page = await fetch(server.url + address);
		expect(new URL(page.url).pathname).toBe('/_slugline/preview/live');
		expect(await page.text()).toContain('<title>Live</title>');
	});
});

describe('what goes wrong has a sentence', () => {
	it('in pages', async () => {
		expect(await ask(typed('broken'))).toMatchObject({
			status: 500,
			message: 'The page could not be rendered with this content. The log of the server shows the error.',
		});
		expect(await ask(typed('throw', '/paths/one'))).toMatchObject({
			status: 500,
			message:
				'The function getStaticPaths() of src/pages/paths/[slug].astro failed with this content: No paths today.',
		});
		expect((await ask(typed('Fine'))).html).toContain('Fine');
	});

	it.runIf(process.env['SLUGLINE_LONG'])('about paths that take too long', async () => {
		expect(await ask(typed('wait', '/paths/one'))).toMatchObject({
			status: 500,
			message: expect.stringMatching(/^The function getStaticPaths\(\) of .* takes longer than 10 seconds\./),
		});
	});

	it('about a page that redirects with what is typed', async () => {
		expect(await ask(typed('moved'))).toMatchObject({
			status: 404,
			message:
				'With this content, the page redirects to /live. Save the story and open it again to go there.',
		});
	});

	it('about a session that has ended', async () => {
		expect(await ask(typed('Late'), 1, Date.now() - 13 * 3_600_000)).toMatchObject({
			status: 403,
			message: expect.stringMatching(
				/^Preview of this page has ended, .* Open the story in the editor again\.$/,
			),
		});
	});

	it('about a page that the site does not have', async () => {
		const { address } = await ask({ do: 'visit', path: '/nowhere' });
		const page = await fetch(server.url + address);
		expect([page.status, await page.text()]).toEqual([
			404,
			expect.stringContaining('This site has no page with this address.'),
		]);
	});

	it('about a story that was deleted', async () => {
		expect((await ask({ do: 'refresh', path: '/gone' }, 2)).status).toBe(200);
		await server.saved(() => site.remove('space/gone.md'));
		const { status, message } = await ask({ do: 'refresh', path: '/gone' }, 2);
		expect([status, message]).toEqual([
			404,
			'The space has no story 2. If it is new, save it and open it again.',
		]);
		const page = await fetch(signed('/gone', 2));
		expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('has no story 2')]);
	});

	it('about the preview token', async () => {
		await server.restart({ SLUGLINE_PREVIEW_TOKEN: 'another-preview-token' });
		const old = await fetch(signed('/home'));
		expect([old.status, await old.text()]).toEqual([
			403,
			expect.stringContaining('did not sign this address'),
		]);
		const refused = await fetch(signed('/home', 1, { ...signer, token: 'another-preview-token' }));
		const html = await refused.text();
		expect([refused.status, html]).toEqual([
			502,
			expect.stringContaining('The API refused the preview token'),
		]);
		expect(html).not.toContain('another-preview-token');
		await server.restart({ SLUGLINE_PREVIEW_TOKEN: '' });
		const off = await fetch(signed('/home'));
		expect([off.status, await off.text()]).toEqual([
			403,
			expect.stringContaining('there is no preview token'),
		]);
	});

	it('about a service that is down', async () => {
		await server.restart();
		expect((await fetch(signed('/home'))).status).toBe(200);
		await server.stopService();
		// What was read goes on for a while.
		expect((await ask(typed('Still here'))).html).toContain('Still here');
		const { status, message } = await ask({ do: 'refresh', path: '/home' });
		expect([status, message]).toEqual([503, expect.stringMatching(/^The drafts could not be read\. /)]);
		expect(message).not.toContain('the-preview-token');
	});
});

it('asks for an adapter, with one sentence', async () => {
	const without = await createSite({
		...plainSite,
		'astro.config.mjs': config(`{ defaultLanguage: 'en', preview: { deployed: true } }`),
		'space/space.yaml': files['space/space.yaml'],
		'space/home.md': files['space/home.md'],
	});
	const { code, output } = await without.build({ SLUGLINE_TOKEN: 'the-public-token' });
	expect([code, output]).toEqual([1, expect.stringContaining('but astro.config has no adapter')]);
});
