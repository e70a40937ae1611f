import {
	type DeliveryEndpoint,
	deliveryEndpoint,
	refusesUnknown,
	unknownParameters,
} from '../../shared/api/delivery-parameters.js';
import { dropUnknownOperations } from '../filter/filter-query.js';
import { badRequest, cacheControl, json, notFound, unauthorized, unprocessable } from '../http/answers.js';
import type { SpaceModel } from '../model/space-model.js';
import { catalogOf, type Reading } from './catalog.js';
import { listDatasources, listEntries, listTags, oneDatasource } from './datasources.js';
import { listLinks, oneLink } from './links.js';
import { type Answer, type DeliveryRequest, type Parameters, readParameters } from './parameters.js';
import { listStories, oneStory } from './stories.js';

type Endpoint = (request: DeliveryRequest, name: string) => Answer;

/** All endpoints but those that need no version. */
const endpoints: Readonly<Record<Exclude<DeliveryEndpoint, 'spaces/me' | 'assets/me'>, Endpoint>> = {
	stories: listStories,
	'stories/*': oneStory,
	links: listLinks,
	'links/*': oneLink,
	datasources: listDatasources,
	'datasources/*': oneDatasource,
	datasource_entries: listEntries,
	// A folder has no experiments.
	experiments: ({ catalog }) => ({ body: { experiments: [], cv: catalog.model.cv } }),
	tags: listTags,
};

/** The content delivery API of a space, as one function per host. */
export type Delivery = ReturnType<typeof createDelivery>;

/**
 * How recent the model must be: `newest` for responses with the cache version, `draft` for drafts, which are
 * never cached, and `any` for requests with the current cache version.
 */
export type Freshness = 'newest' | 'draft' | 'any';

/** @param notice called for each parameter that an endpoint ignores */
export function createDelivery(
	current: (freshness: Freshness) => SpaceModel,
	notice: (sentence: string) => void = () => {},
) {
	return {
		/**
		 * Responds to a request under `/v2/cdn/`.
		 *
		 * @throws {RefusedRequest}
		 */
		answer(url: URL): Response {
			const parameters = readParameters(url.search);
			const segments = pathOf(url).slice(2);
			const endpoint = deliveryEndpoint(segments);
			if (endpoint && !refusesUnknown(endpoint))
				for (const name of unknownParameters(endpoint, parameters.all.keys())) {
					notice(`\`cdn/${endpoint}\` has no parameter \`${name}\`, so it is ignored.`);
					parameters.drop(name);
				}
			if (endpoint === 'spaces/me') return currentSpace(parameters, current('newest'));
			const isCurrent = (model: SpaceModel) => parameters.text('cv') === String(model.cv);
			const isDraft = parameters.text('version') === 'draft';
			const model = current(isDraft ? 'draft' : isCurrent(current('any')) ? 'any' : 'newest');
			if (endpoint === 'assets/me') return privateAsset(parameters, model);
			const mayDraft = readToken(parameters, model) !== 'public';
			if (!endpoint) throw notFound();
			if (refusesUnknown(endpoint)) refuseUnknown(endpoint, parameters);
			// The documentation states two defaults for links. The explicit sentence is used: without
			// `version=published`, both versions.
			const readsAll = segments[0] === 'links' && mayDraft;
			const version = readVersion(parameters, readsAll ? 'draft' : 'published');
			if (version === 'draft' && !mayDraft) throw unauthorized();
			if (version === 'published' && !isCurrent(model)) return redirectWithCv(url, model.cv);
			const { body, headers } = endpoints[endpoint](
				{ parameters, version, catalog: catalogOf(model) },
				segments.slice(1).join('/'),
			);
			return json(200, body, { ...headers, ...cachingOf(version) });
		},
		/**
		 * Responds to the story list at `/v1/stories`, which also accepts the OAuth token and needs no `cv`.
		 *
		 * @throws {RefusedRequest}
		 */
		answerManagementStories(url: URL): Response {
			const parameters = readParameters(url.search);
			const model = current('newest');
			const mayDraft = readToken(parameters, model, model.tokens.oauth) !== 'public';
			refuseUnknown('stories', parameters);
			const version = readVersion(parameters, 'published');
			if (version === 'draft' && !mayDraft) throw unauthorized();
			dropUnknownOperations(parameters.all);
			const { body, headers } = listStories({ parameters, version, catalog: catalogOf(model) });
			return json(200, body, headers);
		},
	};
}

