import { dirname, join, relative } from 'node:path';
import { lookedUpMeta } from 'astro-keep/build';
import { slashed } from 'astro-keep/shared/module-path';
import type { Plugin, ViteDevServer } from 'vite';

/** A module for pages that has no file. */
export interface VirtualModule {
	/**
	 * Returns the code. Called once per environment, and again after {@link forgetModule}.
	 *
	 * @param consumer where the code will run
	 * @param environment its name in Vite: `ssr` is a server on demand, in builds
	 */
	code(consumer: 'server' | 'client', environment: string): string | Promise<string>;
	/** True if the module has content, so that a change of it is not a change of code. */
	isContent?: boolean;
	/** Files that it imports only to look them up by a name: a page runs the code of those that it asks for. */
	lookedUp?(): Promise<ReadonlyMap<string, string>>;
}

const prefix = 'virtual:astro-slugline/';
const resolvedPrefix = `\0${prefix}`;
const inPlacePrefix = `${prefix}in-place:`;
const inPlaceFile = new RegExp(`${inPlacePrefix}([^"'\`]+)`, 'g');

/**
 * How a virtual module imports a file of a package that a built server loads from where it is. No bundle can have the native parts
 * of a package, and from the folder of a bundle Node finds only those that the site depends on itself.
 */
export const inPlace = (file: string): string => inPlacePrefix + file;

/**
 * Serves virtual modules to pages.
 *
 * @param modules by name: `routes` is imported as `virtual:astro-slugline/routes`
 */
export function virtualModulesPlugin(modules: Readonly<Record<string, VirtualModule>>): Plugin {
	const names = Object.keys(modules).join('|');
	return {
		name: 'astro-slugline:virtual-modules',
		resolveId: {
			filter: { id: new RegExp(`^(?:${prefix}(?:${names})$|${inPlacePrefix})`) },
			handler(id) {
				if (!id.startsWith(inPlacePrefix)) return `\0${id}`;
				return this.environment.mode === 'build'
					? { id, external: true }
					: { id: id.slice(inPlacePrefix.length) };
			},
		},
		load: {
			filter: { id: new RegExp(`^${resolvedPrefix}(?:${names})$`) },
			async handler(id) {
				const module = modules[id.slice(resolvedPrefix.length)];
				const code = await module?.code(this.environment.config.consumer, this.environment.name);
				if (code === undefined) return;
				const lookedUp: [name: string, id: string][] = [];
				for (const [name, path] of (await module?.lookedUp?.()) ?? []) {
					const resolved = await this.resolve(path, id);
					if (resolved) lookedUp.push([name, resolved.id]);
				}
				const meta = {
					...(module?.isContent && { astroIncremental: { kind: 'content-data' } }),
					...(module?.lookedUp && { [lookedUpMeta]: lookedUp }),
				};
				return { code, meta };
			},
		},
		// Relative, so that a server can be copied elsewhere with its packages.
		renderChunk: (code, { fileName }, { dir = '' }) =>
			code.includes(inPlacePrefix)
				? code.replace(inPlaceFile, (_, file) => `./${slashed(relative(dirname(join(dir, fileName)), file))}`)
				: null,
	};
}

/** Invalidates a module in dev, so that the next request makes its code again. */
export function forgetModule(server: ViteDevServer, name: string): void {
	for (const environment of Object.values(server.environments)) {
		const module = environment.moduleGraph.getModuleById(resolvedPrefix + name);
		if (module) environment.moduleGraph.invalidateModule(module);
	}
}
