import { inRooms } from './folders.js';
import { type Import, importsOf, type SourceFile, targetOf } from './imports.js';

/**
 * What a room of the package may import: other rooms, and packages. A name with `:type` may be imported as types only, one with
 * `:dynamic` as types or by `import()`.
 */
interface Room {
	rooms: string;
	packages: string;
	/** Packages that become part of a file for browsers, so that no user installs them. Only `browser/` may import them. */
	bundled?: string;
	/** Files that may import `node:`, by their path in the room. */
	node?: RegExp;
}

const everywhere = /./;

/** The rooms of the package. Only `compat` imports `astro`, and no room imports `cli`: these two combine the others. */
export const rooms: Record<string, Room> = {
	// Small and pure, except for the files that need Node or a parser, which pages do not import.
	shared: { rooms: '', packages: 'markdown-it zod', node: /^node\// },
	wire: { rooms: 'shared', packages: 'zod' },
	client: { rooms: 'wire shared', packages: 'p-limit zod' },
	routing: { rooms: 'wire shared', packages: '' },
	types: { rooms: 'wire shared', packages: 'zod' },
	sync: { rooms: 'wire client:type routing shared', packages: 'unstorage zod' },
	space: {
		rooms: 'wire types shared',
		packages: 'gray-matter js-yaml markdown-it yaml zod',
		node: everywhere,
	},
	rebuild: {
		rooms: 'wire client shared',
		// The process that waits for a build loads what that build loads.
		packages: 'unstorage zod astro:dynamic vite:dynamic',
		// The targets that start other programs, and the lock and the store on disk.
		node: /^(?:targets|disk)\/|^lock\/file-lock\.ts$/,
	},
	preview: { rooms: 'wire client routing sync:type shared', packages: 'parse5 zod' },
	// The engine of incremental builds. It knows no story.
	keep: {
		rooms: 'shared',
		packages: 'astro devalue tinyglobby vite:type',
		node: everywhere,
	},
	astro: {
		rooms: 'keep wire client routing types sync space:dynamic rebuild preview editor:dynamic shared',
		packages:
			'astro devalue hast-util-from-html hast-util-sanitize hast-util-to-html p-limit parse5 unstorage vite:type zod',
		bundled: 'diff',
		node: everywhere,
	},
	compat: {
		rooms: 'astro keep preview shared',
		packages: 'storyblok-js-client astro:type',
		node: /^config\//,
	},
	editor: {
		rooms: 'wire types preview shared space:type',
		packages: 'zod',
		bundled: '@tiptap/core @tiptap/pm',
		node: /^server\//,
	},
	cli: {
		rooms:
			'wire client routing types sync space:dynamic rebuild editor:dynamic astro:dynamic keep:dynamic shared',
		packages: 'unstorage zod',
		node: everywhere,
	},
	// A package of its own. It has the public sub-paths, as users do, and what commands share.
	create: {
		rooms: 'shared',
		packages: '@astrojs/compiler-rs:dynamic @clack/prompts astro-slugline diff:dynamic magic-string',
		node: everywhere,
	},
};

/** Rooms that code on a server may use, in addition to those of pages. */
const ofServers = ['client', 'rebuild', 'types'];

/** The packages that it may import. It runs on hosts without Node, which have this one module of it. */
const packagesOfServers = ['astro', 'unstorage', 'node:async_hooks'];

/** Why code that answers requests on a server may not import something; undefined if it may. */
function forbiddenOnServers(target: string | undefined, specifier: string): string | undefined {
	if (target === undefined)
		return /^(?:astro|virtual):/.test(specifier) || packagesOfServers.includes(packageOf(specifier))
			? undefined
			: `servers may not import ${specifier}`;
	const [room = ''] = target.split('/');
	if (/^astro\/(?:page|server)\//.test(target) || isForPages.test(target)) return undefined;
	return [...ofPages, ...ofServers].includes(room) && room !== 'preview'
		? undefined
		: `servers may not import ${target}`;
}

/** Rooms that code in pages may use, in addition to the folders of `astro/page`. */
const ofPages = ['wire', 'routing', 'shared'];

/** What of the engine is bundled into pages. */
const isForPages = /^keep\/(?:(?:tracking|entries|query)\/|content\.ts$)/;

/** The files of `shared` that pages may not use, since they need Node or a parser. */
const isLarge = /^(?:node|rich-text)\//;

/** Why a file that is bundled into pages may not import something; undefined if it may. */
function forbiddenInPages(
	target: string | undefined,
	{ specifier, kind }: Pick<Import, 'specifier' | 'kind'>,
): string | undefined {
	if (specifier.startsWith('node:')) return 'pages may not import node:';
	if (target === undefined || /^(?:astro\/page|compat)\//.test(target) || isForPages.test(target))
		return undefined;
	const [room = '', ...rest] = target.split('/');
	if (room === 'shared' && isLarge.test(rest.join('/').replace(/\.js$/, '.ts')))
		return 'pages may not import what needs node: or a parser';
	if (room === 'types' && kind === 'type') return undefined;
	return ofPages.includes(room) ? undefined : `pages may not import ${room}`;
}

/** True if a list of a room has a name for this kind of import. */
const allows = (list: string, name: string, kind: Import['kind']): boolean => {
	const [, rule] = list
		.split(' ')
		.map((one) => one.split(':'))
		.find(([listed]) => listed === name) ?? ['', 'none'];
	return rule === undefined || rule === kind || (rule === 'dynamic' && kind === 'type');
};

const packageOf = (specifier: string): string =>
	specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** Why a room may not import something; undefined if it may. */
function forbiddenInRoom(path: string, { specifier, kind }: Import): string | undefined {
	const own = inRooms(path) ?? '';
	const [name = '', ...rest] = own.split('/');
	const room = rooms[name];
	if (!room) return `'${name}' is not a room`;
	const target = targetOf(path, specifier);
	// The part of compat that pages import is bundled into them.
	const isOfCompat = own.startsWith('compat/') && !own.startsWith('compat/config/');
	const within = inRooms(target);
	if (own.startsWith('astro/page/') || isForPages.test(own) || isOfCompat) {
		const reason = forbiddenInPages(within, { specifier, kind });
		if (reason !== undefined) return reason;
	}
	if (own.startsWith('astro/server/')) {
		const reason = forbiddenOnServers(within, specifier);
		if (reason !== undefined) return reason;
	}
	if (target !== undefined) {
		if (within === undefined) return 'it is outside of src';
		const other = within.split('/')[0] ?? '';
		if (other === name || allows(room.rooms, other, kind)) return undefined;
		return `${name} may not import ${other} (${kind})`;
	}
	if (specifier.startsWith('node:')) {
		return room.node?.test(rest.join('/')) ? undefined : `${name} may not import node: here`;
	}
	const isInSites = name === 'astro' || name === 'compat' || isForPages.test(own);
	if (isInSites && /^(?:astro|virtual):/.test(specifier)) return undefined;
	const packages = rest[0] === 'browser' ? `${room.packages} ${room.bundled}` : room.packages;
	return allows(packages, packageOf(specifier), kind)
		? undefined
		: `${name} may not import ${specifier} (${kind})`;
}

/** Why a file outside of `src` may not import something: it has only the public sub-paths, as users do. */
function forbiddenOutside(
	path: string,
	{ specifier }: Import,
	subPaths: readonly string[],
): string | undefined {
	const target = targetOf(path, specifier);
	const within = inRooms(target);
	const tested = /^test\/([^/]+)\//.exec(path)?.[1];
	// A pure function inside a room is tested where its peers are.
	const testable = tested === 'astro' || tested === 'keep' ? ['astro', 'keep'] : [tested];
	if (testable.some((name) => name && within?.startsWith(`${name}/`))) return undefined;
	if (within !== undefined) return 'rooms are imported by the sub-paths of the package';
	const site = /^playground\/[^/]+\//.exec(path)?.[0];
	if (target !== undefined && site !== undefined && !target.startsWith(site)) return 'a site stands alone';
	if (packageOf(specifier) !== 'astro-slugline') return undefined;
	const wanted = specifier.replace('astro-slugline', '.');
	const isThere = subPaths.some((subPath) =>
		subPath.endsWith('/*') ? wanted.startsWith(subPath.slice(0, -1)) : wanted === subPath,
	);
	return isThere ? undefined : 'the package has no such sub-path';
}

/**
 * The imports that the plan of the rooms forbids, one sentence each.
 *
 * @param subPaths the package's exports: `.`, `./client`, …
 */
export function forbiddenImports(files: readonly SourceFile[], subPaths: readonly string[]): string[] {
	return files.flatMap((file) =>
		importsOf(file).flatMap((found) => {
			const reason = inRooms(file.path)
				? forbiddenInRoom(file.path, found)
				: forbiddenOutside(file.path, found, subPaths);
			return reason === undefined ? [] : [`${file.path} imports '${found.specifier}': ${reason}`];
		}),
	);
}

/** Every file that runs when one is imported, itself included. Does not follow `import()`. */
export function reachedFrom(files: readonly SourceFile[], start: string): Set<string> {
	const byPath = new Map(files.map((file) => [file.path, file]));
	const reached = new Set<string>();
	const visit = (path: string): void => {
		const file = byPath.get(path);
		if (!file || reached.has(path)) return;
		reached.add(path);
		for (const { specifier, kind } of importsOf(file)) {
			const target = kind === 'static' ? targetOf(path, specifier) : undefined;
			if (target !== undefined) visit(target);
		}
	};
	visit(start);
	return reached;
}
