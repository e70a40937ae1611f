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
		patterns.flatMap(({ name, targets }) => {
			const [before = '', after] = name.split('*');
			if (after === undefined) return specifier === name ? targets : [];
			const fits = specifier.startsWith(before) && specifier.endsWith(after);
			if (!fits || specifier.length < before.length + after.length) return [];
			const star = specifier.slice(before.length, specifier.length - after.length);
			return targets.map((target) => target.replace('*', () => star));
		});
}

/** A pattern for specifiers, and the paths that they stand for. In both, a star stands for any text. */
interface Pattern {
	name: string;
	targets: string[];
}

interface TsConfig {
	extends?: string | string[];
	compilerOptions?: { baseUrl?: string; paths?: Record<string, string[]> };
}

function pathsOf(file: string): Pattern[] {
	const { extends: parents = [], compilerOptions: { baseUrl, paths } = {} } = read(file);
	const folder = resolve(dirname(file), baseUrl ?? '.');
	if (paths)
		return Object.entries(paths).map(([name, targets]) => ({
			name,
			targets: targets.map((target) => resolve(folder, target)),
		}));
	if (baseUrl !== undefined) return [{ name: '*', targets: [`${folder}/*`] }];
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
			? [{ name: `${find}*`, targets: [`${replacement}*`] }]
			: [],
	);
}
