import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { createSpace } from 'astro-slugline/space';

/** Minimum length of a token, as in the package. Tests use shorter ones that are also words. */
const minLength = 8;

const isSecret = (name: string) => /TOKEN|SECRET/.test(name) && !name.startsWith('PUBLIC_');

/** The tokens of a site: in its config, its environment, and its folder of content. */
async function tokensOf(folder: string, environments: readonly Record<string, string>[]) {
	const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => '');
	const inFile = parseEnv(await read('.env'));
	const tokens = [...environments, inFile].flatMap((environment) =>
		Object.entries(environment).flatMap(([name, value]) => (isSecret(name) && value ? [value] : [])),
	);
	for (const [, token = ''] of (await read('astro.config.mjs')).matchAll(/token: '([^']+)'/g))
		tokens.push(token);
	if (existsSync(join(folder, 'space')))
		tokens.push(...Object.values(createSpace(join(folder, 'space')).tokens));
	return tokens.filter((token) => token.length >= minLength);
}

/** The files of a site's output and caches that contain one of its tokens. */
export async function leaksOf(
	folder: string,
	environments: readonly Record<string, string>[],
): Promise<string[]> {
	const tokens = await tokensOf(folder, environments);
	const leaks: string[] = [];
	for (const place of ['dist', '.astro', 'node_modules/.astro']) {
		const at = join(folder, place);
		if (!existsSync(at) || tokens.length === 0) continue;
		for (const entry of await readdir(at, { recursive: true, withFileTypes: true })) {
			if (!entry.isFile()) continue;
			const path = join(entry.parentPath, entry.name);
			const bytes = await readFile(path);
			if (tokens.some((token) => bytes.includes(token))) leaks.push(path.slice(folder.length + 1));
		}
	}
	return leaks;
}
