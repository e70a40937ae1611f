import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openSpace, page, storyFile } from './open-space.js';

const files = { 'a.md': storyFile('', 'component: page\ntitle: A\n'), 'b/c.md': page };

test.each([
	['stories?page=-1', '422 page must be greater than or equal to 1'],
	['stories?page=two', '400 page must be an integer'],
	['stories?per_page=10000', '422 per_page must be less than or equal to 100'],
	['stories?per_page=0', '422 per_page must be greater than or equal to 1'],
	['stories?per_page=1e2', '400 per_page must be an integer'],
	['stories?version=newest', '400 version must be draft or published'],
	['stories?sort_by=name', '400 Invalid sort_by: name'],
	['stories?is_startpage=yes', '400 is_startpage must be 0 or 1'],
	['stories?level=top', '400 level must be an integer'],
	['stories?published_at_gt=yesterday', '400 published_at_gt must be a date of the form YYYY-MM-DD HH:MM'],
	['stories?resolve_relations=author', '400 resolve_relations must be a list of component.field'],
	['stories?resolve_relations=a.b&resolve_level=3', '422 resolve_level must be less than or equal to 2'],
	['stories?resolve_links=all', '400 resolve_links must be story, url or link'],
	['stories?starts_with=a%00', '400 The query contains a null character'],
	['stories?starts_with=%zz', '400 The query is malformed'],
	['stories?starts_with=%ff', '400 The query is malformed'],
	['stories/%ff?', '400 The path is malformed'],
	['stories/a%00?', '400 The path contains a null character'],
	['links?with_parent=blog', '400 with_parent must be an integer'],
	['links?include_dates=all', '400 include_dates must be 0 or 1'],
	['links?per_page=1001', '422 per_page must be less than or equal to 1000'],
	['datasource_entries?per_page=1001', '422 per_page must be less than or equal to 1000'],
])('%s is refused', async (address, refusal) => {
	const { space } = await openSpace(files);
	const response = await space.fetch(`${space.url}/v2/cdn/${address}&token=${space.tokens.public}`);
	const { error, ...more } = await response.json();
	expect([`${response.status} ${error}`, more]).toEqual([refusal, {}]);
});

test('missing resources respond with 404, after the token is checked', async () => {
	const { ask } = await openSpace(files);
	const missing = { status: 404, body: ['This record could not be found'] };
	for (const path of [
		'/v2/cdn/nothing',
		'/v2/cdn/tags/x',
		'/v2/cdn/spaces/4711',
		'/v2/cdn/',
		'/',
		'/v2',
		'/favicon.ico',
	]) {
		expect(await ask(path)).toMatchObject(missing);
	}
	expect((await ask('/v2/cdn/nothing', { token: 'nobody' })).status).toBe(401);
	expect((await ask('/v2/cdn/stories/nothing', { token: 'nobody' })).status).toBe(401);
});

test('a client that has a body is told so, until the body changes', async () => {
	const { space } = await openSpace(files);
	const address = `${space.url}/v2/cdn/stories/a?version=draft&token=${space.tokens.preview}`;
	const etag = (await space.fetch(address)).headers.get('ETag') ?? '';
	expect(etag).toMatch(/^W\/".+"$/);
	const again = () => space.fetch(address, { headers: { 'If-None-Match': `"other", ${etag}` } });
	const known = await again();
	expect([known.status, await known.text(), known.headers.get('ETag')]).toEqual([304, '', etag]);
	await space.edit.write('a', { content: { title: 'B' } });
	const changed = await again();
	expect([changed.status, (await changed.json()).story.content.title]).toEqual([200, 'B']);
	expect(changed.headers.get('ETag')).not.toBe(etag);
	const refused = await space.fetch(`${space.url}/v2/cdn/stories/a`);
	expect([refused.status, refused.headers.has('ETag')]).toEqual([401, false]);
});

test('tags come on one page unless pages are asked for', async () => {
	const { ask } = await openSpace({ 'a.md': storyFile('tag_list: [b, a, c]\n', 'component: page\n') });
	const names = async (query: Record<string, number>) => {
		const { headers, body } = await ask('/v2/cdn/tags', { version: 'published', ...query });
		return [headers.get('total'), body.tags.map(({ name }: { name: string }) => name).join('')];
	};
	expect(await names({})).toEqual(['3', 'abc']);
	expect(await names({ per_page: 2 })).toEqual(['3', 'ab']);
	expect(await names({ per_page: 2, page: 2 })).toEqual(['3', 'c']);
});

test('other methods are refused, and browsers of any origin are allowed', async () => {
	const { space } = await openSpace(files);
	const { url, tokens } = await space.listen();
	for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
		const response = await fetch(`${url}/v2/cdn/stories?token=${tokens.public}`, { method });
		expect(response.status).toBe(405);
		expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
		expect(await response.json()).toEqual({ error: 'Method Not Allowed' });
	}
	const head = await fetch(`${url}/v2/cdn/stories?token=${tokens.public}`, { method: 'HEAD' });
	expect([head.status, head.headers.get('total'), await head.text()]).toEqual([200, '2', '']);
	const inside = await space.fetch(`${space.url}/v2/cdn/stories?token=${tokens.public}`, { method: 'HEAD' });
	expect([inside.status, inside.headers.get('total'), await inside.text()]).toEqual([200, '2', '']);
	const preflight = await fetch(`${url}/v2/cdn/stories`, { method: 'OPTIONS' });
	expect(preflight.status).toBe(204);
	expect(preflight.headers.get('access-control-allow-methods')).toContain('GET');
	const asked = await fetch(`${url}/v2/cdn/stories?token=${tokens.public}`, {
		headers: { Origin: 'https://site.example' },
	});
	expect(asked.headers.get('access-control-allow-origin')).toBe('*');
	expect(asked.headers.get('access-control-expose-headers')).toContain('total');
});

