import { posix } from 'node:path';
import { importsOf, type SourceFile, targetOf } from './imports.js';

/** The folders with rooms: those of Slugline, what it shares with the engine, and the two packages that are rooms of their own. */
const homes = [
	['packages/astro-slugline/src/', ''],
	['packages/astro-keep/src/shared/', 'shared/'],
	['packages/astro-keep/src/', 'keep/'],
	['packages/create-slugline/src/', 'create/'],
] as const;

/** A file by its room and its path in there; undefined for a file of no room. */
export function inRooms(path: string | undefined): string | undefined {
	const [home, room] = homes.find(([home]) => path?.startsWith(home)) ?? [];
	return home === undefined ? undefined : `${room}${path?.slice(home.length)}`;
}

/** Folders whose own folders are rooms, too. */
const nested = ['astro/page/', 'astro/'];

/** Files that another room may import although they are not an `index.ts`. */
const extraEntries = new Set([
	// Loaded only by `import()`: a running space does not need the code that writes a space into a folder.
	'space/write/index.ts',
	// Loaded only by `import()`: serves content that was synced.
	'space/served/index.ts',
	// Servers of built sites make routes of drafts, and load nothing else of a build.
	'astro/session/routes/routes-of.ts',
	// What pages and loaders import of the engine. Its index is for builds, and brings all of it.
	'keep/command.ts',
	'keep/content.ts',
	'keep/main.ts',
	'keep/content-config/imports.ts',
	'keep/content-config/index.ts',
	'keep/content-store/index.ts',
	'keep/entries/index.ts',
	'keep/output/index.ts',
	'keep/query/index.ts',
	'keep/tracking/index.ts',
	// The management client has a token that may write, so importing the delivery client does not bring it along.
	'client/management.ts',
]);

/** The room of a file, by its path in `src`: `sync`, `astro/loaders`, `astro/page/paths`. */
function roomOf(path: string): string {
	const outer = nested.find((folder) => path.startsWith(folder)) ?? '';
	const [first = '', ...rest] = path.slice(outer.length).split('/');
	return rest.length === 0 ? outer.replace(/\/$/, '') : outer + first;
}

/** A file as its importer names it. */
const fileOf = (target: string): string => target.replace(/\.js$/, '.ts');

interface Edge {
	from: string;
	to: string;
}

/** The imports among the package's own files, by their paths in `src`. */
function edgesOf(files: readonly SourceFile[]): Edge[] {
	return files.flatMap((file) => {
		const from = inRooms(file.path);
		if (from === undefined) return [];
		return importsOf(file).flatMap(({ specifier }) => {
			const target = targetOf(file.path, specifier);
			const to = target === undefined ? undefined : inRooms(fileOf(target));
			return to === undefined ? [] : [{ from, to }];
		});
	});
}

/** The imports that reach into another room past its `index.ts`, one sentence each. Every file of `shared` may be imported. */
export function importsPastIndex(files: readonly SourceFile[]): string[] {
	return edgesOf(files).flatMap(({ from, to }) => {
		const room = roomOf(to);
		if (room === roomOf(from) || room === 'shared' || extraEntries.has(to)) return [];
		return to === `${room}/index.ts` ? [] : [`${from} imports ${to}, past ${room}/index.ts`];
	});
}

/**
 * Cycles among the folders of rooms, each as its folders in alphabetical order. A loose file of a room stands for itself: it
 * may use the room's folders, and they may use another loose file.
 */
export function folderCycles(files: readonly SourceFile[]): string[] {
	const nodeOf = (path: string) => (path.split('/').length === 2 ? path : posix.dirname(path));
	const next = new Map<string, Set<string>>();
	for (const { from, to } of edgesOf(files)) {
		const [one, other] = [nodeOf(from), nodeOf(to)];
		if (one !== other) next.set(one, (next.get(one) ?? new Set()).add(other));
	}
	const reachedBy = (start: string): Set<string> => {
		const reached = new Set<string>();
		const visit = (node: string): void => {
			for (const one of next.get(node) ?? []) {
				if (reached.has(one)) continue;
				reached.add(one);
				visit(one);
			}
		};
		visit(start);
		return reached;
	};
	const reached = new Map([...next.keys()].map((node) => [node, reachedBy(node)]));
	const cycles = [...reached].flatMap(([node, others]) => {
		if (!others.has(node)) return [];
		return [
			[...others]
				.filter((other) => reached.get(other)?.has(node))
				.sort()
				.join(' ↔ '),
		];
	});
	return [...new Set(cycles)];
}
