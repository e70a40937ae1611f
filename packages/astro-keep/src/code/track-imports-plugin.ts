import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { isOurs } from '../content-config/index.js';
import { pathWithin, slashed } from '../shared/module-path.js';

const prefix = 'virtual:astro-keep/tracked?';

/**
 * The functions that read in modules of other packages, by their ids, and values with the function that makes them. Their other
 * exports are passed on unchanged.
 */
export type Readers = Readonly<Record<string, readonly (string | readonly [value: string, maker: string])[]>>;

/** The config of live collections, as Astro finds it. */
const liveConfig = /[\\/]live\.config\.m?[jt]s$/;

/** The address of a file beside this one, for code to import. */
const ours = (file: string): string => slashed(fileURLToPath(new URL(file, import.meta.url)));

/**
 * Puts a module between `astro:content`, or one of our own page modules, and each module that imports it, so that a build knows
 * which module makes a read.
 */
export function trackImportsPlugin(root: URL, readers: Readers): Plugin {
	const folder = fileURLToPath(root);
	const trackedModules = new RegExp(`^(?:${['astro:content', ...Object.keys(readers)].join('|')})$`);
	return {
		name: 'astro-keep:track-imports',
		apply: 'build',
		enforce: 'pre',
		applyToEnvironment: ({ name }) => name === 'prerender',
		resolveId: {
			order: 'pre',
			filter: { id: trackedModules },
			handler(tracked, importer) {
				if (importer === undefined || importer.startsWith('\0') || isOurs(importer)) return;
				// Astro gives it another module, because `astro:content` itself waits for it.
				if (tracked === 'astro:content' && liveConfig.test(importer)) return;
				return `\0${prefix}${new URLSearchParams({ of: tracked, for: pathIn(folder, importer) })}`;
			},
		},
		load: {
			filter: { id: /^\0virtual:astro-keep\/tracked\?/ },
			handler(id) {
				const found = trackedImportOf(id);
				if (!found) return;
				const { tracked, importer } = found;
				// As Astro says of `astro:content`: what imports it may render styles and scripts of entries.
				return { code: codeOf(tracked, importer, readers[tracked]), meta: { astro: { ...astroMeta } } };
			},
		},
	};
}

/** A module by its path in the site. */
export function pathIn(folder: string, id: string): string {
	const file = id.split('?')[0] ?? id;
	const within = pathWithin(folder, file);
	if (within !== undefined) return within;
	const path = relative(folder, file);
	return isAbsolute(path) ? id : slashed(path);
}

/** The tracked module and the importer that a module between them stands for; undefined for other ids. */
export function trackedImportOf(id: string): { tracked: string; importer: string } | undefined {
	if (!id.startsWith(`\0${prefix}`)) return undefined;
	const asked = new URLSearchParams(id.slice(prefix.length + 1));
	return { tracked: asked.get('of') ?? '', importer: asked.get('for') ?? '' };
}

const astroMeta = {
	hydratedComponents: [],
	clientOnlyComponents: [],
	serverComponents: [],
	scripts: [],
	propagation: 'in-tree',
	containsHead: false,
	pageOptions: {},
};

/** The code of the module between an importer and a tracked module. */
function codeOf(tracked: string, importer: string, names: Readers[string] = []): string {
	const from = JSON.stringify(tracked);
	const who = JSON.stringify(importer);
	if (tracked === 'astro:content') {
		return `import * as content from ${from};
import { trackedContent } from ${JSON.stringify(ours('../entries/tracked.js'))};
export * from ${from};
export const { getCollection, getEntry, getEntries, getLiveCollection, getLiveEntry, render } =
	trackedContent(content, () => import('astro:asset-imports'), () => import('astro:data-layer-content'), ${who});`;
	}
	const exported = names.map((one) =>
		typeof one === 'string'
			? `export const ${one} = (...asked) => attributeTo(${who}, () => tracked.${one}(...asked));`
			: // Made for each importing module, so that its reads are recorded as reads of that module.
				`export const ${one[0]} = ${one[1]}();`,
	);
	return `import * as tracked from ${from};
import { attributeTo } from ${JSON.stringify(ours('../tracking/record.js'))};
export * from ${from};
${exported.join('\n')}`;
}
