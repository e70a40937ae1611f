import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { isWholePath, pathWithin, slashed } from '../../../shared/module-path.js';

/** Rewrites names and texts so that they do not contain the folder of the site. */
export interface Portable {
	/** A name for a file or module that does not depend on the folder of the site. Includes the query. */
	name(id: string): string;
	/** A text in which the folders of all modules named so far are replaced. */
	text(text: string): string;
}

/** @param root the site's folder */
export function createPortable(root: string): Portable {
	const folders = new Map<string, string>();
	const packages = new Map<string, string>();
	const add = (folder: string, mark: string): void => {
		for (const spelling of spellings(withSlash(slashed(folder)))) folders.set(spelling, mark);
	};
	add(root, '~/');
	if (existsSync(root)) add(realpathSync(root), '~/');

	/** Registers the folder of a module, which may be a linked package outside of the site. */
	const learn = (path: string): void => {
		if ([...folders.keys()].some((folder) => pathWithin(folder, path) !== undefined)) return;
		const modules = path.indexOf('/node_modules/');
		if (modules >= 0) {
			add(path.slice(0, modules + 1), '~modules/');
			return;
		}
		const folder = packageFolder(dirname(path), packages);
		if (folder) add(folder, `~${packages.get(folder)}/`);
	};
	const text = (given: string): string => {
		let portable = given;
		for (const [folder, mark] of [...folders].sort(([one], [other]) => other.length - one.length)) {
			if (portable.includes(folder)) portable = portable.replaceAll(folder, mark);
		}
		return portable;
	};
	return {
		text,
		name(id) {
			const path = slashed(id.replace(/^\0/, '').split('?')[0] ?? id);
			if (isWholePath(path)) learn(path);
			return text(slashed(id));
		},
	};
}

const withSlash = (folder: string): string => (folder.endsWith('/') ? folder : `${folder}/`);

/** How code may spell a folder: the letter of a drive in both cases. */
const spellings = (folder: string): string[] =>
	/^[a-z]:\//i.test(folder)
		? [folder[0]?.toUpperCase() + folder.slice(1), folder[0]?.toLowerCase() + folder.slice(1)]
		: [folder];

/** The nearest folder above with a package.json. Adds the name of the package to `names`. */
function packageFolder(folder: string, names: Map<string, string>): string | undefined {
	for (let at = folder; ; at = dirname(at)) {
		if (names.has(at)) return at;
		const file = `${at}/package.json`;
		if (existsSync(file)) {
			const { name = '' }: { name?: string } = JSON.parse(readFileSync(file, 'utf8'));
			names.set(at, name);
			return at;
		}
		if (dirname(at) === at) return undefined;
	}
}
