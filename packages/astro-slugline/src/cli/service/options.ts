import type { Region } from '../../client/index.js';
import { regionNames } from '../../shared/api/regions.js';
import { type OptionTable, readChoice, readUrl, type Values } from '../read-options.js';
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
	/** The option or the variable that `baseUrl` comes from, for messages. */
	baseUrlFrom: string;
}

/**
 * Reads the address and the token from options and environment variables. Options take precedence.
 *
 * @throws UsageError if they contradict each other, or name an unknown region or an invalid address
 */
export function readService(
	values: Values<typeof serviceOptions>,
	{ env }: Pick<Terminal, 'env'>,
): ServiceChoice {
	if (values.region !== undefined && values['base-url'] !== undefined) {
		throw new UsageError('--region and --base-url contradict each other. Use only one of them.');
	}
	const baseUrl = values['base-url'] ?? (values.region ? undefined : env['SLUGLINE_BASE_URL'] || undefined);
	const baseUrlFrom = values['base-url'] === undefined ? 'SLUGLINE_BASE_URL' : '--base-url';
	const named = values.region ?? (baseUrl ? undefined : env['SLUGLINE_REGION'] || undefined);
	return {
		token: values.token ?? (env['SLUGLINE_TOKEN'] || env['STORYBLOK_TOKEN'] || undefined),
		region: readChoice('region', named, regionNames),
		baseUrl: readUrl(baseUrlFrom, baseUrl),
		baseUrlFrom,
	};
}
