import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { oncePerKey } from '../../../shared/once.js';
import type { EmittedCode, EmittedModule } from './emitted-code.js';
import { hasIslands, isRuntime, linkedFiles, nameOfLinked } from './linked-files.js';
import type { RenderManifest } from './render-manifest.js';

/** The code that runs for a page, for a rendered entry, or for every page. */
export interface CodeUnit {
	digest: string;
	/** The digests of its modules, styles, scripts, and packages, by readable names. */
	parts: ReadonlyMap<string, string>;
}

export interface CodeUnits {
	/** What runs for every page: middleware, renderers, Astro itself, and the site's settings. */
	common: CodeUnit;
	/** All code together. */
	all: string;
	/** The code of the pages of a route; undefined if it cannot be determined. */
	page(component: string): CodeUnit | undefined;
	/** Digest of the code of a rendered entry, by its file in the site. */
	entry(file: string): string;
	/** The code of each blok's component, by the folded name of the blok. */
	bloks: ReadonlyMap<string, CodeUnit>;
}

export interface CodeUnitsOptions {
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

/** Parts of the manifest that do not affect pages, or that are compared per route. */
const notOfPages = new Set([
	...[
		'routes',
		'entryModules',
		'inlinedScripts',
		'componentMetadata',
		'assets',
		'key',
		'pageMap',
		'renderers',
	],
	'logLevel',
	...['rootDir', 'srcDir', 'publicDir', 'outDir', 'cacheDir', 'buildClientDir', 'buildServerDir'],
]);

const pagePrefix = 'virtual:astro:page:';

/** True for a module that lists all pages. A page does not depend on which other pages exist. */
const isListOfPages = (id: string): boolean => /^\0?virtual:astro:(?:pages|manifest|routes)$/.test(id);

/** True for an import that Node resolves when pages are rendered: a package, or a path in one. */
const isSpecifier = (id: string): boolean =>
	/^(?:@[\w.-]+\/)?[\w.-]+(?:\/|$)/.test(id) && !id.startsWith('node:');

const isPage = (id: string): boolean => id.includes(pagePrefix);

/** Groups the emitted code of a build by the pages, entries, and bloks that run it. */
export function codeUnits(options: CodeUnitsOptions): CodeUnits {
	const { code, folder, manifest, key, settings, packages } = options;
	const { modules, portable } = code;
	const digest = (text: string): string => createHmac('sha256', key).update(text).digest('hex').slice(0, 20);
	const ofModule = linkedFiles(manifest, code);

	const digestOf = oncePerKey((module: EmittedModule): string =>
		digest(
			JSON.stringify([
				isRuntime(module.id) ? sourceOf(module) : module.code,
				module.imports.map((id) => modules.get(id)?.name ?? id),
				module.statements,
				ofModule.get(module.id) ?? [],
				module.completedLater ? completed(module.completedLater, portable.text) : '',
				...(!isRuntime(module.id) && hasIslands(module) ? [folder] : []),
			]),
		),
	);

	/** All modules that are reachable from some modules, but not through content modules, and no page through the list of all pages. */
	const reach = (roots: Iterable<string>, passes: (id: string) => boolean = () => true): Set<string> => {
		const starts = new Set(roots);
		const reached = new Set(starts);
		for (const id of reached) {
			const module = modules.get(id);
			if (!module || (module.isContent && !starts.has(id))) continue;
			for (const next of module.imports)
				if (passes(next) && !(isPage(next) && isListOfPages(id))) reached.add(next);
		}
		return reached;
	};
	const partsOf = (ids: Iterable<string>): Map<string, string> => {
		const parts = new Map<string, string>();
		for (const id of ids) {
			const module = modules.get(id);
			if (module?.isContent && module.completedLater === undefined) continue;
			if (isListOfPages(id)) continue;
			if (module && (isRuntime(id) || module.code !== '' || module.imports.length > 0)) {
				parts.set(module.name, digestOf(module));
			} else if (isSpecifier(id)) {
				for (const [name, of] of packages(id)) parts.set(name, of);
			}
		}
		return parts;
	};
	const unit = (parts: ReadonlyMap<string, string>): CodeUnit => {
		const sorted = [...parts].sort(([one], [other]) => (one < other ? -1 : 1));
		return { parts, digest: digest(JSON.stringify(sorted)) };
	};

	/** The module that looks up components of bloks by name. Pages record the names that they request. */
	const table = [...modules.values()].find(({ lookedUp }) => lookedUp);
	const isNotTable = (id: string): boolean => id !== table?.id;
	const starts = [...modules.values()].filter(({ isEntry }) => isEntry).map(({ id }) => id);
	const commonIds = reach(starts, (id) => !isPage(id));
	const common = partsOf(commonIds);
	for (const [name, value] of Object.entries(manifest)) {
		if (notOfPages.has(name) || typeof value === 'function') continue;
		common.set(`the setting \`${name}\``, digest(plainText(value)));
	}
	for (const [name, value] of settings) common.set(name, digest(value));

	const roots = new Map(
		[...modules.keys()].flatMap((id) => {
			const [, component] = id.split(pagePrefix);
			return component === undefined ? [] : [[component.replace('@_@', '.'), id]];
		}),
	);
	/** Modules by their files in the site. */
	const files = Map.groupBy(modules.values(), ({ name }) => /^~\/([^?]*)/.exec(name)?.[1]);

	const isComplete = (ids: Iterable<string>) => ![...ids].some((id) => modules.get(id)?.hasServerIslands);
	const pageUnit = (component: string): CodeUnit | undefined => {
		const page = roots.get(component);
		if (page === undefined) return undefined;
		// The page contains the props of a server island, and every build encrypts them anew.
		if (!isComplete(reach([page]))) return undefined;
		const parts = partsOf([...reach([page], isNotTable)].filter((id) => !commonIds.has(id)));
		for (const { routeData, styles, scripts, links } of manifest.routes) {
			if (routeData.component !== component) continue;
			for (const linked of [...styles, ...scripts, ...links]) {
				const [name, value] = nameOfLinked(linked);
				parts.set(name, digest(value));
			}
			parts.set('the order of styles and scripts', digest(JSON.stringify([styles, scripts, links])));
		}
		return unit(parts);
	};

	const blokUnit = (name: string, id: string): CodeUnit => {
		const parts = partsOf([...reach([id], isNotTable)].filter((one) => !commonIds.has(one)));
		return unit(parts.set(`the blok ${name}`, digest(modules.get(id)?.name ?? id)));
	};
	const bloks = new Map([...(table?.lookedUp ?? [])].map(([name, id]) => [name, blokUnit(name, id)]));

	return {
		bloks,
		common: unit(common),
		all: digest(
			JSON.stringify([
				[...partsOf(modules.keys())].sort(),
				[...modules.values()]
					.filter((module) => module.isContent && module.completedLater)
					.map(digestOf)
					.sort(),
				manifest.routes.map(({ styles, scripts, links }) => [styles, scripts, links]),
				[...common].sort(),
				[...bloks].map(([name, { digest }]) => [name, digest]),
			]),
		),
		page: oncePerKey(pageUnit),
		entry: oncePerKey((file) => {
			const starts = (files.get(file) ?? []).map(({ id }) => id);
			return isComplete(reach(starts)) ? unit(partsOf(reach(starts, isNotTable))).digest : randomUUID();
		}),
	};
}

function sourceOf({ id, code }: EmittedModule): string {
	try {
		return readFileSync(id.split('?')[0] ?? id, 'utf8');
	} catch {
		return code;
	}
}

/** The text of a chunk that Astro completed after bundling, without the names of other chunks. */
const completed = (file: string, portable: (text: string) => string): string =>
	portable(readFileSync(file, 'utf8')).replace(/(["'`])\.{1,2}\/[^"'`\n]*\.m?js\1/g, '');

/** A setting as text. Maps and sets are written as lists. */
const plainText = (value: unknown): string =>
	String(
		JSON.stringify(value, (_, inner: unknown) =>
			inner instanceof Map || inner instanceof Set ? [...inner] : inner,
		),
	);
