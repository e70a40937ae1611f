import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { refuseInlinedTokens } from '../../packages/astro-slugline/src/astro/output/inlined-tokens.js';

const token = 'a-token-of-the-space';

/** The error of the check for an output with this file; empty if it passes. */
async function saidOf(
	file: string,
	text: string,
	{
		environment = {},
		options = {},
		server = false,
	}: {
		environment?: Record<string, string>;
		options?: { token?: string; assets?: { token: string } };
		server?: boolean;
	},
): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'slugline-output-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	const path = join(folder, 'dist', file);
	await mkdir(join(path, '..'), { recursive: true });
	await writeFile(path, text);
	const outDir = pathToFileURL(`${folder}/dist/`);
	const build = { assets: '_astro', server: new URL('server/', outDir), client: new URL('client/', outDir) };
	const site = { outDir, build, adapter: server ? { name: 'node' } : undefined };
	const error = await refuseInlinedTokens(
		site as unknown as Parameters<typeof refuseInlinedTokens>[0],
		environment,
		{ assets: undefined, ...options } as Parameters<typeof refuseInlinedTokens>[2],
	).catch((error: Error & { hint: string }) => error);
	const said = error ? `${error.message} ${error.hint}` : '';
	expect(said).not.toContain(token);
	return said;
}

it.each([
	['SLUGLINE_TOKEN', { environment: { SLUGLINE_TOKEN: token } }],
	['SLUGLINE_PREVIEW_TOKEN', { environment: { SLUGLINE_PREVIEW_TOKEN: token } }],
	['the option `token`', { options: { token } }],
	['the option `assets.token`', { options: { assets: { token } } }],
])('rejects output with the token of %s in its code', async (name, where) => {
	expect(await saidOf('_astro/page.js', `fetch("?token=${token}")`, where)).toContain(name);
	expect(await saidOf('server/chunks/page.mjs', `"${token}"`, { ...where, server: true })).toContain(
		'the file server/chunks/page.mjs',
	);
	expect(await saidOf('_astro/page.js', 'fetch("?token=")', where)).toBe('');
});

it('allows a value that a public variable also has, and a short value', async () => {
	const isPublic = { PUBLIC_TOKEN: token };
	expect(await saidOf('_astro/a.js', token, { options: { token }, environment: isPublic })).toBe('');
	expect(await saidOf('_astro/a.js', 'short', { options: { token: 'short' } })).toBe('');
});
