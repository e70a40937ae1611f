import { appendFile, mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFinder, createTokenSearch } from '../../../packages/astro-keep/src/output/search.js';
import { secretsOf } from '../../../packages/astro-slugline/src/astro/output/tokens/secrets.js';
import { resealed } from '../../support/resealed.js';
import { temporaryFolder } from '../../support/test-folder.js';

const token = 'a-token-of-the-space';

interface Given {
	environment?: Record<string, string>;
	options?: { token?: string; assets?: { token: string } };
	folder?: { public: string; preview: string; oauth: string };
	server?: boolean;
}

/** The error of the search in an output below this folder; empty if it passes. */
async function saidOf(folder: string, { environment = {}, options = {}, server, ...given }: Given) {
	const outDir = pathToFileURL(`${folder}/dist/`);
	const build = { assets: '_astro', server: new URL('server/', outDir), client: new URL('client/', outDir) };
	const cacheDir = pathToFileURL(`${folder}/cache/`);
	const search = createTokenSearch();
	search.add(async () =>
		secretsOf(
			environment,
			{ assets: undefined, ...options } as Parameters<typeof secretsOf>[1],
			given.folder,
		),
	);
	const site = { outDir, build, cacheDir, adapter: server ? { name: 'node' } : undefined };
	const error = await search
		.searchOutput(site as unknown as Parameters<typeof search.searchOutput>[0])
		.then(({ finish }) => finish('an id'))
		.catch((error: Error & { hint: string }) => error);
	const said = error ? `${error.message} ${error.hint}` : '';
	expect(said).not.toContain(token);
	return said;
}

async function saidOfFile(file: string, text: string | Uint8Array, given: Given): Promise<string> {
	const folder = await temporaryFolder();
	const path = join(folder, 'dist', file);
	await mkdir(join(path, '..'), { recursive: true });
	await writeFile(path, text);
	return saidOf(folder, given);
}

const folderTokens = { public: 'public-0123', preview: token, oauth: 'oauth-0123' };

it.each([
	['SLUGLINE_TOKEN', { environment: { SLUGLINE_TOKEN: token } }],
	['SLUGLINE_PREVIEW_TOKEN', { environment: { SLUGLINE_PREVIEW_TOKEN: token } }],
	['SLUGLINE_WEBHOOK_SECRET', { environment: { SLUGLINE_WEBHOOK_SECRET: token } }],
	['the option `token`', { options: { token } }],
	['the option `assets.token`', { options: { assets: { token } } }],
	["the preview token of the space's folder", { folder: folderTokens }],
])('refuses an output with the token of %s in any file', async (name, where) => {
	expect(await saidOfFile('chunk.mjs', `"\0${token}"`, where)).toContain(name);
	for (const file of ['_astro/page.js', 'index.html', 'a/b.css', 'feed.xml', 'list.txt', 'page.js.map', 'x'])
		expect(await saidOfFile(file, `fetch("?token=${token}")`, where)).toContain(
			`The value of ${name} is in the file ${file} `,
		);
	expect(await saidOfFile('server/chunks/page.mjs', `"${token}"`, { ...where, server: true })).toContain(
		'the file server/chunks/page.mjs',
	);
	expect(await saidOfFile('_astro/page.js', 'fetch("?token=")', where)).toBe('');
});

it('allows a value that a public variable also has, a short value, and the environment of a server', async () => {
	const environment = { PUBLIC_TOKEN: token };
	expect(await saidOfFile('a.js', token, { options: { token }, environment })).toBe('');
	expect(await saidOfFile('a.js', 'short', { options: { token: 'short' } })).toBe('');
	const server = { options: { token }, server: true };
	expect(await saidOfFile('server/.dev.vars', token, server)).toBe('');
	expect(await saidOfFile('client/.dev.vars', token, server)).toContain('client/.dev.vars');
});

it('finds a value across the parts of a large file, and in the forms in which files write it', async () => {
	const large = `${'-'.repeat((1 << 20) - 7)}${token}${'-'.repeat(3 << 20)}`;
	expect(await saidOfFile('a.txt', large, { options: { token } })).toContain('the option `token`');
	fc.assert(
		fc.property(fc.string({ minLength: 8, unit: 'binary-ascii' }), fc.string(), (value, before) => {
			const { inBytes } = createFinder([{ name: 'it', value, hint: '' }]);
			const html = value.replace(/[&<>'"]/g, (sign) => `&${entities[sign]};`);
			const forms = [
				JSON.stringify(value),
				encodeURIComponent(value),
				new URLSearchParams({ value }),
				...[html, html.replaceAll('&#34;', '&quot;'), html.replaceAll('&#39;', "'")],
			];
			for (const form of forms) expect(inBytes(Buffer.from(`${before}${form}…`))?.name).toBe('it');
			const text = Buffer.from(`${before}${value}…`);
			expect(inBytes(Buffer.from(text.toString('base64')))?.name).toBe('it');
			expect(inBytes(Buffer.from(text.toString('base64url')))?.name).toBe('it');
		}),
		{ seed: 27 },
	);
});

const entities: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', "'": '#39', '"': '#34' };

it('reads unchanged files again only for other secrets, and stores none of them', async () => {
	const folder = await temporaryFolder();
	const page = join(folder, 'dist/page.html');
	await mkdir(join(folder, 'dist'));
	await writeFile(page, 'x'.repeat(40));
	const given = { environment: { SLUGLINE_TOKEN: token } };
	const record = join(folder, 'cache/astro-keep/output.json');
	expect(await saidOf(folder, given)).toBe('');
	const first = await readFile(record, 'utf8');
	expect(first).not.toContain(token);
	expect((await stat(record)).mode & 0o077).toBe(0);

	// A record that says that the page with a token was searched shows that it is not read.
	await writeFile(page, token.padEnd(40));
	const { size, ctimeMs } = await stat(page);
	const edited = resealed(Buffer.from(first), (text) => text.replace(/"\d+ [\d.]+"/, `"${size} ${ctimeMs}"`));
	await writeFile(record, edited);
	expect(await saidOf(folder, given)).toBe('');
	expect(
		await saidOf(folder, { environment: { ...given.environment, STORYBLOK_TOKEN: 'other-token' } }),
	).toContain('SLUGLINE_TOKEN');

	// Programs can set the time of the content, but not the time at which the file was changed.
	const { mtime } = await stat(page);
	await appendFile(page, ' ');
	await utimes(page, mtime, mtime);
	expect(await saidOf(folder, given)).toContain('SLUGLINE_TOKEN');
});
