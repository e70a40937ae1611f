import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { AstroError } from 'astro/errors';
import type { Environment, Options } from '../settings/index.js';

/** Variables whose values must stay on this machine and the server. */
const secretVariables = [
	'SLUGLINE_TOKEN',
	'STORYBLOK_TOKEN',
	'SLUGLINE_ASSET_TOKEN',
	'SLUGLINE_PREVIEW_TOKEN',
	'SLUGLINE_MANAGEMENT_TOKEN',
	'SLUGLINE_WEBHOOK_SECRET',
	'SLUGLINE_WEBHOOK_SECRET_OLD',
] as const;

/** Minimum length of a value. A shorter one may occur in code by chance. */
const minLength = 8;

const isCode = /\.(?:[cm]?js|json|map)$/;

/**
 * Rejects code in the output that contains a token: Vite replaces `import.meta.env` with values, and code may repeat a token of
 * `astro.config`. Such code would leak the token to everyone who can read the files. A value that a variable for browsers
 * (`PUBLIC_…`) also has is public.
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
		`The value of ${variable} is in the file ${file} of the output, because code reads it from import.meta.env, which Vite replaces with the value.`,
		`Read it at run time: \`import { getSecret } from 'astro:env/server'\` and \`getSecret('${variable}')\`. If browsers may see it, use a variable whose name begins with PUBLIC_.`,
	);

const repeated = (option: string, file: string): AstroError =>
	new AstroError(
		`The value of the option \`${option}\` of slugline() is in the file ${file} of the output, because code repeats it or reads it from import.meta.env.`,
		"Put the token into the environment, as SLUGLINE_TOKEN, and read it at run time: `import { getSecret } from 'astro:env/server'` and `getSecret('SLUGLINE_TOKEN')`.",
	);
