import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { once } from '../../../shared/once.js';
import type { EmittedCode, EmittedModule } from './emitted-code.js';
import { hasIslands, isRuntime, linkedFiles, nameOfLinked } from './linked-files.js';
import type { RenderManifest } from './render-manifest.js';

/** Code that is run as one: by a page, by an entry that is rendered, or by every page. */
export interface CodeUnit {
	digest: string;
	/** Its modules, styles, scripts and packages: digests by names that people know. */
	parts: ReadonlyMap<string, string>;
}

export interface CodeUnits {
	/** What runs for every page: middleware, renderers, Astro itself, and what Astro knows of the site. */
	common: CodeUnit;
	/** All code together. */
	all: string;
	/** The code of the pages of a route; undefined where it cannot be known. */
	page(component: string): CodeUnit | undefined;
	/** Names of what makes a page depend on those that are rendered before it: pages that share one are rendered together. */
	order(component: string): ReadonlySet<string>;
	/** A digest of the code of an entry that is rendered, by its file in the site. */
	entry(file: string): string;
	/** Of each component of a blok its code, by its folded name. */
	bloks: ReadonlyMap<string, CodeUnit>;
}

export interface CodeUnitsOptions {
	code: EmittedCode;
	/** The site's folder. Only islands depend on it. */
	folder: string;
	manifest: RenderManifest;
	/** The code may have secrets in it, which nobody shall find by guessing. */
	key: string;
	/** What else every page depends on, by name. */
	settings: ReadonlyMap<string, string>;
	/** Digests of an installed package and all that it depends on, by the specifier of an import. */
	packages(specifier: string): Iterable<[name: string, digest: string]>;
	/** Modules, by their ids, that may keep what comes to them for other pages. */
	stateful: ReadonlySet<string>;
	/** True for a module, by its id, that may change what others see. */
	hasEffects(id: string): boolean;
	/** Modules, by their ids, whose state changes each time that a page runs them. */
	counting: ReadonlySet<string>;
	/** Modules, by their ids, that change entries in place: all pages may show these. */
	changingContent: ReadonlySet<string>;
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
	...['rootDir', 'srcDir', 'publicDir', 'outDir', 'cacheDir', 'buildClientDir', 'buildServerDir'],
]);

const pagePrefix = 'virtual:astro:page:';

/** Modules that name all pages: which others there are does not matter to one. */
const isListOfPages = (id: string): boolean => /^\0?virtual:astro:(?:pages|manifest|routes)$/.test(id);

/** What Node loads when pages are rendered: the name of a package, and a path in it. */
const isSpecifier = (id: string): boolean =>
	/^(?:@[\w.-]+\/)?[\w.-]+(?:\/|$)/.test(id) && !id.startsWith('node:');

const isImage = (id: string): boolean => /\.(?:png|jpe?g|gif|svg|webp|avif|tiff?)(?:\?|$)/i.test(id);

const isPage = (id: string): boolean => id.includes(pagePrefix);