/** Sends bytes as they are, and reads what comes back until the connection ends. */
async function raw(url: string, text: string): Promise<string> {
	const socket = connect(Number(new URL(url).port), '127.0.0.1');
	const chunks: Buffer[] = [];
	socket.on('data', (chunk) => chunks.push(chunk));
	socket.on('error', () => undefined);
	socket.end(text);
	await new Promise((resolve) => socket.on('close', resolve));
	return Buffer.concat(chunks).toString('utf8');
}

test('tricks with paths, hosts and requests leak nothing, and the server stays up', async () => {
	const { space } = await openSpace({
		...files,
		'secret.txt': 'the secret',
		'space.yaml': 'name: Harbour\ntokens: { public: pub, preview: pre }\n',
	});
	const { url } = await space.listen();
	const tricks = [
		'/v2/cdn/stories/../../../../space.yaml',
		'/v2/cdn/stories/%2e%2e/%2e%2e/space.yaml',
		'/v2/cdn/stories/..%2f..%2fsecret.txt',
		'/v2/cdn/stories/a.md',
		'/v2/cdn/stories/....//secret.txt',
		'/v2/cdn/datasources/..%2fspace.yaml',
		'/space.yaml',
		'//etc/passwd',
		'/v2/cdn/stories/__proto__',
		'/v2/cdn/datasources/constructor',
	];
	for (const path of tricks) {
		const answer = await raw(
			url,
			`GET ${path}?token=pre&version=draft HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
		);
		expect(answer).toMatch(/^HTTP\/1\.1 404 /);
		expect(answer).not.toContain('secret');
		expect(answer).not.toContain('Harbour');
	}
	const requests = [
		'GET / HTTP/1.1\r\nHost: [broken\r\nConnection: close\r\n\r\n',
		'GET http://[::1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
		'GET * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
		'TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
		'nonsense\r\n\r\n',
	];
	for (const request of requests) expect(await raw(url, request)).toMatch(/^HTTP\/1\.1 4\d\d /);
	await raw(url, `GET /?${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
	const long = await fetch(`${url}/v2/cdn/stories?token=pub`, {
		method: 'POST',
		body: 'x'.repeat(10_000_000),
	}).catch(() => undefined);
	expect([405, undefined]).toContain(long?.status);
	expect((await fetch(`${url}/v2/cdn/stories?token=pub`)).status).toBe(200);
});

test('fetch in process follows redirects, sets the response’s URL, and obeys its signal, like the platform’s', async () => {
	const { space } = await openSpace(files);
	const address = `https://api.example.com/v2/cdn/stories?token=${space.tokens.public}`;
	const followed = await space.fetch(new URL(address));
	expect([followed.status, followed.redirected]).toEqual([200, true]);
	expect(followed.url).toMatch(/^https:\/\/api\.example\.com\/v2\/cdn\/stories\?token=.*&cv=\d+$/);
	const manual = await space.fetch(new Request(address, { redirect: 'manual' }));
	expect([manual.status, manual.redirected]).toEqual([301, false]);
	await expect(space.fetch(address, { redirect: 'error' })).rejects.toThrow(TypeError);
	await expect(space.fetch(address, { signal: AbortSignal.abort() })).rejects.toMatchObject({
		name: 'AbortError',
	});
	await space.close();
	await expect(space.fetch(address)).rejects.toThrow('The space was closed.');
});

test('a space listens several times, on the given ports and hosts', async () => {
	const { space } = await openSpace(files);
	const first = await space.listen();
	const second = await space.listen({ host: '::1' }).catch(() => undefined);
	const port = Number(new URL(first.url).port);
	expect(first.url).toBe(`http://127.0.0.1:${port}`);
	if (second) expect(second.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
	await expect(space.listen({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
	await space.close();
	await expect(fetch(first.url)).rejects.toThrow();
});

test('each request is logged in a line without its token', async () => {
	const lines: string[] = [];
	const { space, ask } = await openSpace(files, { log: (line) => lines.push(line) });
	await ask('/v2/cdn/stories', { starts_with: 'b', version: 'draft' });
	await ask('/v2/cdn/spaces/me', {});
	await ask('/v2/cdn/nothing', {});
	const { public: token } = space.tokens;
	await space.fetch(`${space.url}/v2/cdn/spaces/me?%74oken=${token}`);
	await space.fetch(`${space.url}/v2/cdn/nothing?a=1&tok%45n=${token}&TOKEN=${token}&b=2`);
	expect(lines).toEqual([
		'GET /v2/cdn/stories?starts_with=b&version=draft 200',
		'GET /v2/cdn/spaces/me 200',
		'GET /v2/cdn/nothing 404',
		'GET /v2/cdn/spaces/me 200',
		'GET /v2/cdn/nothing?a=1&b=2 401',
	]);
	expect(lines.join()).not.toContain(space.tokens.public);
	onTestFinished(() => space.close());
});
