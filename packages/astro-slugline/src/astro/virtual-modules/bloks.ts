import { relative } from 'node:path';
import type { ViteDevServer } from 'vite';
import type { BlokSettings } from '../session/index.js';
import { blokFiles, isBlokFile, twoOfOneName } from './blok-files.js';
import { forgetModule, type VirtualModule } from './plugin.js';

export interface BloksModuleOptions {
	/** The settings of all spaces of the site. */
	settings: () => BlokSettings[];
	/** The site's root folder. */
	root: string;
	dev: boolean;
}

/** The user's components by the names of their files. */
export const bloksModule = (options: BloksModuleOptions): VirtualModule => ({ code: () => codeOf(options) });

/** In dev: makes the module of bloks again when a component's file comes or goes. */
export function watchBloks(server: ViteDevServer, settings: () => BlokSettings[]): void {
	const folders = () => settings().map(({ folder }) => folder);
	for (const folder of folders()) server.watcher.add(folder);
	const look = (path: string) => {
		const isIn = folders().some((folder) => !relative(folder, path).startsWith('..'));
		if (!isIn || !isBlokFile(path)) return;
		forgetModule(server, 'bloks');
		server.ws.send({ type: 'full-reload' });
	};
	server.watcher.on('add', look).on('unlink', look);
}

async function codeOf({ settings, root, dev }: BloksModuleOptions): Promise<string> {
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
