import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { isWholePath, pathWithin, slashed } from '../shared/module-path.js';

/** Rewrites names and texts so that they do not contain the folder of the site. */
export type Portable = ReturnType<typeof createPortable>;

/**
 * @param root the site's folder
 * @param ids all modules, in any order
 */
export function createPortable(root: string, ids: Iterable<string>) {
	const folders = new Map<string, string>();
	const packages = new Map<string, string>();
	const add = (folder: string, mark: string): void => {
		for (const spelling of spellings(withSlash(slashed(folder)))) folders.set(spelling, mark);
	};
	add(root, '~/');
	if (existsSync(root)) add(realpathSync(root), '~/');
	const roots = [...folders.keys()];

	/** Adds the folder of a module, which may be a linked package outside of the site, whatever else has been added. */
	const learn = (path: string): void => {
		if (roots.some((folder) => pathWithin(folder, path) !== undefined)) return;
		const inModules = path.indexOf(modules);
		if (inModules >= 0) {
			// Not the folder above, which may contain linked packages, too.
			add(path.slice(0, inModules + modules.length), `~modules${modules}`);
			return;
		}
		const folder = packageFolder(dirname(path), packages);
		if (folder) add(folder, `~${packages.get(folder)}/`);
	};
	for (const id of ids) {
		const path = slashed(id.replace(/^\0/, '').split('?')[0] ?? id);
		if (isWholePath(path)) learn(path);
	}
	const longestFirst = [...folders].sort(([one], [other]) => other.length - one.length);
	/** A text in which the folders of all modules are replaced. */
	const text = (given: string): string =>
		longestFirst.reduce((portable, [folder, mark]) => portable.replaceAll(folder, mark), given);
	/** A name for a file or module, with the query. */
	const name = (id: string): string => text(slashed(id));
	return { text, name };
}

const modules = '/node_modules/';

const withSlash = (folder: string): string => (folder.endsWith('/') ? folder : `${folder}/`);

/** How code may spell a folder: the letter of a drive in both cases. */
const spellings = (folder: string): string[] =>
	/^[a-z]:\//i.test(folder)
		? [folder[0]?.toUpperCase() + folder.slice(1), folder[0]?.toLowerCase() + folder.slice(1)]
		: [folder];

/** The nearest folder above with a package that has a name. Adds the name to `names`. */
function packageFolder(folder: string, names: Map<string, string>): string | undefined {
	for (let at = folder; ; at = dirname(at)) {
		if (names.has(at)) return at;
		const file = `${at}/package.json`;
		const { name }: { name?: string } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
		if (name) {
			names.set(at, name);
			return at;
		}
		if (dirname(at) === at) return undefined;
	}
}
