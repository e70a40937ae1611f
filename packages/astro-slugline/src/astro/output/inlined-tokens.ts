import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { AstroError } from 'astro/errors';
import type { Environment, Options } from '../settings/index.js';

/** Variables whose values only this machine and the server that runs may know. */
const secretVariables = [
	'SLUGLINE_TOKEN',
	'STORYBLOK_TOKEN',
	'SLUGLINE_ASSET_TOKEN',
	'SLUGLINE_PREVIEW_TOKEN',
	'SLUGLINE_MANAGEMENT_TOKEN',
	'SLUGLINE_WEBHOOK_SECRET',
	'SLUGLINE_WEBHOOK_SECRET_OLD',
] as const;

/** A shorter value may stand anywhere by chance. */
const minLength = 8;

const isCode = /\.(?:[cm]?js|json|map)$/;

/**
 * Refuses code in the output that holds a token: `import.meta.env` is replaced by its value, and who gets the files of a server,
 * or those of the browser, then has it. So does code that repeats a token of `astro.config`. A value that a variable for browsers
 * (`PUBLIC_…`) has too is meant to be seen.
 *
 * @throws {AstroError} naming the variable or option and the file, never the value
 */
export async function refuseInlinedTokens(
	{ build, adapter, outDir }: Pick<AstroConfig, 'build' | 'adapter' | 'outDir'>,
	environment: Environment,
	options: Pick<Options, 'token' | 'assets'>,
): Promise<void> {
	const seen = new Set(
		Object.entries(environment).flatMap(([name, value]) =>
			name.startsWith('PUBLIC_') && value ? [value] : [],
		),
	);
	const secrets = [
		...secretVariables.map((name) => ({ name, value: environment[name], refusal: inlined })),
		{ name: 'token', value: options.token, refusal: repeated },
		{ name: 'assets.token', value: options.assets?.token, refusal: repeated },
	].flatMap(({ value, ...secret }) =>
		value && value.length >= minLength && !seen.has(value) ? [{ value, ...secret }] : [],
	);
	if (secrets.length === 0) return;
	const site = fileURLToPath(outDir);
	const folders = adapter
		? [build.server, new URL(`${build.assets}/`, build.client)]
		: [new URL(`${build.assets}/`, outDir)];
	for (const folder of folders.map((url) => fileURLToPath(url))) {
		const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
		for (const entry of entries) {
			if (!entry.isFile() || !isCode.test(entry.name)) continue;
			const path = join(entry.parentPath, entry.name);
			const text = await readFile(path, 'utf8');
			const found = secrets.find(({ value }) => text.includes(value));
			if (found) throw found.refusal(found.name, path.startsWith(site) ? path.slice(site.length) : path);
		}
	}
}

const inlined = (variable: string, file: string): AstroError =>
	new AstroError(
		`The value of ${variable} stands in the file ${file} of the output, because a page reads it from import.meta.env, which is replaced by the value.`,
		`Read it when the server runs: \`import { getSecret } from 'astro:env/server'\` and \`getSecret('${variable}')\`. If browsers may know it, put it into a variable that begins with PUBLIC_.`,
	);

const repeated = (option: string, file: string): AstroError =>
	new AstroError(
		`The token that \`${option}\` in astro.config gives to slugline() stands in the file ${file} of the output, because a page repeats it or reads it from import.meta.env.`,
		"Put the token into the environment, as SLUGLINE_TOKEN, and read it when the server runs: `import { getSecret } from 'astro:env/server'` and `getSecret('SLUGLINE_TOKEN')`.",
	);
