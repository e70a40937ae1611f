import { type SpaceInfo, spaceInfoAnswerSchema } from '../wire/index.js';
import { type ConnectionOptions, connect } from './connection.js';
import { regionOf } from './delivery.js';
import { SluglineUsageError } from './errors.js';
import { baseAddress, checkToken, requestUrl } from './http/address.js';
import { readAnswer } from './http/read.js';
import type { Call } from './http/send.js';
import type { Version } from './lists/source.js';
import { createStories, type StoryListing } from './lists/stories.js';
import { type Region, regionOfSpace } from './regions.js';
import { createWebhooks, type Webhooks } from './webhooks.js';

export type { RequestEvent } from './http/send.js';
export type { Webhooks } from './webhooks.js';

/** How the token stands in the `Authorization` header: after `Bearer`, or alone. */
export type AuthorizationForm = 'bearer' | 'bare';

export interface ManagementClientOptions extends ConnectionOptions {
	/** A personal access token or an OAuth token. It can write: keep it off pages. */
	token: string;
	/** Where the space is; `eu` by default, or what `spaceId` tells. */
	region?: Region | undefined;
	/** The space's id, to find its region. */
	spaceId?: number | undefined;
	/** Another address of the management interface, in place of the region's. */
	managementUrl?: string | undefined;
	/** Address of the OAuth host, for `spaceInfo({ via: 'oauth' })`. */
	authUrl?: string | undefined;
	/** The header's form for every request. By default space information has `bearer` and webhooks have `bare`. */
	authorization?: AuthorizationForm | undefined;
	/** Access token for the story list, whose address holds it; `token` by default. */
	accessToken?: string | undefined;
	/** Version of the story list; `published` by default. */
	version?: Version | undefined;
}

/** Asks the management interface. */
export interface ManagementClient {
	/**
	 * What the space is and which languages it has.
	 *
	 * @param options.via by the management host (default) or by the OAuth host
	 * @throws {SluglineServiceError} if the request failed for good
	 */
	spaceInfo(options?: {
		via?: 'management' | 'oauth' | undefined;
		authorization?: AuthorizationForm | undefined;
	}): Promise<SpaceInfo>;
	readonly webhooks: Webhooks;
	/** The story list at the management host, with the same queries and filters; the token stands in the address. */
	readonly stories: StoryListing;
}

/** The lower of the documented rates is 3 a second, of the smallest plan; refusals slow the client down to it. */
const perSecond = 6;

/**
 * Makes a client of the management interface.
 *
 * @throws {SluglineUsageError} if an option is not right
 * @example
 * const management = createManagementClient({ token, region: 'us' });
 * const { languages } = await management.spaceInfo();
 */
export function createManagementClient(options: ManagementClientOptions): ManagementClient {
	const token = checkToken(options.token, 'token');
	const accessToken =
		options.accessToken === undefined ? token : checkToken(options.accessToken, 'accessToken');
	const managementUrl =
		options.managementUrl === undefined
			? regionOf(options.region ?? regionOfSpace(options.spaceId ?? 0)).management
			: baseAddress(options.managementUrl, 'managementUrl');
	const authUrl = options.authUrl === undefined ? undefined : baseAddress(options.authUrl, 'authUrl');
	const connection = connect('management', [token, accessToken], options);
	const authorized = (
		call: Pick<Call, 'method' | 'url' | 'body' | 'secrets'>,
		form: AuthorizationForm,
	): Call => ({
		...call,
		perSecond,
		headers: { authorization: form === 'bearer' ? `Bearer ${token}` : token },
	});
	return {
		async spaceInfo({ via = 'management', authorization = options.authorization ?? 'bearer' } = {}) {
			const url = via === 'oauth' ? `${needed(authUrl)}/oauth/space_info` : `${managementUrl}/v1/space_info`;
			const call = authorized({ method: 'GET', url }, authorization);
			return readAnswer(spaceInfoAnswerSchema, await connection.send(call), call, connection.secrets).space;
		},
		webhooks: createWebhooks({
			urlOf: (path) => requestUrl(managementUrl, path, []),
			send: (call) => connection.send(authorized(call, options.authorization ?? 'bare')),
			secrets: connection.secrets,
		}),
		stories: createStories(
			{
				...connection,
				baseUrl: managementUrl,
				token: accessToken,
				version: options.version ?? 'published',
				perSecond: () => perSecond,
			},
			'/v1/stories/',
		),
	};
}

function needed(authUrl: string | undefined): string {
	if (authUrl !== undefined) return authUrl;
	throw new SluglineUsageError(
		"`spaceInfo({ via: 'oauth' })` needs the address of the OAuth host. Set `authUrl` in the options of the client.",
	);
}
