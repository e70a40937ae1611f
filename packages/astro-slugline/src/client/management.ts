import type { Region } from '../shared/api/regions.js';
import { type SpaceInfo, spaceInfoAnswerSchema } from '../wire/index.js';
import { type ConnectionOptions, connect } from './connection.js';
import { regionOf } from './delivery.js';
import { baseAddress, checkToken } from './http/address.js';
import type { Call } from './http/send.js';
import { bind, type Version } from './lists/source.js';
import { createStories, type StoryListing } from './lists/stories.js';
import { SluglineUsageError } from './model/errors.js';
import { regionOfSpace } from './model/regions.js';
import { createWebhooks, type Webhooks } from './webhooks.js';

export type { RequestEvent } from './http/send.js';
export type { Webhooks } from './webhooks.js';

/** Form of the `Authorization` header: `Bearer` and the token, or the bare token. */
export type AuthorizationForm = 'bearer' | 'bare';

/** Options of {@link createManagementClient}. */
export interface ManagementClientOptions extends ConnectionOptions {
	/** A personal access token or an OAuth token. It can write, so never use it in a page. */
	token: string;
	/** Region of the space. Default: the one that `spaceId` implies, or else `eu`. */
	region?: Region | undefined;
	/** Id of the space, to find its region. */
	spaceId?: number | undefined;
	/** Address of the management API, instead of the region's. */
	managementUrl?: string | undefined;
	/** Address of the OAuth host, for `spaceInfo({ via: 'oauth' })`. */
	authUrl?: string | undefined;
	/** Form of the header for every request. Default: `bearer` for space information, `bare` for webhooks. */
	authorization?: AuthorizationForm | undefined;
	/** Access token for the story list, which is sent in the address. Default: `token`. */
	accessToken?: string | undefined;
	/** Version of the story list. Default: `published`. */
	version?: Version | undefined;
}

/** Reads a space and changes its webhooks through the management API. */
export interface ManagementClient {
	/**
	 * What the space is and which languages it has.
	 *
	 * @param options.via `management` host (default) or `oauth` host
	 * @throws {SluglineServiceError} if the request failed for good
	 */
	spaceInfo(options?: {
		via?: 'management' | 'oauth' | undefined;
		authorization?: AuthorizationForm | undefined;
	}): Promise<SpaceInfo>;
	/** The webhooks of a space. */
	readonly webhooks: Webhooks;
	/** The story list of the management host, with the same queries and filters. The token is sent in the address. */
	readonly stories: StoryListing;
}

/** Requests per second. The smallest plan documents a limit of 3, to which 429 responses slow the client down. */
const perSecond = 6;

/**
 * Creates a client for the management API. For servers only: its token can write.
 *
 * @throws {SluglineUsageError} if an option is invalid
 * @see docs/client.md
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
	const ask = (
		method: Call['method'],
		url: string,
		more: Pick<Call, 'body' | 'secrets'> = {},
		form = options.authorization ?? 'bare',
	) => {
		const headers = { authorization: form === 'bearer' ? `Bearer ${token}` : token };
		return connection.send({ ...more, method, url, perSecond, headers });
	};
	const version = options.version ?? 'published';
	return {
		async spaceInfo({ via = 'management', authorization = options.authorization ?? 'bearer' } = {}) {
			const url = via === 'oauth' ? `${needed(authUrl)}/oauth/space_info` : `${managementUrl}/v1/space_info`;
			return (await ask('GET', url, {}, authorization)).read(spaceInfoAnswerSchema).space;
		},
		webhooks: createWebhooks((method, path, more) => ask(method, managementUrl + path, more)),
		stories: createStories(
			bind(connection, accessToken, { baseUrl: managementUrl, version }, () => perSecond),
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
