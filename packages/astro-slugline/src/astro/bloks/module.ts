import { relative } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { exactly } from '../exactly.js';
import { blokFiles, isBlokFile, twoOfOneName } from './files.js';

/** What pages import to render bloks. */
const bloksModule = 'virtual:astro-slugline/bloks';
const resolved = `\0${bloksModule}`;

/** How the pages of one space render bloks. */
export interface BlokSettings {
	/** The folder of components. */
	folder: string;
	missing: 'warn' | 'error';
	draft: boolean;
}

interface BloksPluginOptions {
	/** The settings of all spaces of the site. */
	settings: () => BlokSettings[];
	/** The site's root folder. */
	root: string;
	dev: boolean;
}

/** Gives pages the user's components by the names of their files. In dev, files that come and go are seen. */
export function bloksPlugin(options: BloksPluginOptions): Plugin {
	return {
		name: 'astro-slugline:bloks',
		resolveId: { filter: exactly(bloksModule), handler: () => resolved },
		load: { filter: exactly(resolved), handler: () => codeOf(options) },
		configureServer(server) {
			const folders = () => options.settings().map(({ folder }) => folder);
			for (const folder of folders()) server.watcher.add(folder);
			const look = (path: string) => {
				const isIn = folders().some((folder) => !relative(folder, path).startsWith('..'));
				if (isIn && isBlokFile(path)) readAgain(server);
			};
			server.watcher.on('add', look).on('unlink', look);
		},
	};
}

function readAgain(server: ViteDevServer): void {
	for (const environment of Object.values(server.environments)) {
		const module = environment.moduleGraph.getModuleById(resolved);
		if (module) environment.moduleGraph.invalidateModule(module);
	}
	server.ws.send({ type: 'full-reload' });
}

async function codeOf({ settings, root, dev }: BloksPluginOptions): Promise<string> {
	const all = settings();
	const folders = [...new Set(all.map(({ folder }) => folder))];
	const files = new Map<string, string>();
	for (const folder of folders) {
		for (const [name, path] of await blokFiles(folder, root)) {
			const other = files.get(name);
			if (other !== undefined && other !== path)
				throw twoOfOneName(relative(root, other), relative(root, path));
			files.set(name, path);
		}
	}
	const paths = [...files.values()];
	const imports = paths.map((path, at) => `import blok${at} from ${JSON.stringify(path)};`);
	const components = [...files.keys()].map((name, at) => `${JSON.stringify(name)}: () => blok${at}`);
	const rest = {
		folders: folders.map((folder) => relative(root, folder)),
		missing: all.some(({ missing }) => missing === 'error') ? 'error' : 'warn',
		dev,
		draft: all.some(({ draft }) => draft),
	};
	return `${imports.join('\n')}
export default { components: { ${components.join(', ')} }, ...${JSON.stringify(rest)} };`;
}
