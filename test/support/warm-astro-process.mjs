// Runs `astro` commands one after the other. Astro, Vite, and their plugins stay loaded; the site and the packages under test
// are loaded again for each command, and what a command leaves behind in this process is removed.
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Prefixes of the module addresses that are loaded again for each command. */
let fresh = [];
let count = 0;

registerHooks({
	resolve(specifier, context, next) {
		const found = next(specifier, context);
		const isFresh =
			context.conditions.includes('import') && fresh.some((start) => found.url.startsWith(start));
		if (!isFresh) return found;
		return { ...found, url: `${found.url}${found.url.includes('?') ? '&' : '?'}run=${count}` };
	},
});

const globals = Object.getOwnPropertyDescriptors(globalThis);
const events = [
	'exit',
	'beforeExit',
	'SIGINT',
	'SIGTERM',
	'uncaughtException',
	'unhandledRejection',
	'warning',
];
const listeners = new Map(events.map((event) => [event, process.listeners(event)]));

// Tests end without a word to this process.
process.on('disconnect', process.exit.bind(process, 0));

process.on('message', async ({ folder, args, env, packages, modules }) => {
	count += 1;
	fresh = [folder, ...packages].map((path) => `${pathToFileURL(path)}/`);
	process.chdir(folder);
	for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
	Object.assign(process.env, env);
	let output = '';
	const take = (chunk, ...rest) => {
		output += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
		rest.find((one) => typeof one === 'function')?.();
		return true;
	};
	process.stdout.write = take;
	process.stderr.write = take;
	const exited = new Promise((resolve) => {
		process.exit = (code = 0) => {
			resolve(code);
			throw new Error('The command has ended.');
		};
	});
	const bin = join(modules, 'astro/bin/astro.mjs');
	process.argv = [process.argv[0], bin, ...args];
	const { cli } = await import(pathToFileURL(join(modules, 'astro/dist/cli/index.js')).href);
	const ran = cli(process.argv).then(
		() => process.exitCode ?? 0,
		(error) => {
			output += `${error?.stack ?? error}\n`;
			return 1;
		},
	);
	const code = await Promise.race([exited, ran]);
	leave();
	process.send({ code, output });
});

/** Ends a command as the end of its process would. */
function leave() {
	for (const event of events) {
		const own = listeners.get(event);
		for (const listener of process.listeners(event)) {
			if (own.includes(listener)) continue;
			if (event === 'exit') listener(0);
			process.off(event, listener);
		}
	}
	process.exitCode = undefined;
	for (const name of Reflect.ownKeys(globalThis)) {
		// Libraries create the state that they share by a symbol when they are loaded, and they are not loaded again.
		const isLibrary = typeof name === 'symbol' && !/slugline|astro-keep/.test(name.description ?? '');
		if (!Object.hasOwn(globals, name) && !isLibrary) delete globalThis[name];
	}
	for (const [name, before] of Object.entries(globals)) {
		if ('value' in before && globalThis[name] !== before.value)
			Object.defineProperty(globalThis, name, before);
	}
}
