import { readFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { statOf } from 'astro-keep/shared/node/stat-of';

// The script of the waiting process. It loads Astro, and those packages of the site's config that can be loaded early. Once told to, it runs `astro build` the way Astro's own command does. Its arguments are the path of that
// command and the arguments for it. If a file that it has loaded has changed by then, or one that lists the site's packages, it
// exits without a word.

/** Packages whose loading depends on nothing that the site does, neither on its files nor on what its config did before. */
const preloaded = /^(?:astro|vite|astro-slugline|astro-keep|@astrojs\/[\w-]+|@tailwindcss\/vite)$/;

const configFiles = ['mjs', 'js', 'ts', 'mts', 'cjs', 'cts'].map((ending) => `astro.config.${ending}`);
const packageFiles = [
	...['package.json', 'package-lock.json', 'npm-shrinkwrap.json', 'node_modules/.package-lock.json'],
	...['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'node_modules/.modules.yaml'],
	...['yarn.lock', 'node_modules/.yarn-state.yml', 'bun.lock', 'bun.lockb'],
];

// Before Node 22.15, it could not see what it loads.
if (!nodeModule.registerHooks) process.exit(0);
const [bin = '', ...args] = process.argv.slice(2);
process.argv = [process.argv[0] ?? '', bin, ...args];
const receiver = new Socket({ fd: 4 });
const told = hear();
const seen = new Map<string, string>();
note(process.execPath);
for (const folder of ancestors(process.cwd())) for (const name of packageFiles) note(join(folder, name));
const hooks = await load();

// Empty if the receiver has ended.
const variables = await told;
hooks.deregister();
if (variables === '' || [...seen].some(([path, before]) => now(path) !== before)) process.exit(0);
receiver.end('builds');
Object.assign(process.env, JSON.parse(variables));
await import(pathToFileURL(bin).href);

/** What the receiver says, in a line; empty if it has ended. */
function hear(): Promise<string> {
	return new Promise((resolve) => {
		let line = '';
		receiver.setEncoding('utf8').on('data', (part: string) => {
			line += part;
			if (line.endsWith('\n')) resolve(line);
		});
		for (const end of ['error', 'close']) receiver.on(end, () => resolve(''));
	});
}

/** Loads what every build of the site loads, with the conditions under which it does, and notes each file until the hooks are gone. */
async function load() {
	if (!process.env['CI']) nodeModule.enableCompileCache?.();
	process.env['NODE_ENV'] ||= 'production';
	let importer = pathToFileURL(bin).href;
	const noted = nodeModule.registerHooks({
		resolve: (specifier, context, next) =>
			next(specifier, context.parentURL === import.meta.url ? { ...context, parentURL: importer } : context),
		load(url, context, next) {
			if (url.startsWith('file:')) note(fileURLToPath(url), nodeModule.findPackageJSON(url));
			return next(url, context);
		},
	});
	await import('astro');
	const { parseSync } = await import('vite');
	const config = configFiles.find((path) => statOf(path));
	if (config) {
		importer = pathToFileURL(config).href;
		const { staticImports } = parseSync(config, readFileSync(config, 'utf8')).module;
		for (const { moduleRequest } of staticImports) {
			// What cannot be loaded is the build's to report.
			if (preloaded.test(moduleRequest.value)) await import(moduleRequest.value).catch(() => {});
		}
	}
	return noted;
}

function note(...paths: (string | undefined)[]): void {
	for (const path of paths) if (path !== undefined && !seen.has(path)) seen.set(path, now(path));
}

function now(path: string): string {
	const stat = statOf(path);
	return stat ? [stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join() : '';
}

function ancestors(folder: string): string[] {
	const parent = dirname(folder);
	return [folder, ...(parent === folder ? [] : ancestors(parent))];
}
