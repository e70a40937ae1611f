import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';

/** Returns the paths, without extensions, that a specifier may stand for; none if it is not an alias. */
export type Aliases = (specifier: string) => string[];

/** The aliases of a site: `paths` in its tsconfig or jsconfig, and `resolve.alias` in its Vite options. */
export function aliasesOf({
	root,
	vite,
}: Pick<AstroConfig, 'root'> & Partial<Pick<AstroConfig, 'vite'>>): Aliases {
	const folder = fileURLToPath(root);
	const file = ['tsconfig.json', 'jsconfig.json']
		.map((name) => join(folder, name))
		.find((path) => existsSync(path));
	const patterns = [...(file ? pathsOf(file) : []), ...viteAliases(vite?.resolve?.alias)];
	return (specifier) =>
		patterns.flatMap(({ before, after, isWhole, targets }) => {
			const fits = specifier.startsWith(before) && specifier.endsWith(after);
			if (!fits || specifier.length < before.length + after.length) return [];
			if (isWhole && specifier !== before) return [];
			const star = specifier.slice(before.length, specifier.length - after.length);
			return targets.map((target) => target.replace('*', () => star));
		});
}

/** A pattern for specifiers, `before*after`, and the paths that they stand for, with a star for the text in between. */
interface Pattern {
	before: string;
	after: string;
	/** True if the pattern has no star. */
	isWhole?: boolean;
	targets: string[];
}

interface TsConfig {
	extends?: string | string[];
	compilerOptions?: { baseUrl?: string; paths?: Record<string, string[]> };
}

function pathsOf(file: string): Pattern[] {
	const { extends: parents = [], compilerOptions: { baseUrl, paths } = {} } = read(file);
	const folder = resolve(dirname(file), baseUrl ?? '.');
	if (paths) {
		return Object.entries(paths).map(([name, targets]) => {
			const [before = '', after] = name.split('*');
			const to = targets.map((target) => resolve(folder, target));
			return after === undefined
				? { before: name, after: '', isWhole: true, targets: to }
				: { before, after, targets: to };
		});
	}
	if (baseUrl !== undefined) return [{ before: '', after: '', targets: [`${folder}/*`] }];
	for (const parent of [parents].flat()) {
		const path = resolve(dirname(file), parent);
		const found = [path, `${path}.json`].find((candidate) => parent.startsWith('.') && existsSync(candidate));
		const patterns = found ? pathsOf(found) : [];
		if (patterns.length > 0) return patterns;
	}
	return [];
}

const comments = /("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const trailingCommas = /("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g;

function read(file: string): TsConfig {
	try {
		const text = readFileSync(file, 'utf8').replace(comments, '$1').replace(trailingCommas, '$1');
		return JSON.parse(text);
	} catch {
		// Astro reports a file that cannot be read.
		return {};
	}
}

function viteAliases(alias: unknown): Pattern[] {
	if (typeof alias !== 'object' || alias === null) return [];
	const pairs: [find: unknown, replacement: unknown][] = Array.isArray(alias)
		? alias.map(({ find, replacement }) => [find, replacement])
		: Object.entries(alias);
	return pairs.flatMap(([find, replacement]) =>
		typeof find === 'string' && typeof replacement === 'string'
			? [{ before: find, after: '', targets: [`${replacement}*`] }]
			: [],
	);
}
