import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { isWholePath, pathWithin, slashed } from '../../../shared/module-path.js';

/** Names files and rewrites texts so that neither says where on a machine a site lies. */
export interface Portable {
	/** A file or module by a name that is the same wherever the site lies; its query stays. */
	name(id: string): string;
	/** A text with the folders of all modules named so far replaced. */
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

	/** The folder of a linked package, and what stands for it. */
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

/** The nearest folder upwards with a package.json; its name is put into `names`. */
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
