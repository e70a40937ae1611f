import { readFile, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { createSpace } from 'astro-slugline/space';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from './temporary-folder.js';

const files = {
	'space.yaml': 'name: Harbour\n',
	'a.md': '---\nname: A\npublished: false\ncontent: { component: page }\n---\n',
};

/** Asks a server of this machine under any name. */
const askAs = (url: string, host: string, headers: Record<string, string> = {}, method = 'GET') =>
	new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
		(resolve, reject) => {
			const asked = request(url, { method, headers: { ...headers, host } }, async (response) => {
				const chunks: Buffer[] = [];
				for await (const chunk of response) chunks.push(chunk);
				resolve({
					status: response.statusCode ?? 0,
					headers: response.headers,
					body: Buffer.concat(chunks).toString(),
				});
			});
			asked.on('error', reject).end();
		},
	);

async function serve(allowedHosts: string[] = []) {
	const folder = await temporaryFolder(files);
	const space = createSpace(folder);
	onTestFinished(() => space.close());
	const { url, tokens } = await space.listen({ allowedHosts });
	const { port } = new URL(url);
	return { folder, space, url, tokens, port };
}

test('tokens cannot be guessed from published content, and stay the same in a file that Git ignores', async () => {
	const one = await serve();
	const other = await serve();
	expect(one.tokens).not.toEqual(other.tokens);
	for (const token of Object.values(one.tokens)) expect(token).toMatch(/^[a-z]+-[0-9a-f]{32}$/);
	const file = `${one.folder}/.slugline/tokens.json`;
	expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(one.tokens);
	expect((await stat(file)).mode & 0o077).toBe(0);
	expect(await readFile(`${one.folder}/.slugline/.gitignore`, 'utf8')).toBe('*\n');
	const again = createSpace(one.folder);
	expect(again.tokens).toEqual(one.tokens);
});

test('a space that is only read in process writes nothing', async () => {
	const folder = await temporaryFolder(files);
	const space = createSpace(folder);
	expect((await space.fetch(`${space.url}/v2/cdn/links?token=${space.tokens.public}`)).status).toBe(200);
	await space.close();
	await expect(stat(`${folder}/.slugline`)).rejects.toThrow('ENOENT');
});

test('it responds to the names and addresses of this machine, and to allowed names', async () => {
	const { url, tokens, port } = await serve(['Space.Docker']);
	const address = `${url}/v2/cdn/links?cv=1&token=${tokens.public}`;
	const names = [
		`127.0.0.1:${port}`,
		`localhost:${port}`,
		'site.localhost',
		'[::1]',
		'192.168.1.7',
		'space.docker',
	];
	for (const name of names) expect((await askAs(address, name)).status, name).toBe(200);
	for (const name of [
		'evil.example',
		'localhost.evil.example',
		'127.0.0.1.evil.example',
		'evil.example:80',
		'x',
	]) {
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
	const closed = [
		draft,
		'/v1/spaces/1/webhook_endpoints/',
		'/oauth/space_info',
		'/v1/space_info',
		'/v2/cdn/stories?token=x',
	];
	for (const path of closed) {
		for (const origin of [evil, 'null', 'http://localhost.evil.example', 'file://']) {
			expect(await allowed(path, origin), `${path} ${origin}`).toBeNull();
			expect(await allowed(path, origin, { method: 'OPTIONS' })).toBeNull();
		}
		expect(await allowed(path, 'http://localhost:4321')).toBe('http://localhost:4321');
	}
	const authorized = { method: 'POST', headers: { Authorization: tokens.oauth } };
	expect(await allowed('/v1/spaces/1/webhook_endpoints/', evil, authorized)).toBeNull();
});
