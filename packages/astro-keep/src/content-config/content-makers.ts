import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import type { AstroConfig } from 'astro';
import { envFiles, modeOf } from '../command.js';
import { astroVersion } from '../shared/node/astro-version.js';
import type { Site } from './import-targets.js';
import { configFile, moduleFile } from './module-file.js';
import { ownPackages } from './own-packages.js';
import { contentConfigFile, readSiteModules, type SiteModules } from './site-modules.js';
/** Packages that render Markdown without being named in astro.config. */
export const markdownProcessors = ['@astrojs/markdown-satteri', '@astrojs/markdown-remark'];

/** What may take part in making something that is cached. */
export interface Makers<Config extends Site = Site> {
	config: Config;
	/** The arguments of the process, which may name a config file and a mode. */
	argv: readonly string[];
	environment: Readonly<Record<string, string | undefined>>;
	/** Digests of an installed package and all that it depends on. */
	packages(specifier: string): Iterable<[name: string, digest: string]>;
	/** Secret: the environment may have secrets in it, which are otherwise found by guessing. */
	key: string;
}

export interface ContentMakers extends Makers<Site & Pick<AstroConfig, 'integrations'>> {
	/** Node's version, language, and time zone. */
	machine: string;
}

/** Variables that shells and npm set, and those that say what to log and check. */
const isOfCaller = (name: string): boolean =>
	/^(?:npm_\w+|PATH|PWD|OLDPWD|INIT_CWD|SHLVL|NODE|COLOR|EDITOR|_|(?:SLUGLINE|KEEP)_(?:VERIFY|VERIFIED|EXPLAIN))$/i.test(
		name,
	);

/**
 * Digest of all that makes entries from files and services: astro.config, schemas, loaders, Markdown plugins, their packages,
 * and the environment that they read. Astro keeps entries whose files did not change, and compares no more than the text of
 * `content.config` and the values of its own options.
 *
 * @example
 * contentMakersDigest({ config, argv: process.argv, environment: process.env, packages: packages.of, machine: process.version, key })
 */
export function contentMakersDigest(makers: ContentMakers): string {
	const { config, argv, machine } = makers;
	const root = fileURLToPath(config.root);
	const modules = readSiteModules(config);
	const files = [
		configFile(root, argv),
		contentConfigFile(config),
		// Expressive Code renders the code blocks of entries by it.
		moduleFile(join(root, 'ec.config')),
	];
	const parts = [config.integrations.map(({ name }) => name), machine];
	return makersDigest(makers, modules, { files, packages: markdownProcessors, parts });
}

export type ImageMakers = Makers<Site & Pick<AstroConfig, 'image'>>;

/**
 * Digest of what makes the optimized images of a site: the image service with its options, and sharp. Astro names a cached image
 * by the file, the size and format, and the name of the service alone.
 *
 * @example imageMakersDigest({ config, argv: process.argv, environment: process.env, packages: packages.of, key })
 */
export function imageMakersDigest(makers: ImageMakers): string {
	const { config, argv } = makers;
	const { entrypoint } = config.image.service;
	const service = entrypoint.startsWith('file:') ? fileURLToPath(entrypoint) : entrypoint;
	const modules = readSiteModules(config);
	// A service of the site's choice may be given anything by astro.config, such as functions.
	const isOwnChoice = !['astro', ...ownPackages().map(([name]) => name)].some((name) =>
		service.startsWith(`${name}/`),
	);
	const files = isOwnChoice
		? [configFile(fileURLToPath(config.root), argv), ...modules.filesOf(service)]
		: [];
	return makersDigest(makers, modules, {
		files,
		packages: [...modules.packageOf(service), 'sharp'],
		parts: [
			inspect(config.image, { depth: null, maxArrayLength: null, maxStringLength: null }),
			astroVersion(config.root),
		],
	});
}

/** What makes something, apart from the environment. */
interface Parts {
	/** Modules of the site, which count with all that is behind them. */
	files: readonly (string | undefined)[];
	/** Names of packages that these modules do not import. */
	packages: readonly string[];
	/** Anything else, as JSON. */
	parts: readonly unknown[];
}

/** Digest of modules, of packages, and of the environment that the modules read. */
function makersDigest(
	{ config, argv, environment, packages, key }: Makers,
	modules: SiteModules,
	{ files, packages: more, parts }: Parts,
): string {
	const mode = modeOf('build', argv);
	// Only modules of the site read these files.
	const settings = files.length > 0 ? envFiles(config, mode) : [];
	const code = new Set(files.flatMap(modules.behind));
	const read = [...code].flatMap((path) => variablesIn(modules.text(path)));
	const installed = new Set([...files.flatMap(modules.packages), ...more]);
	const others = read.includes('*') ? Object.keys(environment).filter((name) => !isOfCaller(name)) : [];
	const variables = [...new Set([...read, ...others])].sort();
	const all = [
		files.map(modules.hash),
		[...installed].sort().map((name) => [...packages(name)]),
		files.length > 0 && mode,
		settings.map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : null)),
		variables.map((name) => [name, environment[name] ?? null]),
		parts,
	];
	return createHmac('sha256', key).update(JSON.stringify(all)).digest('hex');
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
