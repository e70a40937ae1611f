import { once } from 'node:events';
import { readdir, rm, stat, symlink } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createSpace } from 'astro-slugline/space';
import { expect, onTestFinished, test } from 'vitest';
import { proxyHeaders } from '../support/proxy-headers.js';
import { openSpace } from './open-space.js';

const files = {
	'space.yaml': 'name: Harbour\n',
	'a.md': '---\nname: A\npublished: false\ncontent: { component: page }\n---\n',
};

/** Asks a server of this machine under any name. */
async function askAs(url: string, host: string, headers: Record<string, string> = {}) {
	const [response] = await once(request(url, { headers: { ...headers, host } }).end(), 'response');
	return { status: response.statusCode, body: await text(response) };
}

async function serve(allowedHosts: string[] = []) {
	const { folder, space } = await openSpace(files);
	const { url, tokens } = await space.listen({ allowedHosts });
	return { folder, url, tokens, port: new URL(url).port };
}

/** The files with the tokens of all spaces. */
const stored = () => readdir(`${process.env['XDG_STATE_HOME']}/slugline/tokens`);

test('tokens cannot be guessed from published content, and stay the same in a file of the user, outside of the space', async () => {
	const one = await serve();
	const other = await serve();
	expect(one.tokens).not.toEqual(other.tokens);
	for (const token of Object.values(one.tokens)) expect(token).toMatch(/^[a-z]+-[0-9a-f]{32}$/);
	expect(await readdir(one.folder)).toEqual(['a.md', 'space.yaml']);
	const folder = `${process.env['XDG_STATE_HOME']}/slugline/tokens`;
	expect((await stat(folder)).mode & 0o077).toBe(0);
	for (const name of await stored()) expect((await stat(`${folder}/${name}`)).mode & 0o077).toBe(0);
	const again = createSpace(one.folder);
	expect(again.tokens).toEqual(one.tokens);
	// The same space through a link.
	await symlink(one.folder, `${one.folder}-link`);
	onTestFinished(() => rm(`${one.folder}-link`));
	expect(createSpace(`${one.folder}-link`).tokens).toEqual(one.tokens);
});

test('a space that is only read in process writes nothing', async () => {
	const { folder, space } = await openSpace(files);
	expect((await space.fetch(`${space.url}/v2/cdn/links?token=${space.tokens.public}`)).status).toBe(200);
	await space.close();
	expect(await readdir(folder)).toEqual(['a.md', 'space.yaml']);
	expect(createSpace(folder).tokens).not.toEqual(space.tokens);
});

test('it responds to the names and addresses of this machine, and to allowed names', async () => {
	const { url, tokens, port } = await serve(['Space.Docker']);
	const address = `${url}/v2/cdn/spaces/me?token=${tokens.public}`;
	const here = [`127.0.0.1:${port}`, `localhost:${port}`, 'site.localhost', '[::1]', '192.168.1.7'];
	for (const name of [...here, 'space.docker']) expect((await askAs(address, name)).status, name).toBe(200);
	const evil = ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'evil.example:80'];
	for (const name of [...evil, 'x']) {
		const { status, body } = await askAs(address, name);
		expect(status, name).toBe(403);
		expect(body).toContain('--allow-host');
		expect(body).not.toContain(tokens.public);
	}
});

test('pages of other origins can only read published content', async () => {
	const { url, tokens } = await serve();
	const allowed = async (path: string, origin: string, init: RequestInit = {}) =>
		(await fetch(url + path, { ...init, headers: { ...init.headers, Origin: origin } })).headers.get(
			'access-control-allow-origin',
		);
	const evil = 'https://evil.example';
	const draft = `/v2/cdn/stories?token=${tokens.preview}&version=draft`;
	expect(await allowed(`/v2/cdn/stories?token=${tokens.public}`, evil)).toBe('*');
	const managed = ['/v1/spaces/1/webhook_endpoints/', '/oauth/space_info', '/v1/space_info'];
	for (const path of [draft, ...managed, '/v2/cdn/stories?token=x']) {
		for (const origin of [evil, 'null', 'http://localhost.evil.example', 'file://']) {
			expect(await allowed(path, origin), `${path} ${origin}`).toBeNull();
			expect(await allowed(path, origin, { method: 'OPTIONS' })).toBeNull();
		}
		expect(await allowed(path, 'http://localhost:4321')).toBe('http://localhost:4321');
	}
	const authorized = { method: 'POST', headers: { Authorization: tokens.oauth } };
	expect(await allowed('/v1/spaces/1/webhook_endpoints/', evil, authorized)).toBeNull();
});

test('the management API of a mounted space only responds to this machine', async () => {
	const { space } = await openSpace(files);
	const middleware = space.mount('/_slugline');
	const server = createServer((request, response) => {
		const { peer } = request.headers;
		if (peer !== undefined) Object.defineProperty(request.socket, 'remoteAddress', { value: peer });
		middleware(request, response);
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	onTestFinished(() => void server.close());
	const { port } = server.address() as AddressInfo;
	const statusOf = async (path: string, host = `localhost:${port}`, headers: Record<string, string> = {}) => {
		const sent = { authorization: space.tokens.oauth, connection: 'close', ...headers };
		return (await askAs(`http://127.0.0.1:${port}${path}`, host, sent)).status;
	};
	const closed = ['/v1/space_info', '/oauth/space_info', `/v1/stories?token=${space.tokens.preview}`];
	for (const path of closed) {
		expect(await statusOf(path), path).toBe(200);
		for (const peer of ['::1', '127.0.0.2', '::ffff:127.0.0.1'])
			expect(await statusOf(path, 'localhost', { peer }), peer).toBe(200);
		for (const peer of ['192.168.1.7', '::ffff:192.168.1.7', 'fe80::1', ''])
			expect(await statusOf(path, 'localhost', { peer }), peer).toBe(403);
		for (const host of ['evil.example', '192.168.1.7', 'localhost.evil.example'])
			expect(await statusOf(path, host), host).toBe(403);
		for (const header of proxyHeaders)
			expect(await statusOf(path, 'localhost', { [header]: '127.0.0.1' }), header).toBe(403);
	}
	const published = `/v2/cdn/spaces/me?token=${space.tokens.public}`;
	expect(await statusOf(published, '192.168.1.7', { peer: '192.168.1.7' })).toBe(200);
	expect(await statusOf('/v2/cdn/..%2f..%2fv1/space_info', 'localhost', { peer: '192.168.1.7' })).toBe(401);
	expect(await statusOf('/v2/cdn/../../v1/space_info', 'localhost', { peer: '192.168.1.7' })).toBe(403);
});

test('a request with more than one token is refused', async () => {
	const { url, tokens } = await serve();
	for (const [one, other] of [
		[tokens.public, tokens.preview],
		[tokens.preview, tokens.public],
		[tokens.public, tokens.public],
	]) {
		for (const path of ['/v2/cdn/stories', '/v2/cdn/spaces/me', '/v1/stories']) {
			const address = `${url}${path}?token=${one}&version=draft&token=${other}`;
			const { status, body } = await askAs(address, 'localhost');
			expect(status, path).toBe(400);
			expect(body).toContain('token must not be repeated');
		}
	}
});
