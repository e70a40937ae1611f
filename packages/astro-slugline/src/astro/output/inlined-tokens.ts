import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { AstroError } from 'astro/errors';
import type { Environment } from '../settings/index.js';

/** Variables whose values only this machine and the server that runs may know. */
const secretVariables = [
	'SLUGLINE_TOKEN',
	'STORYBLOK_TOKEN',
	'SLUGLINE_ASSET_TOKEN',
	'SLUGLINE_MANAGEMENT_TOKEN',
	'SLUGLINE_WEBHOOK_SECRET',
	'SLUGLINE_WEBHOOK_SECRET_OLD',
] as const;

/** A shorter value may stand anywhere by chance. */
const minLength = 8;

const isCode = /\.(?:[cm]?js|json|map)$/;

/**
 * Refuses code in the output that holds a token: `import.meta.env` is replaced by its value, and who gets the files of a server,
 * or those of the browser, then has it. A value that a variable for browsers (`PUBLIC_…`) has too is meant to be seen.
 *
 * @throws {AstroError} naming the variable and the file, never the value
 */
export async function refuseInlinedTokens(
	{ build, adapter, outDir }: Pick<AstroConfig, 'build' | 'adapter' | 'outDir'>,
	environment: Environment,
): Promise<void> {
	const seen = new Set(
		Object.entries(environment).flatMap(([name, value]) =>
			name.startsWith('PUBLIC_') && value ? [value] : [],
		),
	);
	const secrets = secretVariables.flatMap((name) => {
		const value = environment[name];
		return value && value.length >= minLength && !seen.has(value) ? [{ name, value }] : [];
	});
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
			if (found) throw inlined(found.name, path.startsWith(site) ? path.slice(site.length) : path);
		}
	}
}

const inlined = (variable: string, file: string): AstroError =>
	new AstroError(
		`The value of ${variable} stands in the file ${file} of the output, because a page reads it from import.meta.env, which is replaced by the value.`,
		`Read it when the server runs: \`import { getSecret } from 'astro:env/server'\` and \`getSecret('${variable}')\`. If browsers may know it, put it into a variable that begins with PUBLIC_.`,
	);
