import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import { fetched, type Read } from '../page/tracking/index.js';
import { envKind } from './decide/decide.js';

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
 * @returns a function that stops the reports
 */
export function watchOutside(root: URL, record: (read: Read) => void): () => void {
	const { fetch } = globalThis;
	const { env } = process;
	const recordFetch = () => record(fetched);
	globalThis.fetch = (...asked) => {
		recordFetch();
		return fetch(...asked);
	};
	for (const name of connecting) subscribe(name, recordFetch);
	replaceEnvironment(watchedEnvironment(env, astroPackages(root), (name) => record(`${envKind} ${name}`)));
	return () => {
		globalThis.fetch = fetch;
		replaceEnvironment(env);
		for (const name of connecting) unsubscribe(name, recordFetch);
	};
}

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
	const note = (name: string | symbol) => {
		if (typeof name === 'string' && !isAskedBy(builders)) asked(name);
	};
	return new Proxy(env, {
		get(target, name) {
			note(name);
			return Reflect.get(target, name);
		},
		has(target, name) {
			note(name);
			return Reflect.has(target, name);
		},
		getOwnPropertyDescriptor(target, name) {
			note(name);
			return Reflect.getOwnPropertyDescriptor(target, name);
		},
		ownKeys(target) {
			note('*');
			return Reflect.ownKeys(target);
		},
		set: (target, name, value) => Reflect.set(target, name, value),
	});
}

/** True if the reader is Node itself or a package that Astro builds with, for example to choose terminal colors. */
function isAskedBy(builders: ReadonlySet<string>): boolean {
	const caller = callers()?.find((line) => !line.includes(import.meta.url.replace(/\?.*$/, '')));
	if (caller === undefined) return false;
	if (/\(?node:/.test(caller)) return true;
	const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(caller) ?? [];
	return name !== undefined && builders.has(name);
}

function callers(): string[] | undefined {
	return new Error().stack
		?.split('\n')
		.slice(1)
		.filter((line) => !/at (?:Object|Reflect|Proxy)\.\w+ \(<anonymous>\)/.test(line));
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
