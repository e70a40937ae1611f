import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { originalOf, siteModuleAt } from '../code/module-origin.js';
import { pathIn } from '../code/track-imports-plugin.js';
import { slashed } from '../shared/module-path.js';
import { oncePerKey } from '../shared/once.js';
import { type Read, readOf } from '../tracking/index.js';

/** Node's diagnostics channels for connections and requests of any library: `undici`, `node:http`, `node:http2`, database drivers. */
const connecting = [
	'http.client.request.start',
	'undici:request:create',
	'http2.client.stream.created',
	'net.client.socket',
	'udp.socket',
];

/**
 * Reports when code uses something other than the site's content: the network, or the environment.
 *
 * @param root the site's folder
 * @param bundle address of the folder of the code that renders pages
 * @param record gets the module that uses it, if known
 * @returns a function that stops the reports
 */
export function watchOutside(
	root: URL,
	bundle: string,
	record: (read: Read, importer?: string) => void,
): () => void {
	const { fetch } = globalThis;
	const { env } = process;
	const caller = callerIn(root, bundle);
	const recordFetch = () => record(readOf('fetch', null), caller());
	globalThis.fetch = (...asked) => {
		if (!isOfProcess(asked[0])) recordFetch();
		return fetch(...asked);
	};
	for (const name of connecting) subscribe(name, recordFetch);
	replaceEnvironment(watchedEnvironment(env, astroPackages(root), (name) => record(readOf('env', name))));
	return () => {
		globalThis.fetch = fetch;
		replaceEnvironment(env);
		for (const name of connecting) unsubscribe(name, recordFetch);
	};
}

/** Limit of frames in which a site's module is looked for: libraries for requests have many. */
const maxFrames = 50;

/** Returns a function that finds the module of the site whose code runs now, by the stack. */
function callerIn(root: URL, bundle: string): () => string | undefined {
	const linesOf = oncePerKey((file: string) => readFileSync(fileURLToPath(file), 'utf8').split('\n'));
	return () => {
		for (const [, url = '', line] of stackOf(maxFrames).matchAll(/(file:\S+):(\d+):\d+/g)) {
			const file = originalOf(url, bundle);
			const before = file && linesOf(file).slice(0, Number(line)).join('\n');
			const module = before && siteModuleAt(`${before}\n`, before.length);
			if (module) return pathIn(fileURLToPath(root), slashed(resolve(module.name)));
		}
		return undefined;
	};
}

/** The innermost frames of the call stack, from the caller of a function on. */
function stackOf(limit: number, below: (...given: never[]) => unknown = stackOf): string {
	const here: { stack?: string } = {};
	const { stackTraceLimit } = Error;
	Error.stackTraceLimit = limit;
	Error.captureStackTrace(here, below);
	Error.stackTraceLimit = stackTraceLimit;
	return here.stack ?? '';
}

/** True for an address whose answer comes from no network. Packages load their WebAssembly from such addresses. */
const isOfProcess = (asked: RequestInfo | URL): boolean =>
	/^(?:data|blob|file):/i.test(asked instanceof Request ? asked.url : String(asked).trim());

/** Replaces the environment for code that reads `process.env`, and for code that imports `env` from `node:process`. */
function replaceEnvironment(env: NodeJS.ProcessEnv): void {
	process.env = env;
	syncBuiltinESMExports();
}

function watchedEnvironment(
	env: NodeJS.ProcessEnv,
	builders: ReadonlySet<string>,
	asked: (name: string) => void,
): NodeJS.ProcessEnv {
	const note = (name: string | symbol, trap: Trap) => {
		if (typeof name === 'string' && !isOfBuilder(callerOf(trap), builders)) asked(name);
	};
	return new Proxy(env, {
		get: function get(target, name) {
			note(name, get);
			return Reflect.get(target, name);
		},
		has: function has(target, name) {
			note(name, has);
			return Reflect.has(target, name);
		},
		getOwnPropertyDescriptor: function describe(target, name) {
			note(name, describe);
			return Reflect.getOwnPropertyDescriptor(target, name);
		},
		ownKeys: function ownKeys(target) {
			note('*', ownKeys);
			return Reflect.ownKeys(target);
		},
		set: (target, name, value) => Reflect.set(target, name, value),
	});
}

/** A function that runs when code reads the environment. */
type Trap = (target: NodeJS.ProcessEnv, name: string) => unknown;

/** True for a line of Node itself or of a package that Astro builds with, for example to choose terminal colors. */
function isOfBuilder(caller: string | undefined, builders: ReadonlySet<string>): boolean {
	if (caller === undefined) return false;
	if (/\(?node:/.test(caller)) return true;
	return builders.has(packageOf(caller));
}

/** The package of a path, or of a line of the call stack; `''` for one of the site. */
export function packageOf(place: string): string {
	const [path = '', ...inModules] = place.split('/node_modules/').reverse();
	const [found = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
	return inModules.length === 0 ? '' : found;
}

/** Limit of frames in which that line is looked for. Node itself reads a variable whenever a page is loaded or a thread answers. */
const maxCallers = 4;

/** The line of the call stack that runs a trap. */
function callerOf(trap: Trap): string | undefined {
	const [, ...lines] = stackOf(maxCallers, trap).split('\n');
	return lines.find((line) => !/at (?:Object|Reflect|Proxy)\.\w+ \(<anonymous>\)/.test(line));
}

/** Astro and its dependencies. The variables that these read do not affect pages. */
function astroPackages(root: URL): Set<string> {
	try {
		const file = createRequire(fileURLToPath(new URL('package.json', root))).resolve('astro/package.json');
		const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(
			readFileSync(file, 'utf8'),
		);
		return new Set(['astro', 'vite', 'rolldown', ...Object.keys(dependencies)]);
	} catch {
		return new Set(['astro', 'vite', 'rolldown']);
	}
}
