import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type EnvFolder, envFiles, isOn } from 'astro-keep/command';

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

/** The variables with the access token. An empty one is a mistake to report, such as a missing secret. */
export const tokenNames = ['SLUGLINE_TOKEN', 'STORYBLOK_TOKEN'] as const;

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
	for (const name of tokenNames) if (processEnv[name] === '') environment[name] ??= '';
	return environment;
}

/** True if the log should explain why content is fetched and pages are rendered again. */
export const explains = (
	options: { explain?: boolean | undefined },
	environment: Environment | undefined,
): boolean => options.explain ?? isOn(environment?.SLUGLINE_EXPLAIN);