/** @throws {RefusedRequest} if a segment is not percent-encoded UTF-8 */
function pathOf(url: URL): string[] {
	const segments = url.pathname.split('/').filter((segment) => segment !== '');
	try {
		const decoded = segments.map((segment) => decodeURIComponent(segment));
		if (!decoded.some((segment) => segment.includes('\0'))) return decoded;
	} catch {
		throw badRequest('The path is malformed');
	}
	throw badRequest('The path contains a null character');
}

/** @throws {RefusedRequest} if the endpoint does not have a parameter of the request */
function refuseUnknown(endpoint: DeliveryEndpoint, { all }: Parameters): void {
	const unknown = unknownParameters(endpoint, all.keys());
	if (unknown.length > 0) throw unprocessable(`Parameter(s) ${unknown.join(', ')} not allowed`);
}

function readToken(parameters: Parameters, { tokens }: SpaceModel, further?: string): 'public' | 'more' {
	const token = parameters.text('token');
	if (token === tokens.preview || (further !== undefined && token === further)) return 'more';
	if (token === tokens.public) return 'public';
	throw unauthorized();
}

function readVersion(parameters: Parameters, byDefault: Reading['version']): Reading['version'] {
	const version = parameters.text('version') ?? byDefault;
	if (version === 'draft' || version === 'published') return version;
	throw badRequest('version must be draft or published');
}

function currentSpace(parameters: Parameters, model: SpaceModel): Response {
	readToken(parameters, model);
	const { id, name, domain, cv, languages } = model;
	const language_codes = languages.map(({ code }) => code);
	const space = { id, name, domain, version: cv, version_is_hash: true, language_codes };
	return json(200, { space }, { 'Cache-Control': cacheControl.currentSpace });
}

/** A temporary address of a private asset, valid for an hour. It needs a token of its own and is never cached. */
function privateAsset(parameters: Parameters, { tokens }: SpaceModel): Response {
	if (tokens.asset === undefined || parameters.text('token') !== tokens.asset) throw unauthorized();
	const filename = parameters.text('filename');
	if (filename === undefined || !URL.canParse(filename))
		throw badRequest('filename must be the address of an asset');
	const signed = new URL(filename);
	signed.searchParams.set('Signature', 'embedded');
	const asset = {
		...{ filename, signed_url: signed.href, expire_at: null, is_private: true, alt: null, title: null },
		...{ copyright: null, focus: null, content_type: null, content_length: null, asset_folder_id: null },
		...{ created_at: null, updated_at: null },
	};
	return json(200, { asset });
}

/** The same address with the cache version. The rest of the query is unchanged. */
function redirectWithCv(url: URL, cv: number): Response {
	const others = url.search
		.slice(1)
		.split('&')
		.filter((part) => part !== '' && !/^cv(=|$)/.test(part));
	const location = `${url.origin}${url.pathname}?${[...others, `cv=${cv}`].join('&')}`;
	return new Response(null, {
		status: 301,
		headers: { Location: location, 'Cache-Control': cacheControl.draft },
	});
}

/** Drafts are never cached. Their headers report concurrent requests instead of a rate. */
const cachingOf = (version: Reading['version']): Record<string, string> =>
	version === 'published'
		? { 'Cache-Control': cacheControl.published }
		: {
				'Cache-Control': cacheControl.draft,
				'X-RateLimit': '"concurrent-requests";r=29',
				'X-RateLimit-Policy': '"concurrent-requests";q=30',
			};
