import { relative, resolve } from 'node:path';
import type { ViteDevServer } from 'vite';
import type { BlokSettings } from '../session/index.js';
import { blokFiles, isBlokFile, mappedFiles } from './blok-files.js';
import { forgetModule, type VirtualModule } from './plugin.js';

export interface BloksModuleOptions {
	/** The settings of all spaces of the site. */
	settings: () => BlokSettings[];
	/** The site's root folder. */
	root: string;
	dev: boolean;
}

/** The module with the site's blok components, by the folded names of their files. */
export const bloksModule = (options: BloksModuleOptions): VirtualModule => ({ code: () => codeOf(options) });

/** Updates the module of bloks in dev when the file of a component is added or removed. */
export function watchBloks(server: ViteDevServer, settings: () => BlokSettings[]): void {
	const folders = () => foldersOf(settings(), server.config.root);
	for (const folder of folders()) server.watcher.add(folder);
	const look = (path: string) => {
		const isIn = folders().some((folder) => !relative(folder, path).startsWith('..'));
		if (!isIn || !isBlokFile(path)) return;
		forgetModule(server, 'bloks');
		server.ws.send({ type: 'full-reload' });
	};
	server.watcher.on('add', look).on('unlink', look);
}

const foldersOf = (settings: readonly BlokSettings[], root: string): string[] => [
	...new Set(
		settings.flatMap(({ components }) => (typeof components === 'string' ? resolve(root, components) : [])),
	),
];

/** The component files of all spaces by folded name: more than one if names clash. */
async function filesOf(settings: readonly BlokSettings[], root: string): Promise<Map<string, string[]>> {
	const files = new Map<string, Set<string>>();
	for (const { components } of settings) {
		const found =
			typeof components === 'string'
				? await blokFiles(resolve(root, components))
				: mappedFiles(components, root);
		for (const [name, paths] of found)
			for (const path of paths) files.set(name, (files.get(name) ?? new Set()).add(path));
	}
	return new Map([...files].map(([name, paths]) => [name, [...paths]]));
}

async function codeOf({ settings, root, dev }: BloksModuleOptions): Promise<string> {
	const all = settings();
	const files = [...(await filesOf(all, root))];
	const single = files.flatMap(([name, paths]) => (paths.length === 1 ? [[name, paths[0]] as const] : []));
	const imports = single.map(([, path], at) => `import blok${at} from ${JSON.stringify(path)};`);
	const components = single.map(([name], at) => `${JSON.stringify(name)}: () => blok${at}`);
	const rest = {
		clashes: Object.fromEntries(
			files
				.filter(([, paths]) => paths.length > 1)
				.map(([name, paths]) => [name, paths.map((path) => relative(root, path))]),
		),
		folders: foldersOf(all, root).map((folder) => relative(root, folder)),
		missing: all.some(({ missing }) => missing === 'error') ? 'error' : 'warn',
		dev,
		draft: all.some(({ draft }) => draft),
	};
	return `${imports.join('\n')}
export default { components: { ${components.join(', ')} }, ...${JSON.stringify(rest)} };`;
}
