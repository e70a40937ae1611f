import { createDeliveryClient, type Region, regions } from '../client/index.js';
import { createManagementClient, type ManagementClient } from '../client/management.js';
import { readNumber } from './read-options.js';
import type { ServiceChoice } from './service-options.js';
import { type Terminal, UsageError } from './terminal.js';

/** The variable that holds the management token. */
export const managementTokenVariable = 'SLUGLINE_MANAGEMENT_TOKEN';

/** A client of the management interface; null where there is no token for it. */
export function openManagement(
	options: {
		token: string | undefined;
		url: string | undefined;
		/** Address of the delivery interface: the management interface of another host is there, too. */
		baseUrl?: string | undefined;
		region: Region | undefined;
		spaceId?: number | undefined;
	},
	{ env, fetch, complain }: Terminal,
): ManagementClient | null {
	const token = options.token ?? (env[managementTokenVariable] || undefined);
	if (token === undefined) return null;
	const url = options.url ?? (env['SLUGLINE_MANAGEMENT_URL'] || undefined) ?? managementOf(options.baseUrl);
	return createManagementClient({
		token,
		fetch,
		onNotice: complain,
		...(url === undefined ? { region: options.region, spaceId: options.spaceId } : { managementUrl: url }),
	});
}

/** Where the management interface of a delivery address is: on the same host, but for regions that have one for each. */
function managementOf(baseUrl: string | undefined): string | undefined {
	if (baseUrl === undefined) return undefined;
	const region = Object.values(regions).find(({ delivery }) => baseUrl.startsWith(delivery));
	return region?.management ?? baseUrl;
}

/** The id of the space that is named as an option or in SLUGLINE_SPACE_ID. */
export function namedSpace(option: string | undefined, { env }: Terminal): number | undefined {
	return readNumber('space', option ?? (env['SLUGLINE_SPACE_ID'] || undefined), Number.MAX_SAFE_INTEGER);
}

/**
 * The id of the space: as it is named, else that of the access token, else that of the OAuth token.
 *
 * @throws UsageError if none of them tells it
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
		// A personal token is of a person, not of a space.
		throw new UsageError(
			`Say which space it is: --space <id>, SLUGLINE_SPACE_ID, or the space's access token in SLUGLINE_TOKEN. ${error instanceof Error ? error.message : ''}`.trim(),
		);
	}
}
