import { readFileSync } from 'node:fs';
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { hashOf } from '../../../shared/hash.js';
import { replaceFile } from '../../../shared/replace-file.js';
import type { SpaceRoutes } from '../../page/data/index.js';

/** The routes of one space, made for pages and kept. */
export interface KeptRoutes {
	/** A line about the file, then a line with the JSON of `SpaceRoutes`. */
	file: URL;
	/** How many pages there are. */
	count: number;
	/** Sentences for the person who builds the site. */
	warnings: readonly string[];
}

/** The JSON of `SpaceRoutes`. */
export function textOfRoutes({ file }: KeptRoutes): string {
	const text = readFileSync(file, 'utf8');
	return text.slice(text.indexOf('\n') + 1);
}

/** The routes as pages see them. */
export const readRoutes = (kept: KeptRoutes): SpaceRoutes => JSON.parse(textOfRoutes(kept)) as SpaceRoutes;

/** What a file says of itself in its first line. */
interface Head extends Pick<KeptRoutes, 'count' | 'warnings'> {
	/** Hash of the second line. */
	hash: string;
}

/** So many files of a space stay: a dev server may read one while builds of other options write theirs. */
const mostFiles = 4;

/**
 * Keeps the routes of a space from build to build, a file for each state of them.
 *
 * @param id of the integration
 */
export function createRouteFiles(folder: URL, id: string) {
	const prefix = `routes-${id}.`;
	return {
		/**
		 * The routes of a key, made and kept if there are none that are whole.
		 *
		 * @param key all that decides them
		 */
		async open(
			key: string,
			make: () => { routes: SpaceRoutes } & Pick<KeptRoutes, 'count' | 'warnings'>,
		): Promise<KeptRoutes> {
			const file = new URL(`${prefix}${key}.json`, folder);
			const kept = await readHead(file);
			if (kept) {
				const now = new Date();
				await utimes(file, now, now).catch(() => {});
				return { file, count: kept.count, warnings: kept.warnings };
			}
			const { routes, count, warnings } = make();
			const text = JSON.stringify(routes);
			const head: Head = { hash: hashOf(text), count, warnings };
			await replaceFile(file, `${JSON.stringify(head)}\n${text}`);
			await sweep();
			return { file, count, warnings };
		},
	};

	/** Removes the files that were used least lately. */
	async function sweep(): Promise<void> {
		const names = (await readdir(folder)).filter((name) => name.startsWith(prefix));
		const files = await Promise.all(
			names.map(async (name) => {
				const file = new URL(name, folder);
				// Another build may have removed it.
				const used = await stat(file).then(
					({ mtimeMs }) => mtimeMs,
					() => 0,
				);
				return { file, used };
			}),
		);
		files.sort((one, other) => other.used - one.used);
		for (const { file } of files.slice(mostFiles)) await rm(file, { force: true });
	}
}

/** What a file says of itself; undefined if it is missing or damaged. */
async function readHead(file: URL): Promise<Head | undefined> {
	try {
		const bytes = await readFile(file);
		const end = bytes.indexOf('\n');
		const head = JSON.parse(bytes.toString('utf8', 0, end)) as Head;
		return head.hash === hashOf(bytes.subarray(end + 1)) ? head : undefined;
	} catch {
		return undefined;
	}
}
