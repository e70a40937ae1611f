import { createDeliveryClient, regions } from '../../client/index.js';
import { createManagementClient, type ManagementClient } from '../../client/management.js';
import { type OptionTable, readNumber, readToken, type Values } from '../read-options.js';
import { type Terminal, UsageError } from '../terminal.js';
import { firstSet, type ServiceChoice } from './options.js';

export const managementTokenVariable = 'SLUGLINE_MANAGEMENT_TOKEN';

/** Options that identify the management API, and the space in it. */
export const managementOptions = {
	space: ['<id>', 'id of the space (or SLUGLINE_SPACE_ID; default: that of the token)'],
	'management-token': ['<token>', `token that may manage the space (or ${managementTokenVariable})`],
	'management-url': ['<url>', 'address of the management API (or SLUGLINE_MANAGEMENT_URL)'],
} as const satisfies OptionTable;

/** Creates a client for the management API, or returns null without a token for it. */
export function openManagement(
	values: Values<typeof managementOptions>,
	{ baseUrl, region }: ServiceChoice,
	spaceId: number | undefined,
	{ env, fetch, complain }: Terminal,
): ManagementClient | null {
	const token = readToken(
		...firstSet('--management-token', values['management-token'], env, managementTokenVariable),
	);
	if (token === undefined) return null;
	// Outside the vendor's regions, the management API has the address of the delivery API.
	const url =
		values['management-url'] ?? (env['SLUGLINE_MANAGEMENT_URL'] || undefined) ?? managementOf(baseUrl);
	return createManagementClient({
		token,
		fetch,
		onNotice: complain,
		...(url === undefined ? { region, spaceId } : { managementUrl: url }),
	});
}

/** The address of the management API for a delivery address: the same one, except in regions where they differ. */
function managementOf(baseUrl: string | undefined): string | undefined {
	if (baseUrl === undefined) return undefined;
	const region = Object.values(regions).find(({ delivery }) => baseUrl.startsWith(delivery));
	return region?.management ?? baseUrl;
}

export function namedSpace(option: string | undefined, { env }: Terminal): number | undefined {
	return readNumber(...firstSet('--space', option, env, 'SLUGLINE_SPACE_ID'), Number.MAX_SAFE_INTEGER);
}

/**
 * The id of the space: the given one, or else that of the access token, or else that of the OAuth token.
 *
 * @throws UsageError if there is none
 */
export async function findSpace(
	named: number | undefined,
	service: ServiceChoice,
	management: ManagementClient,
	{ fetch, complain }: Terminal,
): Promise<number> {
	if (named !== undefined) return named;
	const { token, region, baseUrl } = service;
	if (token) {
		const client = createDeliveryClient({ token, region, baseUrl, fetch, onNotice: complain });
		return (await client.currentSpace()).id;
	}
	try {
		return (await management.spaceInfo()).id;
	} catch (error) {
		// A personal token belongs to a person, not to a space.
		throw new UsageError(
			`The id of the space is unknown. Set --space <id>, SLUGLINE_SPACE_ID, or the space's access token in SLUGLINE_TOKEN. ${error instanceof Error ? error.message : ''}`.trim(),
		);
	}
}
