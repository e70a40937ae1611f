import { existsSync } from 'node:fs';
import { dirname, parse, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pathWithin, slashed } from 'astro-keep/shared/module-path';
import type { ViteDevServer } from 'vite';
import { ConfigError } from '../page/data/index.js';
import type { Connection } from '../session/index.js';
import { blokFiles, isBlokFile, mappedFiles } from './blok-files.js';
import { forgetModule, type VirtualModule } from './plugin.js';
import type { SiteParts } from './site-parts.js';

/** The module with what is known about the site's blok components, except for the components. */
export const bloksModule = (options: SiteParts): VirtualModule => ({ code: () => codeOf(options) });

/** The module with the site's blok components, by the folded names of their files. A page runs only those that it shows. */
export const blokComponentsModule = (options: SiteParts): VirtualModule => {
	const root = fileURLToPath(options.config.root);
	const single = async () => singleFiles(filesOf(options.connections(), root));
	return {
		lookedUp: single,
		async code() {
			const files = [...(await single())];
			const imports = files.map(([, path], at) => `import blok${at} from ${JSON.stringify(slashed(path))};`);
			const components = files.map(([name], at) => `${JSON.stringify(name)}: () => blok${at}`);
			const paths = files.map(([name, path]) => [name, slashed(relative(root, path))]);
			return `${imports.join('\n')}
export const files = ${JSON.stringify(Object.fromEntries(paths))};
export default { ${components.join(', ')} };`;
		},
	};
};

/** Updates the modules of bloks in dev when the file of a component is added or removed. */
export function watchBloks(server: ViteDevServer, connections: () => Connection[]): void {
	for (const folder of foldersOf(connections(), server.config.root)) server.watcher.add(folder);
	const look = (path: string) => {
		if (!isBlokOf(connections(), server.config.root, path)) return;
		forgetModule(server, 'bloks');
		forgetModule(server, 'blok-components');
		server.ws.send({ type: 'full-reload' });
	};
	server.watcher.on('add', look).on('unlink', look);
}

/** True for the file of a blok in the folders of any space. */
export const isBlokOf = (connections: readonly Connection[], root: string, path: string): boolean =>
	foldersOf(connections, root).some((folder) => isBlokFile(pathWithin(folder, path) ?? ''));

const foldersOf = (connections: readonly Connection[], root: string): string[] => {
	const layers = connections.flatMap(({ options }) => options.bloks);
	return [...new Set(layers.flatMap((layer) => (typeof layer === 'string' ? resolve(root, layer) : [])))];
};

/** @throws {ConfigError} if the option `bloks` names a folder or a file that does not exist, before a bundler asks for it */
export function refuseMissingBloks(layers: Connection['options']['bloks'], site: URL): void {
	const root = fileURLToPath(site);
	for (const layer of layers)
		if (typeof layer === 'string') folderOf(layer, root);
		else mappedFiles(layer, root);
}

/** @throws {ConfigError} if the folder does not exist, unless it is the one by default, which a site need not have */
function folderOf(path: string, root: string): string {
	const folder = resolve(root, path);
	if (path !== './src/bloks' && !existsSync(folder))
		throw new ConfigError(
			`The folder ${path} does not exist. The option \`bloks\` of slugline() names it.`,
			"The path is relative to the site's folder. Create the folder, or correct the option.",
		);
	return folder;
}

/** The component files of all spaces by folded name: more than one if names clash. */
function filesOf(connections: readonly Connection[], root: string): Map<string, string[]> {
	const files = new Map<string, Set<string>>();
	for (const { options } of connections) {
		const layers = options.bloks.map((layer) =>
			typeof layer === 'string' ? blokFiles(folderOf(layer, root)) : mappedFiles(layer, root),
		);
		const found = new Map(layers.flatMap((layer) => [...layer]));
		for (const [name, paths] of found)
			for (const path of paths) files.set(name, (files.get(name) ?? new Set()).add(path));
	}
	return new Map([...files].map(([name, paths]) => [name, [...paths]]));
}

/** Those that share their name with no other, and by their exact names those of one folder that only differ in spelling. */
const singleFiles = (files: ReadonlyMap<string, readonly string[]>): Map<string, string> =>
	new Map(
		[...files].flatMap(([name, paths]) => {
			if (paths.length === 1) return paths.map((path): [string, string] => [name, path]);
			const exact = new Map(paths.map((path) => [parse(path).name, path]));
			return exact.size === paths.length && new Set(paths.map(dirname)).size === 1 ? [...exact] : [];
		}),
	);

async function codeOf({ connections, config, isDev }: SiteParts): Promise<string> {
	const root = fileURLToPath(config.root);
	const all = connections();
	const files = [...filesOf(all, root)];
	const folders = foldersOf(all, root).map((folder) => slashed(relative(root, folder)));
	const [first] = files.flatMap(([, paths]) => paths);
	const rest = {
		clashes: Object.fromEntries(
			files
				.filter(([, paths]) => paths.length > 1)
				.map(([name, paths]) => [name, paths.map((path) => slashed(relative(root, path)))]),
		),
		folders,
		...(folders.length === 0 && first ? { mapped: slashed(relative(root, dirname(first))) } : {}),
		missing: all.some(({ options }) => options.missingBlok === 'error') ? 'error' : 'warn',
		dev: isDev,
		draft: all.some(({ options }) => options.version === 'draft'),
	};
	return `import components, { files } from 'virtual:astro-slugline/blok-components';
export default { components, files, ...${JSON.stringify(rest)} };`;
}
