import { type CurrentSpace, currentSpaceAnswerSchema, type Story } from '../wire/index.js';
import { type ConnectionOptions, connect } from './connection.js';
import { SluglineUsageError } from './errors.js';
import { baseAddress, checkToken, requestUrl } from './http/address.js';
import { requestsPerSecond } from './http/rate.js';
import { readAnswer } from './http/read.js';
import type { Call } from './http/send.js';
import {
	createDatasourceEntries,
	createDatasources,
	type DatasourceEntryListing,
	type DatasourceListing,
} from './lists/datasources.js';
import { createLinks, type LinkListing } from './lists/links.js';
import { type OneStoryQuery, oneStory } from './lists/one-story.js';
import type { Source, Version } from './lists/source.js';
import { createStories, type StoryListing } from './lists/stories.js';
import type { StoryPage, StoryQuery } from './lists/story-query.js';
import { type Region, regions } from './regions.js';

export interface DeliveryClientOptions extends ConnectionOptions {
	/** A public access token, or a preview one, which drafts need. */
	token: string;
	/** Where the space is; `eu` by default. */
	region?: Region | undefined;
	/** Another address of the service, in place of the region's: scheme, host and, if need be, a path in front of `/v2/cdn`. */
	baseUrl?: string | undefined;
	/** What is read: `published` by default. A query can say otherwise. */
	version?: Version | undefined;
}

/** Reads a space through the content delivery interface. */
export interface DeliveryClient {
	/** Where requests go: scheme, host and path, without a slash at the end. */
	readonly baseUrl: string;
	readonly version: Version;
	/**
	 * The space that the token is of, with its version. Always asked afresh. The version grows with each publish; it is no `cv`,
	 * and a request never sends it as one.
	 *
	 * @throws {SluglineServiceError} if the request failed for good
	 */
	currentSpace(options?: { signal?: AbortSignal | undefined }): Promise<CurrentSpace>;
	/**
	 * One story by its full slug, its uuid, or its number; undefined if there is none, or it is not published.
	 *
	 * @throws {SluglineServiceError} if the request failed for good
	 * @example const about = await client.story('about', { language: 'de' });
	 */
	story(name: string | number, query?: OneStoryQuery): Promise<Story | undefined>;
	/**
	 * The stories that a text is found in, as the service finds it, the best first. For pages that are made when they are asked for.
	 *
	 * @throws {SluglineServiceError} if a request failed for good
	 * @example const { items, total } = await client.search(term, { startsWith: 'blog/', perPage: 10 });
	 */
	search(term: string, query?: StoryQuery): Promise<StoryPage>;
	readonly stories: StoryListing;
	readonly links: LinkListing;
	readonly datasources: DatasourceListing;
	readonly datasourceEntries: DatasourceEntryListing;
}

/**
 * Makes a client of the content delivery interface. It keeps the service's rate limits and its 30 requests at once over all
 * its lists, so make one for each token and share it.
 *
 * @throws {SluglineUsageError} if an option is not right
 * @example
 * const client = createDeliveryClient({ token, region: 'us' });
 * const stories = await client.stories.all({ language: 'de' });
 */
export function createDeliveryClient(options: DeliveryClientOptions): DeliveryClient {
	const token = checkToken(options.token, 'token');
	const version = options.version ?? 'published';
	const baseUrl =
		options.baseUrl === undefined
			? regionOf(options.region).delivery
			: baseAddress(options.baseUrl, 'baseUrl');
	const connection = connect('delivery', [token], options);
	const source: Source = { ...connection, baseUrl, token, version };
	const stories = createStories(source, '/v2/cdn/stories/');
	return {
		baseUrl,
		version,
		async currentSpace({ signal } = {}) {
			const url = requestUrl(baseUrl, '/v2/cdn/spaces/me/', [['token', token]]);
			const call: Call = { method: 'GET', url, perSecond: requestsPerSecond(1), signal };
			const answer = await connection.send(call);
			return readAnswer(currentSpaceAnswerSchema, answer, call, connection.secrets).space;
		},
		story: (name, query) => oneStory(source, name, query),
		search: async (term, query = {}) =>
			stories.page({ ...query, page: 1, params: { ...query.params, search_term: term } }),
		stories,
		links: createLinks(source),
		datasources: createDatasources(source),
		datasourceEntries: createDatasourceEntries(source),
	};
}

/** @throws {SluglineUsageError} if there is no such region */
export function regionOf(region: Region = 'eu') {
	if (Object.hasOwn(regions, region)) return regions[region];
	throw new SluglineUsageError(
		`There is no region "${region}". The regions are ${Object.keys(regions).join(', ')}; for another address use \`baseUrl\`.`,
	);
}
