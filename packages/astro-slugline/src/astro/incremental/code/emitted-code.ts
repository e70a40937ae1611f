import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { lookedUpMeta } from '../../page/data/index.js';
import { createPortable, type Portable } from '../analysis/portable.js';

/** A module as the bundler wrote it. */
export interface EmittedModule {
	id: string;
	/** The same wherever the site lies. */
	name: string;
	/** Its code in its chunk, with the names of the files that it links to. Empty where nothing of it is left. */
	code: string;
	/** The ids of what it imports, in their order. */
	imports: readonly string[];
	isEntry: boolean;
	/** Its code is content: what pages read of it is recorded. */
	isContent: boolean;
	/** It has components that a server renders later. */
	hasServerIslands: boolean;
	/** Modules that it only looks up, by what it calls them. */
	lookedUp: ReadonlyMap<string, string> | undefined;
	/** The chunk that Astro completes after the bundler has written it. */
	completedLater: string | undefined;
}

/** All that a build renders pages with. */
export interface EmittedCode {
	modules: ReadonlyMap<string, EmittedModule>;
	portable: Portable;
	/** The names of all chunks but those of browsers. */
	files: ReadonlySet<string>;
}

/** What stands in rendered code for the name of a file, until its chunk is rendered. */
const placeholder =
	/__VITE_ASSET__[\w$]+__(?:\$_.*?__)?|__ASTRO_ASSET_IMAGE__[\w$]+__(?:_.*?__)?|import\.meta\.ROLLDOWN_FILE_URL_\w+|["'`]\$\$server-islands(?:-name)?-map\$\$["'`]/;

/** What Astro puts styles and links of content into when all is written. */
const completedLater = /@@ASTRO-(?:LINKS|STYLES|SCRIPTS)@@/;

/** Names of chunks: they have a hash of everything that happens to lie in the same chunk. */
const chunkNames = /!~\{[^}]*\}~/g;

/** Lines of a chunk that belong to no module: imports and exports follow the modules, comments say nothing. */
const linking = /^\s*(?:$|\/\/#(?:end)?region|import\b|export \{)/;

/**
 * Looks at the code that pages are rendered with as it is emitted: with the names of its files, public environment values,
 * and all that plugins do to it.
 */
export function emittedCode(root: URL, found: (code: EmittedCode) => void): Plugin {
	const codes = new Map<string, string>();
	const files = new Set<string>();
	return {
		name: 'astro-slugline:emitted-code',
		apply: 'build',
		enforce: 'post',
		// A site with an adapter has a bundle for its server, too.
		applyToEnvironment: ({ name }) => name === 'prerender' || name === 'ssr',
		renderChunk: {
			// What follows takes out what is not used: a module is then no longer as it was rendered.
			order: 'post',
			handler(text, { modules }) {
				if (this.environment.name !== 'prerender') return;
				const rendered = Object.entries(modules).map(([id, { code }]): [string, string] => [id, code ?? '']);
				for (const [id, code] of codesIn(text, rendered)) codes.set(id, code);
			},
		},
		generateBundle: {
			order: 'post',
			handler({ dir = '' }, bundle) {
				for (const file of Object.keys(bundle)) files.add(file);
				if (this.environment.name !== 'prerender') return;
				const portable = createPortable(fileURLToPath(root));
				const chunks = new Map<string, string>();
				for (const output of Object.values(bundle)) {
					if (output.type !== 'chunk') continue;
					for (const id of Object.keys(output.modules)) chunks.set(id, `${dir}/${output.fileName}`);
				}
				const names = new Map([...this.getModuleIds()].map((id) => [id, portable.name(id)]));
				const modules = new Map<string, EmittedModule>();
				for (const [id, name] of names) {
					const info = this.getModuleInfo(id);
					if (!info) continue;
					const code = codes.get(id) ?? '';
					modules.set(id, {
						...{ id, name, isEntry: info.isEntry },
						code: portable.text(code),
						imports: [...info.importedIds, ...info.dynamicallyImportedIds],
						isContent: isContent(info.meta),
						hasServerIslands: hasServerIslands(info.meta),
						lookedUp: lookedUp(info.meta),
						completedLater: completedLater.test(code) ? chunks.get(id) : undefined,
					});
				}
				codes.clear();
				found({ modules, portable, files });
			},
		},
	};
}

/**
 * The code of each module of a chunk. Where it is not in there as it was rendered, some plugin has changed it: then all of
 * the chunk stands for it.
 */
export function codesIn(
	chunk: string,
	rendered: readonly (readonly [id: string, code: string])[],
): [id: string, code: string][] {
	const codes: [id: string, code: string][] = [];
	const changed: number[] = [];
	let between = '';
	let place = 0;
	for (const [id, code] of rendered) {
		const found = code === '' ? undefined : find(chunk, code, place);
		if (found) {
			between += chunk.slice(place, found.start);
			place = found.end;
		} else if (code !== '') {
			changed.push(codes.length);
		}
		codes.push([id, withoutHeader(found ? chunk.slice(found.start, found.end) : code)]);
	}
	between += chunk.slice(place);
	for (const at of changed) {
		const [id, code] = codes[at] ?? ['', ''];
		codes[at] = [id, `${code}\n${chunk}`];
	}
	const rest = between.split('\n').filter((line) => !linking.test(line));
	const added = rest.length > 0 && changed.length === 0 ? `\n${rest.join('\n')}` : '';
	return codes.map(([id, code]) => [id, code === '' ? '' : (code + added).replace(chunkNames, '')]);
}

/** Where a module's code lies in its chunk: the placeholders in it have become names of files there. */
function find(chunk: string, code: string, from: number): { start: number; end: number } | undefined {
	let start: number | undefined;
	let end = from;
	for (const piece of code.split(placeholder)) {
		const at = chunk.indexOf(piece, end);
		if (at < 0) return undefined;
		start ??= at;
		end = at + piece.length;
	}
	return start === undefined ? undefined : { start, end };
}

/** Rolldown begins each module with a comment that has its path, as seen from the folder that the build was started in. */
const withoutHeader = (code: string): string => code.replace(/^\/\/ .*\n/, '');

/** Modules that hold content say so, as Astro's own do: they are not code. */
const isContent = ({ astroIncremental: mark }: Record<string, unknown>): boolean =>
	typeof mark === 'object' && mark !== null && 'kind' in mark && mark.kind === 'content-data';

const lookedUp = ({
	[lookedUpMeta]: pairs,
}: Record<string, unknown>): ReadonlyMap<string, string> | undefined =>
	Array.isArray(pairs) ? new Map(pairs) : undefined;

const hasServerIslands = ({ astro }: Record<string, unknown>): boolean =>
	typeof astro === 'object' &&
	astro !== null &&
	'serverComponents' in astro &&
	Array.isArray(astro.serverComponents) &&
	astro.serverComponents.length > 0;
