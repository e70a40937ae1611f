import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readRoutes } from '../session/index.js';

/** Adds the full slug of a story to its uuid in lines, for stories with pages, as builds have stored them in Astro's `cacheDir`. */
export async function withSlugs(cache: string): Promise<(line: string) => string> {
	const folder = join(cache, 'slugline');
	const slugs = new Map<string, string>();
	for (const name of await readdir(folder).catch(() => [])) {
		if (!name.startsWith('routes-')) continue;
		const { routes } = readRoutes({ file: pathToFileURL(join(folder, name)) });
		for (const [id, { uuid, lang }] of Object.entries(routes))
			if (lang === 'default' || !slugs.has(uuid)) slugs.set(uuid, `${uuid} (${id})`);
	}
	return (line) => line.replace(/[\da-f-]{36}/gi, (uuid) => slugs.get(uuid) ?? uuid);
}
