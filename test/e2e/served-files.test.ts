import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isLong } from '../support/long.js';
import { config, createSite, plainSite } from '../support/site.js';

/** The tokens of the workspace. Those that are made are added once they are. */
const tokens = new Set([
	...['token-of-the-config', 'token-in-the-yaml', 'token-of-another-space', 'token-of-long-ago'],
	...['token-of-previews', 'token-of-webhooks'],
]);

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** A monorepo: a site with a space, another site whose space is not open, and tokens that an older version made. */

const workspace = await mkdtemp(join(tmpdir(), 'slugline-workspace-'));
const others = {
	'package.json': '{ "private": true, "workspaces": ["*"] }',
	'other/space/space.yaml': 'name: Other\ntokens: { oauth: token-of-another-space }\n',
	'other/space/.slugline/tokens.json': JSON.stringify({ preview: 'token-of-long-ago' }),
};
for (const [path, text] of Object.entries(others)) {
	await mkdir(dirname(join(workspace, path)), { recursive: true });
	await writeFile(join(workspace, path), text);
}
const site = await createSite(
	{
		...plainSite,
		'astro.config.mjs': `${config(`{ space: './space', preview: {} }`)} // 'token-of-the-config'`,
		'.env': 'SLUGLINE_PREVIEW_TOKEN=token-of-previews\nSLUGLINE_WEBHOOK_SECRET=token-of-webhooks\n',
		'public/robots.txt': 'User-agent: *\n',
		'space/space.yaml': 'name: Small\ntokens: { public: token-in-the-yaml }\n',
		'space/hello.md': '---\nname: Hello\ncontent: { component: page, title: Greetings }\n---\n',
	},
	{ within: workspace },
);
afterAll(async () => {
	agent.destroy();
	await site.delete();
	await rm(workspace, { recursive: true, force: true });
});

/** Every file of the workspace, without those of linked packages. */
async function filesHere(): Promise<string[]> {
	const entries = await readdir(workspace, { recursive: true, withFileTypes: true });
	return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Sends a request with this target as it is. URLs would be cleaned of dots, slashes, and backslashes. */
const ask = (url: string, path: string, headers: Record<string, string> = {}) =>
	new Promise<{ status: number; body: string }>((resolve, reject) => {
		const { hostname, port, host } = new URL(url);
		const sent = { host, ...headers };
		const asked = request({ hostname, port, path, agent, headers: sent }, async (response) => {
			const chunks: Buffer[] = [];
			for await (const chunk of response) chunks.push(chunk);
			resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
		});
		asked.on('error', reject).end();
	});

const coded = (text: string) =>
	[...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const queries = ['', '?raw', '?import', '?url'];

/** The addresses at which a server might serve a file. */
function addressesOf(file: string): string[] {
	const path = `/${relative(site.folder, file)}`;
	const name = path.slice(path.lastIndexOf('/') + 1);
	const folder = path.slice(0, -name.length);
	const paths = [path, `/@fs${file}`, folder + coded(name), path.replaceAll('/', '//')];
	return paths.flatMap((one) => queries.map((query) => one + query));
}

/** More of them, in forms that servers have mistaken for other files. */
function oddAddressesOf(file: string): string[] {
	const path = `/${relative(site.folder, file)}`;
	const paths = [
		...[`/@fs//${file}`, `/@fs${coded(file)}`, `/@id/${file}`, `/@id/__x00__${file}`, `/@fs${file}/`],
		...[path.replaceAll('/', '/./'), path.replaceAll('/', '\\'), path.replaceAll('/', '%5c')],
		...[coded(path), coded(path).replaceAll('%', '%25'), path.toUpperCase(), `${path}/`, `${path}%00.js`],
		...[`${path}.`, `${path};x.js`, `${path}:$DATA`, `/src/..${path}`, `/src/%2e%2e${path}`],
		...[`/@fs${site.folder}/src/..${path}`, `/public/..${path}`, `/.astro/..${path}`],
		...[`/_slugline${path}`, `/_slugline/..${path}`, `/_image?f=webp&w=9&href=/@fs${file}`],
	];
	const more = ['?inline', '?import&raw', '?raw&url', '?raw??', '?x=.svg', '#?raw', '?.svg?.wasm?init'];
	return [
		...paths.flatMap((one) => queries.map((query) => one + query)),
		...[path, `/@fs${file}`].flatMap((one) => [...more, '?worker', '%3fraw'].map((end) => one + end)),
	];
}

/** Those of these addresses that answer with a token. */
async function leaksAt(url: string, addresses: readonly string[], headers: Record<string, string> = {}) {
	const leaks: string[] = [];
	await Promise.all(
		addresses.map(async (address) => {
			// Node's server ends the connection after a request that it cannot read.
			const answer = await ask(url, address, headers).catch(() => undefined);
			if (answer && [...tokens].some((token) => answer.body.includes(token))) leaks.push(address);
		}),
	);
	return leaks;
}

/** An address of this machine that other machines would use. */
const networkAddress = () =>
	Object.values(networkInterfaces())
		.flat()
		.find((found) => found?.family === 'IPv4' && !found.internal)?.address;

it('astro dev and a space hand out no file with a token', async () => {
	const { url } = await site.dev({}, '0.0.0.0');
	const space = site.space();
	for (const token of Object.values(space.tokens)) tokens.add(token);
	expect((await ask(url, '/hello')).body).toContain('Greetings');
	const files = await filesHere();
	const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
	const secret = files.filter((_, place) => [...tokens].some((token) => texts[place]?.includes(token)));
	expect(
		secret.map((file) => relative(workspace, file).replace(/^slugline-site-\w+/, 'site')).sort(),
	).toEqual([
		'other/space/.slugline/tokens.json',
		'other/space/space.yaml',
		'site/.env',
		'site/astro.config.mjs',
		'site/space/space.yaml',
	]);
	// A long run asks for every file, as if another one could have a token in some form.
	const asked = isLong ? files : secret;
	const plain = asked.flatMap(addressesOf);
	const odd = asked.flatMap(oddAddressesOf);

	expect((await ask(url, '/src/content.config.ts?raw')).body).toContain('defineCollection');
	expect(await leaksAt(url, [...plain, ...odd])).toEqual([]);
	// From another machine of the network.
	const { port } = new URL(url);
	const host = `${networkAddress() ?? '192.168.1.7'}:${port}`;
	const outside = networkAddress() ? `http://${host}` : url;
	expect(await leaksAt(outside, plain, { host, accept: 'text/html' })).toEqual([]);

	const authorization = space.tokens.oauth;
	const info = '/_slugline/v1/space_info';
	expect((await ask(url, info, { authorization })).status).toBe(200);
	expect((await ask(outside, info, { authorization, host })).status).toBe(403);

	const { url: own } = await space.listen({ host: '0.0.0.0' });
	expect(await leaksAt(own, [...plain, ...odd])).toEqual([]);
});
