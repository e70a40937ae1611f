import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { oncePerKey } from '../shared/once.js';
import type { EmittedCode, EmittedModule } from './emitted-code.js';
import type { RenderManifest } from './linked-assets.js';
import { hasIslands, isRuntime, linkedFiles } from './linked-assets.js';

/** The code that runs for a page, for a rendered entry, or for every page. */
export interface CodeFingerprint {
	digest: string;
	/** The digests of its modules, styles, scripts, and packages, by readable names. */
	parts: ReadonlyMap<string, string>;
}

export interface CodeOptions {
	code: EmittedCode;
	/** The site's folder. Only islands depend on it. */
	folder: string;
	manifest: RenderManifest;
	/** Key of all digests. Code may contain secrets, which a plain hash would let others guess. */
	key: string;
	/** Other values that every page depends on, by name. */
	settings: ReadonlyMap<string, string>;
	/** Digests of an installed package and all that it depends on, by the specifier of an import. */
	packages(specifier: string): Iterable<[name: string, digest: string]>;
}

/** The folders of the site on this machine, which only the module `astro:config/server` shows. */
export const folderSettings = [
	...['rootDir', 'srcDir', 'publicDir', 'outDir', 'cacheDir', 'buildClientDir', 'buildServerDir'],
] as const;

/** What the id of a page's module contains. */
export const pagePrefix = 'virtual:astro:page:';

/** True for a module that lists all pages. A page does not depend on which other pages exist. */
const isListOfPages = (id: string): boolean => /^\0?virtual:astro:(?:pages|manifest|routes)$/.test(id);

/** True for an import that Node resolves when pages are rendered: a package, or a path in one. */
export const isSpecifier = (id: string): boolean =>
	/^(?:@[\w.-]+\/)?[\w.-]+(?:\/|$)/.test(id) && !id.startsWith('node:');

const isPage = (id: string): boolean => id.includes(pagePrefix);

/** The file of a module, which may stand for it several times. */
const fileOf = (id: string): string => id.split('?')[0] ?? id;

/** The emitted modules, and the digests of those that run together. */
export class Code {
	readonly #options: CodeOptions;
	readonly #linked: ReturnType<typeof linkedFiles>;
	/** The module that looks up others by name. Pages record the names that they request. */
	readonly table: EmittedModule | undefined;
	/** The modules that run for every page. */
	readonly global: ReadonlySet<string>;
	/** All modules but those of entries, such as in MDX. */
	readonly ofSite: readonly string[];

	constructor(options: CodeOptions) {
		const { code, manifest } = options;
		this.#options = options;
		this.#linked = linkedFiles(manifest, code);
		const modules = [...code.modules.values()];
		this.table = modules.find(({ lookedUp }) => lookedUp);
		const starts = modules.filter(({ isEntry }) => isEntry).map(({ id }) => id);
		this.global = this.reach(starts, (id) => !isPage(id));
		const others = this.reach([...starts, ...[...code.modules.keys()].filter(isPage)]);
		const entries = new Set(
			modules.flatMap(({ isContent, imports }) => (isContent ? imports.map(fileOf) : [])),
		);
		this.ofSite = [...code.modules.keys()].filter((id) => others.has(id) || !entries.has(fileOf(id)));
	}

	nameOf(id: string): string {
		return this.#options.code.modules.get(id)?.name ?? id;
	}

	readonly isNotTable = (id: string): boolean => id !== this.table?.id;

	digest(text: string): string {
		return createHmac('sha256', this.#options.key).update(text).digest('hex').slice(0, 20);
	}

	readonly digestOf = oncePerKey((module: EmittedModule): string => {
		const { code, folder, manifest } = this.#options;
		const showsFolders = module.id === '\0astro:config/server';
		return this.digest(
			JSON.stringify([
				textOf(module),
				importsOf(module, (id) => this.nameOf(id)),
				this.#linked.get(module.id) ?? [],
				module.completedLater ? completed(module.completedLater, code.portable.text) : '',
				...(!isRuntime(module.id) && hasIslands(module) ? [folder] : []),
				...(showsFolders ? folderSettings.map((name) => manifest[name]) : []),
			]),
		);
	});

	/** All modules that are reachable from some modules, but not through content modules, and no page through the list of all pages. */
	reach(roots: Iterable<string>, passes: (id: string) => boolean = () => true): Set<string> {
		const starts = new Set(roots);
		const reached = new Set(starts);
		for (const id of reached) {
			const module = this.#options.code.modules.get(id);
			if (!module || (module.isContent && !starts.has(id))) continue;
			for (const next of module.imports)
				if (passes(next) && !(isPage(next) && isListOfPages(id))) reached.add(next);
		}
		return reached;
	}

	/** What runs with a module only, and not for every page. */
	ownParts(id: string): Map<string, string> {
		return this.partsOf([...this.reach([id], this.isNotTable)].filter((one) => !this.global.has(one)));
	}

	partsOf(ids: Iterable<string>): Map<string, string> {
		const { code, packages } = this.#options;
		const parts = new Map<string, string>();
		for (const id of ids) {
			const module = code.modules.get(id);
			if (module?.isContent && module.completedLater === undefined) continue;
			if (isListOfPages(id)) continue;
			if (module && (isRuntime(id) || module.code !== '' || module.imports.length > 0)) {
				parts.set(module.name, this.digestOf(module));
			} else if (isSpecifier(id)) {
				for (const [name, of] of packages(id)) parts.set(name, of);
			}
		}
		return parts;
	}

	unit(parts: ReadonlyMap<string, string>): CodeFingerprint {
		const sorted = [...parts].sort(([one], [other]) => (one < other ? -1 : 1));
		return { parts, digest: this.digest(JSON.stringify(sorted)) };
	}

	/** False for what has server islands. The page contains their props, and every build encrypts them anew. */
	isComplete(ids: Iterable<string>): boolean {
		return ![...ids].some((id) => this.#options.code.modules.get(id)?.hasServerIslands);
	}
}

/** The text by which a module is compared. */
function textOf(module: EmittedModule): string {
	return isRuntime(module.id) ? sourceOf(module) : module.code;
}

/** What a module imports, in which order. */
function importsOf({ imports, statements }: EmittedModule, nameOf: (id: string) => string): unknown[] {
	return [imports.map(nameOf), statements];
}

function sourceOf({ id, code }: EmittedModule): string {
	try {
		return readFileSync(fileOf(id), 'utf8');
	} catch {
		return code;
	}
}

/** The text of a chunk that Astro completed after bundling, without the names of other chunks. */
function completed(file: string, portable: (text: string) => string): string {
	return portable(readFileSync(file, 'utf8')).replace(/(["'`])\.{1,2}\/[^"'`\n]*\.m?js\1/g, '');
}
