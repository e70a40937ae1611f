import type { Plugin, ViteDevServer } from 'vite';

/** A module for pages that has no file. */
export interface VirtualModule {
	/**
	 * Returns the code. Called once per environment, and again after {@link forgetModule}.
	 *
	 * @param consumer where the code will run
	 */
	code(consumer: 'server' | 'client'): string | Promise<string>;
	/** True if the module has content, so that a change of it is not a change of code. */
	isContent?: boolean;
}

const prefix = 'virtual:astro-slugline/';
const resolvedPrefix = `\0${prefix}`;

/**
 * Serves virtual modules to pages.
 *
 * @param modules by name: `routes` is imported as `virtual:astro-slugline/routes`
 */
export function virtualModulesPlugin(modules: Readonly<Record<string, VirtualModule>>): Plugin {
	const names = Object.keys(modules).join('|');
	return {
		name: 'astro-slugline:virtual-modules',
		resolveId: { filter: { id: new RegExp(`^${prefix}(?:${names})$`) }, handler: (id) => `\0${id}` },
		load: {
			filter: { id: new RegExp(`^${resolvedPrefix}(?:${names})$`) },
			async handler(id) {
				const module = modules[id.slice(resolvedPrefix.length)];
				const code = await module?.code(this.environment.config.consumer);
				if (code === undefined) return;
				return { code, ...(module?.isContent && { meta: { astroIncremental: { kind: 'content-data' } } }) };
			},
		},
	};
}

/** Invalidates a module in dev, so that the next request makes its code again. */
export function forgetModule(server: ViteDevServer, name: string): void {
	for (const environment of Object.values(server.environments)) {
		const module = environment.moduleGraph.getModuleById(resolvedPrefix + name);
		if (module) environment.moduleGraph.invalidateModule(module);
	}
}
