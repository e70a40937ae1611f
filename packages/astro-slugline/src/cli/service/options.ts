import type { Region } from '../../client/index.js';
import { regionNames } from '../../shared/api/regions.js';
import { type OptionTable, readChoice, readToken, readUrl, type Values } from '../read-options.js';
import { type Terminal, UsageError } from '../terminal.js';

/** Options that identify the space and its API. */
export const serviceOptions = {
	token: ['<token>', 'access token of the space (or SLUGLINE_TOKEN)'],
	region: ['<region>', 'eu (default), us, ca, ap, or cn (or SLUGLINE_REGION)'],
	'base-url': ['<url>', 'address of the API (or SLUGLINE_BASE_URL)'],
} as const satisfies OptionTable;

/** The address of the API and the token, as far as they are set. */
export interface ServiceChoice {
	token: string | undefined;
	region: Region | undefined;
	baseUrl: string | undefined;
	/** The option or the variable that `baseUrl` or `region` comes from, for messages. */
	placeFrom: string;
}

/**
 * Reads the address and the token from options and environment variables. Options take precedence.
 *
 * @throws UsageError if they contradict each other, or are an unknown region, an invalid address, or no token
 */
export function readService(
	values: Values<typeof serviceOptions>,
	{ env }: Pick<Terminal, 'env'>,
): ServiceChoice {
	if (values.region !== undefined && values['base-url'] !== undefined) {
		throw new UsageError('--region and --base-url contradict each other. Use only one of them.');
	}
	const [tokenFrom, token] = firstSet('--token', values.token, env, 'SLUGLINE_TOKEN', 'STORYBLOK_TOKEN');
	const [placeFrom, place] =
		values.region === undefined
			? firstSet('--base-url', values['base-url'], env, 'SLUGLINE_BASE_URL', 'SLUGLINE_REGION')
			: ['--region', values.region];
	const isRegion = /region/i.test(placeFrom);
	return {
		token: readToken(tokenFrom, token),
		region: isRegion ? readChoice(placeFrom, place, regionNames) : undefined,
		baseUrl: isRegion ? undefined : readUrl(placeFrom, place),
		placeFrom,
	};
}

/** An option, or else the first variable that is set: its name, for messages, and its value. */
export function firstSet(
	option: string,
	value: string | undefined,
	env: Terminal['env'],
	...variables: readonly string[]
): [from: string, text: string | undefined] {
	const variable = value === undefined ? variables.find((name) => env[name]) : undefined;
	return variable === undefined ? [option, value] : [variable, env[variable]];
}
