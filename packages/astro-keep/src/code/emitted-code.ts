import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { isNode, listOf, programOf } from '../shared/syntax-nodes.js';
import { createPortable, type Portable } from './portable.js';

/** The key in a module's `meta` of the modules that it looks up: pairs of a name and the id of a module. */
export const lookedUpMeta = 'astro-keep:looked-up';

/** A module as the bundler wrote it. */
export interface EmittedModule {
	id: string;
	/** A name that does not depend on the site's folder. */
	name: string;
	/** Its code in its chunk, with the names of the files that it links to. Empty if tree shaking removed all of it. */
	code: string;
	/** The ids of its imports, in order. */
	imports: readonly string[];
	/** Its import statements, which say what it takes from each of them. Only for modules that may be edited. */
	statements: string;
	isEntry: boolean;
	/** True if its code is content. Pages' reads of it are recorded instead. */
	isContent: boolean;
	/** True if it has server islands. */
	hasServerIslands: boolean;
	/** The ids of modules that it looks up by name. */
	lookedUp: ReadonlyMap<string, string> | undefined;
	/** The chunk that contains it, if Astro completes that chunk after bundling. */
	completedLater: string | undefined;
}

/** What plugins, ours and Astro's, say of a module. */
interface ModuleMeta {
	astroIncremental?: { kind?: string };
	astro?: { serverComponents?: unknown[] };
	[lookedUpMeta]?: [name: string, id: string][];
}

const marksOf = ({ astroIncremental, astro, [lookedUpMeta]: pairs }: ModuleMeta) => ({
	isContent: astroIncremental?.kind === 'content-data',
	hasServerIslands: (astro?.serverComponents ?? []).length > 0,
	lookedUp: pairs && new Map(pairs),
});

/** All code with which a build renders pages. */
export interface EmittedCode {
	modules: ReadonlyMap<string, EmittedModule>;
	/** The modules that contain content, as they were before bundling. */
	sources: ReadonlyMap<string, string>;
	/** The file with which Astro renders pages. */
	entry: string;
	portable: Portable;
	/** The names of all chunks, except those for browsers. */
	files: ReadonlySet<string>;
}

/** A placeholder for the name of a file, which rendered code contains until its chunk is rendered. */
const placeholder =
	/__VITE_ASSET__[\w$]+__(?:\$_.*?__)?|__ASTRO_ASSET_IMAGE__[\w$]+__(?:_.*?__)?|import\.meta\.ROLLDOWN_FILE_URL_\w+|["'`]\$\$server-islands(?:-name)?-map\$\$["'`]/;

/** A placeholder that Astro replaces with the styles and links of content after bundling. */
const completedLater = /@@ASTRO-(?:LINKS|STYLES|SCRIPTS)@@/;

/** Astro's module with the log level, as of `--silent` or `--verbose`, which no page shows. */
const loggerId = '\0virtual:astro:logger';

/** Names of chunks. They contain a hash of everything in the chunk, related or not. */
const chunkNames = /!~\{[^}]*\}~/g;

/** Lines of a chunk that belong to no module: imports and exports, which follow from the modules, and comments. */
const linking = /^\s*(?:$|\/\/#(?:end)?region|import\b|export \{)/;

/**
 * Collects the code that renders pages as it is emitted: with the names of its files, public environment variables, and the changes
 * of all plugins.
 */
export function emittedCode(root: URL, found: (code: EmittedCode) => void): Plugin {
	const codes = new Map<string, string>();
	const names = new Set<string>();
	return {
		name: 'astro-keep:emitted-code',
		apply: 'build',
		enforce: 'post',
		// A site with an adapter has a bundle for its server, too.
		applyToEnvironment: ({ name }) => name === 'prerender' || name === 'ssr',
		renderChunk: {
			// After this hook, minifiers remove unused code, and a module can no longer be found in its chunk.
			order: 'post',
			handler(text, { modules }) {
				if (this.environment.name !== 'prerender') return;
				const rendered = Object.entries(modules).map(([id, { code }]): [string, string] => [id, code ?? '']);
				for (const [id, code] of codesIn(text, rendered)) if (id !== loggerId) codes.set(id, code);
			},
		},
		generateBundle: {
			order: 'post',
			handler({ dir = '' }, bundle) {
				for (const file of Object.keys(bundle)) names.add(file);
				if (this.environment.name !== 'prerender') return;
				const ids = [...this.getModuleIds()];
				const portable = createPortable(fileURLToPath(root), ids);
				const files = new Map<string, string>();
				let entry = '';
				for (const output of Object.values(bundle)) {
					if (output.type !== 'chunk') continue;
					const file = `${dir}/${output.fileName}`;
					if (output.isEntry) entry = file;
					for (const id of Object.keys(output.modules)) files.set(id, file);
				}
				const modules = new Map<string, EmittedModule>();
				const sources = new Map<string, string>();
				for (const id of ids) {
					const name = portable.name(id);
					const info = this.getModuleInfo(id);
					if (!info) continue;
					const code = codes.get(id) ?? '';
					const marks = marksOf(info.meta as ModuleMeta);
					if (marks.isContent) sources.set(id, info.code ?? '');
					modules.set(id, {
						...{ id, name, isEntry: info.isEntry, ...marks },
						code: portable.text(withoutFontServer(code)),
						imports: [...info.importedIds, ...info.dynamicallyImportedIds],
						statements: portable.text(
							importsIn({ id, code: info.code, ...marks }, (text) => this.parse(text)),
						),
						completedLater: completedLater.test(code) ? files.get(id) : undefined,
					});
				}
				codes.clear();
				found({ modules, sources, entry, portable, files: names });
			},
		},
	};
}

/**
 * The code of each module of a chunk. If the chunk does not contain the rendered code of a module, a plugin has changed it, and the
 * whole chunk counts as its code.
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

/** Finds the code of a module in its chunk, where names of files have replaced the placeholders. */
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

/** Removes the comment with which Rolldown starts each module. It has a path relative to the working directory. */
const withoutHeader = (code: string): string => code.replace(/^\/\/ .*\n/, '');

/** Removes the address of the server from which Astro serves the site's fonts during a build. It has another port each time. */
const withoutFontServer = (code: string): string =>
	code.replace(/(__ASTRO_FONTS_SERVER_ADDRESS__ = )\{[^}]*\}/g, '$1{}');

/** The statements of a module of the site that import from others. */
function importsIn(
	{ id, code, isContent }: { id: string; code: string | null; isContent: boolean },
	parse: (code: string) => unknown,
): string {
	if (code === null || isContent || /^\0|\/node_modules\//.test(id)) return '';
	const program = programOf(code, parse);
	const statements = listOf(isNode(program) && program['body']).filter(({ source }) => isNode(source));
	return statements.map(({ start, end }) => code.slice(start, end)).join('\n');
}

/** Hash of the modules that contain content, and of the files that they import, such as images of entries. */
export function contentHash({ modules, portable, sources }: EmittedCode): string {
	const content = [...modules.values()].filter(({ isContent }) => isContent);
	const texts = content.map(({ id, name }) => `${name}\n${portable.text(sources.get(id) ?? '')}\n`);
	const hash = createHash('sha256');
	for (const text of texts.sort()) hash.update(text);
	for (const id of [...new Set(content.flatMap(({ imports }) => imports))].sort()) {
		const file = id.split('?')[0] ?? id;
		if (isAbsolute(file) && existsSync(file))
			hash.update(`${portable.name(id)}\n`).update(readFileSync(file));
	}
	return hash.digest('hex');
}
