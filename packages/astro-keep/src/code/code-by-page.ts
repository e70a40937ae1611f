import { randomUUID } from 'node:crypto';
import { oncePerKey } from '../shared/once.js';
import { Code, type CodeFingerprint, type CodeOptions, folderSettings, pagePrefix } from './code.js';
import { nameOfLinked, type RenderManifest } from './linked-assets.js';

export type CodeFingerprints = ReturnType<typeof codeFingerprints>;

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
	...folderSettings,
]);

/** Groups the emitted code of a build by the pages, entries, and lookups that run it. */
export function codeFingerprints(options: CodeOptions) {
	const code = new Code(options);
	const global = globalParts(code, options);
	const lookups = new Map(
		[...(code.table?.lookedUp ?? [])].map(([name, id]) => [name, lookupUnit(code, name, id)]),
	);
	const { modules } = options.code;
	/** Modules by their files in the site. */
	const files = Map.groupBy(modules.values(), ({ name }) => /^~\/([^?]*)/.exec(name)?.[1]);
	const roots = new Map(
		[...modules.keys()].flatMap((id) => {
			const [, component] = id.split(pagePrefix);
			return component === undefined ? [] : [[component.replace('@_@', '.'), id]];
		}),
	);
	const partsOf = (ids: Iterable<string>) => [
		...digestsOf(code, modules, ids),
		[...global].sort(),
		[...lookups].map(([name, { digest }]) => [name, digest]),
	];
	return {
		/** The code that each lookup finds, by its name. */
		lookups,
		/** What runs for every page: middleware, renderers, Astro itself, and the site's settings. */
		global: code.unit(global),
		/** A digest of all code together. */
		all: code.digest(JSON.stringify([partsOf(modules.keys()), linkedByRoute(options.manifest)])),
		/** A digest of all code that runs when pages are rendered, but that of entries. */
		site: code.digest(JSON.stringify(partsOf(code.ofSite))),
		/** The code of the pages of a route; undefined if it cannot be determined. */
		page: oncePerKey((component: string) =>
			pageUnit(code, options.manifest, component, roots.get(component)),
		),
		/** Digest of the code of a rendered entry, by its file in the site. */
		entry: oncePerKey((file: string): string => {
			const starts = (files.get(file) ?? []).map(({ id }) => id);
			return code.isComplete(code.reach(starts))
				? code.unit(code.partsOf(code.reach(starts, code.isNotTable))).digest
				: randomUUID();
		}),
	};
}

function globalParts(code: Code, { manifest, settings }: CodeOptions): Map<string, string> {
	const global = code.partsOf(code.global);
	for (const [name, value] of Object.entries(manifest)) {
		if (notOfPages.has(name) || typeof value === 'function') continue;
		global.set(`the setting \`${name}\``, code.digest(plainText(value)));
	}
	for (const [name, value] of settings) global.set(name, code.digest(value));
	return global;
}

/** @param page the module of the route's component */
function pageUnit(
	code: Code,
	manifest: RenderManifest,
	component: string,
	page: string | undefined,
): CodeFingerprint | undefined {
	if (page === undefined || !code.isComplete(code.reach([page]))) return undefined;
	return code.unit(new Map([...code.ownParts(page), ...linkedParts(code, manifest, component)]));
}

/** The styles and scripts of a route. */
function linkedParts(code: Code, { routes }: RenderManifest, component: string): Map<string, string> {
	const parts = new Map<string, string>();
	for (const { routeData, styles, scripts, links } of routes) {
		if (routeData.component !== component) continue;
		for (const linked of [...styles, ...scripts, ...links]) {
			const [name, value] = nameOfLinked(linked);
			parts.set(name, code.digest(value));
		}
		parts.set('the order of styles and scripts', code.digest(JSON.stringify([styles, scripts, links])));
	}
	return parts;
}

const lookupUnit = (code: Code, name: string, id: string): CodeFingerprint =>
	code.unit(code.ownParts(id).set(`the lookup ${name}`, code.digest(code.nameOf(id))));

/** The styles and scripts of all routes. They do not run when pages are rendered, and are compared per route. */
const linkedByRoute = ({ routes }: RenderManifest): unknown[] =>
	routes.map(({ styles, scripts, links }) => [styles, scripts, links]);

/** The digests of modules. */
function digestsOf(code: Code, modules: CodeOptions['code']['modules'], ids: Iterable<string>): unknown[] {
	const named = [...ids];
	const ofContent = named.flatMap((id) => {
		const module = modules.get(id);
		return module?.isContent && module.completedLater ? [code.digestOf(module)] : [];
	});
	return [[...code.partsOf(named)].sort(), ofContent.sort()];
}

/** A setting as text. Maps and sets are written as lists. */
const plainText = (value: unknown): string =>
	String(
		JSON.stringify(value, (_, inner: unknown) =>
			inner instanceof Map || inner instanceof Set ? [...inner] : inner,
		),
	);