/** Puts the code of a build together as pages run it. */
export function codeUnits(options: CodeUnitsOptions): CodeUnits {
	const { code, folder, manifest, key, settings, packages, stateful } = options;
	const { modules, portable } = code;
	const digest = (text: string): string => createHmac('sha256', key).update(text).digest('hex').slice(0, 20);
	const ofModule = linkedFiles(manifest, code);

	const digests = new Map<string, string>();
	const digestOf = (module: EmittedModule): string => {
		const known = digests.get(module.id);
		if (known !== undefined) return known;
		const names = module.imports.map((id) => modules.get(id)?.name ?? id);
		const made = digest(
			JSON.stringify([
				isRuntime(module.id) ? sourceOf(module) : module.code,
				names,
				ofModule.get(module.id) ?? [],
				module.completedLater ? completed(module.completedLater, portable.text) : '',
				...(!isRuntime(module.id) && hasIslands(module) ? [folder] : []),
			]),
		);
		digests.set(module.id, made);
		return made;
	};

	/** Everything that is reached from some modules, but for content. */
	const reach = (roots: Iterable<string>, passes: (id: string) => boolean = () => true): Set<string> => {
		const starts = new Set(roots);
		const reached = new Set(starts);
		for (const id of reached) {
			const module = modules.get(id);
			if (!module || (module.isContent && !starts.has(id))) continue;
			for (const next of module.imports) if (passes(next)) reached.add(next);
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

	/** The module that looks components of bloks up by their names: pages record the names that they ask for. */
	const table = [...modules.values()].find(({ lookedUp }) => lookedUp);
	const isNotTable = (id: string): boolean => id !== table?.id;
	/** Of each blok's component what it runs by itself. */
	const closures = once(() =>
		[...(table?.lookedUp?.values() ?? [])].map((id) => [id, reach([id], isNotTable)] as const),
	);
	/**
	 * Everything that runs for some modules, without the bloks that are looked up by name. Where some module may keep what it
	 * gets, a page may show what another one has looked up, so all bloks count.
	 */
	const run = (roots: readonly string[]): Set<string> => {
		const whole = reach(roots);
		const mayStore = [...whole, ...commonIds].some((id) => stateful.has(id));
		if (!table || mayStore || !whole.has(table.id)) return whole;
		const own = reach(roots, isNotTable);
		const isAdded = (id: string) => !own.has(id) && !commonIds.has(id);
		// What changes things that others see does so whoever looks it up.
		const loud = closures().filter(([, closure]) =>
			[...closure].some((id) => isAdded(id) && options.hasEffects(id)),
		);
		return reach([...roots, ...loud.map(([id]) => id)], isNotTable);
	};

	const starts = [...modules.values()].filter(({ isEntry }) => isEntry).map(({ id }) => id);
	const commonIds = reach(starts, (id) => !isPage(id));
	const common = partsOf(commonIds);
	for (const [name, value] of Object.entries(manifest)) {
		if (notOfPages.has(name) || typeof value === 'function') continue;
		common.set(`the setting \`${name}\``, digest(plainText(value)));
	}
	for (const [name, value] of settings) common.set(name, digest(value));

	const roots = new Map<string, string>();
	const files = new Map<string, string[]>();
	for (const { id, name } of modules.values()) {
		const at = id.indexOf(pagePrefix);
		if (at >= 0) roots.set(id.slice(at + pagePrefix.length).replace('@_@', '.'), id);
		const file = name.replace(/^~\//, '').split('?')[0] ?? name;
		if (name.startsWith('~/')) files.set(file, [...(files.get(file) ?? []), id]);
	}
	/** Images that entries show. Nothing that stays says which entry shows which. */
	const imagesOfEntries = [...modules.values()]
		.filter(({ isContent }) => isContent)
		.flatMap(({ imports }) => imports.filter(isImage));
	const isComplete = (ids: Iterable<string>) => ![...ids].some((id) => modules.get(id)?.hasServerIslands);
	const pages = new Map<string, CodeUnit | undefined>();
	const entries = new Map<string, string>();
	const pageUnit = (component: string): CodeUnit | undefined => {
		const page = roots.get(component);
		if (page === undefined) return undefined;
		// A server island has its props in the page, encrypted anew in every build.
		if (!isComplete(reach([page]))) return undefined;
		const parts = partsOf([...run([page])].filter((id) => !commonIds.has(id)));
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

	const isRunByPage = once(() => reach([...commonIds, ...roots.values()]));
	const ofAllPages = once(() => [...options.changingContent].filter((id) => isRunByPage().has(id)));
	const orders = new Map<string, ReadonlySet<string>>();
	const orderOf = (component: string): ReadonlySet<string> => {
		if (options.counting.size === 0) return namesIn(ofAllPages());
		const page = roots.get(component);
		const counting = [...commonIds, ...(page === undefined ? [] : run([page]))].filter((id) =>
			options.counting.has(id),
		);
		return namesIn([...counting, ...ofAllPages()]);
	};
	const namesIn = (ids: readonly string[]) => new Set(ids.map((id) => modules.get(id)?.name ?? id));

	const blokUnit = (name: string, id: string): CodeUnit => {
		const parts = partsOf([...reach([id], isNotTable)].filter((one) => !commonIds.has(one)));
		return unit(parts.set(`the blok ${name}`, digest(modules.get(id)?.name ?? id)));
	};
	const bloks = [...(table?.lookedUp ?? [])].map(([name, id]): [string, CodeUnit] => [
		name,
		blokUnit(name, id),
	]);

	return {
		bloks: new Map(bloks),
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
				bloks.map(([name, { digest }]) => [name, digest]),
			]),
		),
		page(component) {
			if (!pages.has(component)) pages.set(component, pageUnit(component));
			return pages.get(component);
		},
		order(component) {
			const known = orders.get(component) ?? orderOf(component);
			orders.set(component, known);
			return known;
		},
		entry(file) {
			const known = entries.get(file);
			if (known !== undefined) return known;
			const starts = [...(files.get(file) ?? []), ...imagesOfEntries];
			const made = isComplete(reach(starts)) ? unit(partsOf(run(starts))).digest : randomUUID();
			entries.set(file, made);
			return made;
		},
	};
}

function sourceOf({ id, code }: EmittedModule): string {
	try {
		return readFileSync(id.split('?')[0] ?? id, 'utf8');
	} catch {
		return code;
	}
}

/** A chunk that Astro has completed, without the names of other chunks. */
const completed = (file: string, portable: (text: string) => string): string =>
	portable(readFileSync(file, 'utf8')).replace(/(["'`])\.{1,2}\/[^"'`\n]*\.m?js\1/g, '');

/** A setting as text: maps and sets are lists in it. */
const plainText = (value: unknown): string =>
	String(
		JSON.stringify(value, (_, inner: unknown) =>
			inner instanceof Map || inner instanceof Set ? [...inner] : inner,
		),
	);
