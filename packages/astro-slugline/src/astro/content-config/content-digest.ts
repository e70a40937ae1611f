import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { envFiles, modeOf } from '../settings/index.js';
import { configFile } from './config-file.js';
import { moduleFile } from './module-file.js';
import { siteModules } from './site-modules.js';

/** Packages that render Markdown without being named in astro.config. */
export const markdownProcessors = ['@astrojs/markdown-satteri', '@astrojs/markdown-remark'];

export interface ContentMakers {
	config: Pick<AstroConfig, 'root' | 'srcDir' | 'integrations'> & Partial<Pick<AstroConfig, 'vite'>>;
	/** The arguments of the process, which may name a config file and a mode. */
	argv: readonly string[];
	environment: Readonly<Record<string, string | undefined>>;
	/** Digests of an installed package and all that it depends on. */
	packages(specifier: string): Iterable<[name: string, digest: string]>;
	/** Node's version, language, and time zone. */
	machine: string;
	/** Secret: the environment may have secrets in it, which are otherwise found by guessing. */
	key: string;
}

/** Variables that shells and npm set, and those that say what to log and check. */
const isOfCaller = (name: string): boolean =>
	/^(?:npm_\w+|PATH|PWD|OLDPWD|INIT_CWD|SHLVL|NODE|COLOR|EDITOR|_|SLUGLINE_(?:VERIFY|EXPLAIN))$/i.test(name);

/**
 * Digest of all that makes entries from files and services: astro.config, schemas, loaders, Markdown plugins, their packages,
 * and the environment that they read. Astro keeps entries whose files did not change, and compares no more than the text of
 * `content.config` and the values of its own options.
 *
 * @example
 * contentDigest({ config, argv: process.argv, environment: process.env, packages: packages.of, machine: process.version, key })
 */
export function contentDigest(makers: ContentMakers): string {
	const { config, argv, environment, packages, machine, key } = makers;
	const root = fileURLToPath(config.root);
	const mode = modeOf('build', argv);
	const modules = siteModules(config);
	const files = [
		configFile(root, argv),
		moduleFile(fileURLToPath(new URL('content.config', config.srcDir))),
		// Expressive Code renders the code blocks of entries by it.
		moduleFile(join(root, 'ec.config')),
	];
	const code = new Set(files.flatMap(modules.behind));
	const read = [...code].flatMap((path) => variablesIn(modules.text(path)));
	const installed = new Set([...files.flatMap(modules.packages), ...markdownProcessors]);
	const others = read.includes('*') ? Object.keys(environment).filter((name) => !isOfCaller(name)) : [];
	const variables = [...new Set([...read, ...others])].sort();
	const parts = [
		files.map(modules.hash),
		config.integrations.map(({ name }) => name),
		[...installed].sort().map((name) => [...packages(name)]),
		mode,
		envFiles(config, mode).map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : null)),
		variables.map((name) => [name, environment[name] ?? null]),
		machine,
	];
	return createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
}

/**
 * The environment variables that code reads, by name; `*` where it may read any.
 *
 * @example variablesIn('process.env.LANG') // → ['LANG']
 */
export function variablesIn(code: string): string[] {
	const found = [...code.matchAll(readsOfEnvironment)].map(([, dotted, , quoted]) => dotted ?? quoted ?? '*');
	return [...new Set(found)];
}

const readsOfEnvironment =
	/\b(?:process|import\.meta)\??\.env\b(?:\??\.([A-Za-z_$][\w$]*)|(?:\?\.)?\[\s*(['"`])([^'"`$]+)\2\s*\])?|\bloadEnv\b|\bfrom\s*['"](?:node:)?process['"]/g;
