import { distinctFilters, impossibleFilter } from '../shared/api/distinct-filters.js';
import type { Region } from '../shared/api/regions.js';
import { type CurrentSpace, currentSpaceAnswerSchema, type Story } from '../wire/index.js';
import { type ConnectionOptions, connect } from './connection.js';
import { baseAddress, checkToken } from './http/address.js';
import {
	createDatasourceEntries,
	createDatasources,
	createLinks,
	type DatasourceEntryListing,
	type DatasourceListing,
	type LinkListing,
} from './lists/plain-lists.js';
import { bind, type Version } from './lists/source.js';
import { createStories, type OneStoryQuery, oneStory, type StoryListing } from './lists/stories.js';
import type { StoryPage, StoryQuery } from './lists/story-query.js';
import { SluglineUsageError } from './model/errors.js';
import { regions } from './model/regions.js';

/** Options of {@link createDeliveryClient}. */
export interface DeliveryClientOptions extends ConnectionOptions {
	/** A public or preview access token. Drafts need a preview token. */
	token: string;
	/** Region of the space. Default: `eu`. */
	region?: Region | undefined;
	/** Address of the API, instead of the region's: scheme, host, and a path before `/v2/cdn` if there is one. */
	baseUrl?: string | undefined;
	/** The version to read, unless a query sets its own. Default: `published`. */
	version?: Version | undefined;
	/** The language for fields that a language lacks, for queries that name none. Default: that of the space. */
	fallbackLanguageOf?: ((language: string) => string | undefined) | undefined;
}

/** An answer as it came. */
export interface RawAnswer {
	readonly status: number;
	/** The JSON of the body. */
	readonly body: unknown;
	readonly headers: Headers;
}

/** Reads a space through the content delivery API. */
export interface DeliveryClient {
	/** Address that requests are sent to: scheme, host, and path, without a trailing slash. */
	readonly baseUrl: string;
	readonly version: Version;
	/**
	 * The space that the token belongs to, with its version. Always sends a request. The version increases
	 * with each publish. It is not a `cv` and is never sent as one.
	 *
	 * @throws {SluglineServiceError} if the request failed for good
	 */
	currentSpace(options?: { signal?: AbortSignal | undefined }): Promise<CurrentSpace>;
	/**
	 * One story, by its full slug, uuid, or id. Returns undefined if it does not exist or is not published.
	 *
	 * @throws {SluglineServiceError} if the request failed for good
	 * @example
	 * const about = await client.story('about', { language: 'de' });
	 */
	story(name: string | number, query?: OneStoryQuery): Promise<Story | undefined>;
	/**
	 * Any answer of the interface, as it is: for requests that have no method here. Content is not checked.
	 *
	 * @param path behind `/v2/cdn/`
	 * @throws {SluglineServiceError} if the request failed for good, with the `status` of a refusal
	 * @example const { body } = await client.get('tags', [['starts_with', 'blog/']]);
	 */
	get(path: string, parameters?: Iterable<readonly [string, string]>): Promise<RawAnswer>;
	/**
	 * The stories that contain a text, ranked by the API. Meant for pages that are rendered on demand.
	 *
	 * @throws {SluglineServiceError} if a request failed for good
	 * @example
	 * const { items, total } = await client.search(term, { startsWith: 'blog/', perPage: 10 });
	 */
	search(term: string, query?: StoryQuery): Promise<StoryPage>;
	/** The stories of the space. */
	readonly stories: StoryListing;
	/** The links of the space, folders included. */
	readonly links: LinkListing;
	/** The datasources of the space. */
	readonly datasources: DatasourceListing;
	/** The entries of one datasource, or of all of them. */
	readonly datasourceEntries: DatasourceEntryListing;
}

/**
 * Creates a client for the content delivery API. The client keeps the API's rate limits and its limit of 30
 * concurrent requests across all lists, so create one per token and share it.
 *
 * @throws {SluglineUsageError} if an option is invalid
 * @see docs/client.md
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
	const source = bind(connect('delivery', [token], options), token, {
		baseUrl,
		version,
		fallbackLanguageOf: options.fallbackLanguageOf,
	});
	const stories = createStories(source, '/v2/cdn/stories/');
	return {
		baseUrl,
		version,
		async currentSpace({ signal } = {}) {
			const answer = await source.get('/v2/cdn/spaces/me/', [], { signal });
			return answer.read(currentSpaceAnswerSchema).space;
		},
		story: (name, query) => oneStory(source, name, query),
		async get(path, parameters = []) {
			const { parameters: asked, isImpossible, problem } = distinctFilters(parameters);
			if (problem || isImpossible) throw new SluglineUsageError(problem ?? impossibleFilter);
			const answer = await source.get(`/v2/cdn/${path.replace(/^\/+/, '')}`, asked);
			const { status, body, headers } = answer;
			return { status, body, headers };
		},
		search: async (term, query = {}) =>
			stories.page({ ...query, page: 1, params: { ...query.params, search_term: term } }),
		stories,
		links: createLinks(source),
		datasources: createDatasources(source),
		datasourceEntries: createDatasourceEntries(source),
	};
}

/** @throws {SluglineUsageError} if the region does not exist */
export function regionOf(region: Region = 'eu') {
	if (Object.hasOwn(regions, region)) return regions[region];
	throw new SluglineUsageError(
		`Unknown region "${region}". The regions are ${Object.keys(regions).join(', ')}; for any other address, set \`baseUrl\`.`,
	);
}
