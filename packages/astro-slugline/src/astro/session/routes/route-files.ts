import { readFileSync } from 'node:fs';
import { readdir, rm, utimes } from 'node:fs/promises';
import { readSealed, writeSealed } from 'astro-keep/shared/node/sealed-file';
import { statOf } from 'astro-keep/shared/node/stat-of';
import type { SpaceRoutes } from '../../page/data/index.js';

/** The routes of one space in a cached file, for pages. */
export interface CachedRoutes {
	/** The file: a line with its head, and then a line with the JSON of `SpaceRoutes`. */
	file: URL;
	/** The number of routes. */
	count: number;
	/** Warnings about the routes, to be logged in each build. */
	warnings: readonly string[];
}

/** The JSON of `SpaceRoutes`. */
export function textOfRoutes({ file }: Pick<CachedRoutes, 'file'>): string {
	const text = readFileSync(file, 'utf8');
	return text.slice(text.indexOf('\n') + 1);
}

/** Reads the routes. */
export const readRoutes = (cached: Pick<CachedRoutes, 'file'>): SpaceRoutes =>
	JSON.parse(textOfRoutes(cached)) as SpaceRoutes;

/** The first line of a file. */
type RoutesHead = Pick<CachedRoutes, 'count' | 'warnings'>;

/** Maximum number of files per space. More than one, because a dev server may read one while builds with other options write theirs. */
const maxFiles = 4;

/**
 * The routes of a space for a key, from its file, or made and written to it if there is no intact one.
 *
 * @param id of the integration
 * @param key a hash of everything that decides the routes
 */
export async function openRoutes(
	folder: URL,
	id: string,
	key: string,
	make: () => { routes: SpaceRoutes } & Pick<CachedRoutes, 'count' | 'warnings'>,
): Promise<CachedRoutes> {
	const prefix = `routes-${id}.`;
	const file = new URL(`${prefix}${key}.json`, folder);
	const cached = readHead(file);
	if (cached) {
		const now = new Date();
		await utimes(file, now, now).catch(() => {});
		return { file, count: cached.count, warnings: cached.warnings };
	}
	const { routes, count, warnings } = make();
	const head: RoutesHead = { count, warnings };
	await writeSealed(file, `${JSON.stringify(head)}\n${JSON.stringify(routes)}`);
	const names = (await readdir(folder)).filter((name) => name.startsWith(prefix));
	const files = names.map((name) => new URL(name, folder)).sort((one, other) => usedAt(other) - usedAt(one));
	for (const unused of files.slice(maxFiles)) await rm(unused, { force: true });
	return { file, count, warnings };
}

/** When a file was last used. Another build may have removed it. */
const usedAt = (file: URL): number => statOf(file)?.mtimeMs ?? 0;

/** Reads the first line of a file; undefined if the file is missing or damaged. */
function readHead(file: URL): RoutesHead | undefined {
	const bytes = readSealed(file);
	return bytes && JSON.parse(bytes.toString('utf8', 0, bytes.indexOf('\n')));
}
