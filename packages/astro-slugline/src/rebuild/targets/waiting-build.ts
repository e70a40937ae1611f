import { readFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { statOf } from 'astro-keep/shared/node/stat-of';

// The script of the waiting process. It loads Astro and the packages that the site's config imports. Once told to, it runs
// `astro build` the way Astro's own command does. Its arguments are the path of that command and the arguments for it. If a file
// that it has loaded has changed by then, or one that lists the site's packages, it exits without a word.

const configFiles = ['mjs', 'js', 'ts', 'mts', 'cjs', 'cts'].map((ending) => `astro.config.${ending}`);
const environmentFiles = ['.env', '.env.local', '.env.production', '.env.production.local'];
const packageFiles = [
	...['package.json', 'package-lock.json', 'npm-shrinkwrap.json', 'node_modules/.package-lock.json'],
	...['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'node_modules/.modules.yaml'],
	...['yarn.lock', 'node_modules/.yarn-state.yml', 'bun.lock', 'bun.lockb'],
];

// Before Node 22.15, it could not see what it loads.
if (!nodeModule.registerHooks) process.exit(0);
const [bin = '', ...args] = process.argv.slice(2);
const receiver = new Socket({ fd: 4, allowHalfOpen: true });
const told = text(receiver).catch(() => '');
const seen = new Map<string, string>();
for (const path of [...configFiles, ...environmentFiles]) note(path);
for (const folder of ancestors(process.cwd())) for (const name of packageFiles) note(join(folder, name));
await load();

// Empty if the receiver has ended.
const variables = await told;
if (variables === '' || [...seen].some(([path, before]) => now(path) !== before)) process.exit(0);
receiver.end('builds');
Object.assign(process.env, JSON.parse(variables));
process.argv = [process.argv[0] ?? '', bin, ...args];
await import(pathToFileURL(bin).href);

/** Loads what every build of the site loads, with the conditions under which it does, and notes each file. */
async function load(): Promise<void> {
	if (!process.env['CI']) nodeModule.enableCompileCache?.();
	process.env['NODE_ENV'] ||= 'production';
	let importer = pathToFileURL(bin).href;
	const hooks = nodeModule.registerHooks({
		resolve(specifier, context, next) {
			if (context.parentURL !== import.meta.url) return next(specifier, context);
			const found = next(specifier, { ...context, parentURL: importer });
			// A package of the workspace may do more than others when it is loaded, such as read the site's content.
			if (!found.url.includes('/node_modules/')) throw new Error('A build loads it itself.');
			return found;
		},
		load(url, context, next) {
			if (url.startsWith('file:')) note(fileURLToPath(url));
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
			if (/^[@\w]/.test(moduleRequest.value)) await import(moduleRequest.value).catch(() => {});
		}
	}
	hooks.deregister();
}

function note(path: string): void {
	if (!seen.has(path)) seen.set(path, now(path));
}

function now(path: string): string {
	const stat = statOf(path);
	return stat ? [stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join() : '';
}

function ancestors(folder: string): string[] {
	const parent = dirname(folder);
	return [folder, ...(parent === folder ? [] : ancestors(parent))];
}
