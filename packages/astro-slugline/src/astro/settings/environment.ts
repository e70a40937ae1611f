import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import type { AstroConfig, HookParameters } from 'astro';

/** The environment variables that Slugline reads. */
export interface Environment {
	SLUGLINE_TOKEN?: string | undefined;
	STORYBLOK_TOKEN?: string | undefined;
	SLUGLINE_BASE_URL?: string | undefined;
	SLUGLINE_REGION?: string | undefined;
	SLUGLINE_OFFLINE?: string | undefined;
	SLUGLINE_EXPLAIN?: string | undefined;
	SLUGLINE_VERIFY?: string | undefined;
	SLUGLINE_ASK_AGAIN?: string | undefined;
	SLUGLINE_ASSET_TOKEN?: string | undefined;
	SLUGLINE_PREVIEW_TOKEN?: string | undefined;
	SLUGLINE_WEBHOOK_SECRET?: string | undefined;
	SLUGLINE_WEBHOOK_SECRET_OLD?: string | undefined;
	/** Any other variable. Only whether it is set matters. */
	[name: string]: string | undefined;
}

/**
 * The environment while the config is read. Variables of the process win over those of the site's `.env` files, unless they are
 * empty. Needed because Astro loads `.env` files only later.
 *
 * @param mode of Astro, as `modeOf()` returns it
 */
export function readEnvironment(config: EnvFolder, mode: string, processEnv: Environment): Environment {
	const environment: Environment = {};
	for (const path of envFiles(config, mode)) {
		if (existsSync(path)) Object.assign(environment, parseEnv(readFileSync(path, 'utf8')));
	}
	for (const [name, value] of Object.entries(processEnv)) {
		if (value) environment[name as keyof Environment] = value;
	}
	return environment;
}

/** True if a variable is set, and not to an empty text, `0`, or `false`. */
export const isOn = (value: string | undefined): boolean =>
	value !== undefined && !['', '0', 'false'].includes(value);

/** True if the log should explain why content is fetched and pages are rendered again. */
export const explains = (
	options: { explain?: boolean | undefined },
	environment: Environment | undefined,
): boolean => options.explain ?? isOn(environment?.SLUGLINE_EXPLAIN);

/** What decides where the `.env` files of a site are. */
type EnvFolder = Pick<AstroConfig, 'root'> & { vite?: Pick<AstroConfig['vite'], 'envDir'> };

/**
 * The mode that Astro runs in: that of `--mode`, or else `development` for `astro dev` and `production` for other commands.
 * Integrations have to look for it themselves, because Astro's hooks do not have it.
 *
 * @param argv the arguments of the process
 */
export const modeOf = (
	command: HookParameters<'astro:config:setup'>['command'],
	argv: readonly string[],
): string => argumentOf('--mode', argv) ?? (command === 'dev' ? 'development' : 'production');

/** The paths of the `.env` files that Vite reads in a mode, whether they exist or not. Later ones take precedence. */
export function envFiles({ root, vite }: EnvFolder, mode: string): string[] {
	if (vite?.envDir === false) return [];
	const folder = resolve(fileURLToPath(root), vite?.envDir ?? '');
	return ['.env', '.env.local', `.env.${mode}`, `.env.${mode}.local`].map((name) => resolve(folder, name));
}

/**
 * The value of an argument; undefined if it is not given, or has no value.
 *
 * @param argv the arguments of the process
 * @example argumentOf('--mode', ['node', 'astro', 'build', '--mode=staging']) // → 'staging'
 */
export function argumentOf(name: string, argv: readonly string[]): string | undefined {
	const place = argv.findIndex((word) => word === name || word.startsWith(`${name}=`));
	const word = argv[place];
	const value = word === name ? argv[place + 1] : word?.slice(name.length + 1);
	return value && (word !== name || !value.startsWith('-')) ? value : undefined;
}
