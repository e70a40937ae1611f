import { badRequest, cacheControl, json, notFound, unauthorized } from '../http/answers.js';
import type { SpaceModel } from '../model.js';
import type { Answer, DeliveryRequest } from './answer.js';
import { type Catalog, createCatalog, type Reading } from './catalog.js';
import { listDatasources, listEntries, oneDatasource } from './datasources.js';
import { listLinks, oneLink } from './links.js';
import { type Parameters, readParameters } from './parameters.js';
import { listStories, oneStory } from './stories.js';
import { listTags } from './tags.js';

type Endpoint = (request: DeliveryRequest) => Answer;

/** What a delivery request resolves to. */
interface Route {
	readonly endpoint: Endpoint;
	/** Whether the response depends on the version, and without `version` includes drafts if the token allows it. */
	readonly defaultVersion: 'published' | 'all';
}

/** The content delivery API of a space, as one function per host. */
export interface Delivery {
	/**
	 * Responds to a request under `/v2/cdn/`.
	 *
	 * @throws {RefusedRequest}
	 */
	answer(url: URL): Response;
	/**
	 * Responds to the story list at `/v1/stories`, which also accepts the OAuth token and needs no `cv`.
	 *
	 * @throws {RefusedRequest}
	 */
	answerManagementStories(url: URL): Response;
}

/**
 * How recent the model must be: `newest` for responses with the cache version, `draft` for drafts, which are
 * never cached, and `any` for requests with a cache version.
 */
export type Freshness = 'newest' | 'draft' | 'any';

/** The content delivery API of a space. */
export function createDelivery(current: (freshness: Freshness) => SpaceModel): Delivery {
	let cached: Catalog | undefined;
	const catalogOf = (model: SpaceModel): Catalog => {
		if (cached?.model !== model) cached = createCatalog(model);
		return cached;
	};
	return {
		answer(url) {
			const parameters = readParameters(url.search);
			const segments = pathOf(url).slice(2);
			if (segments[0] === 'spaces' && segments[1] === 'me' && segments.length === 2) {
				return currentSpace(parameters, current('newest'));
			}
			const route = routeOf(segments);
			const hasCv = /^\d+$/.test(parameters.text('cv') ?? '');
			const model = current(hasCv ? 'any' : parameters.text('version') === 'draft' ? 'draft' : 'newest');
			if (segments[0] === 'assets' && segments[1] === 'me') return privateAsset(parameters, model);
			const mayDraft = readToken(parameters, model) !== 'public';
			if (!route) throw notFound();
			const version = readVersion(
				parameters,
				route.defaultVersion === 'all' && mayDraft ? 'draft' : 'published',
			);
			if (version === 'draft' && !mayDraft) throw unauthorized();
			if (version === 'published' && !hasCv) return redirectWithCv(url, model.cv);
			const { body, headers } = route.endpoint({ parameters, version, catalog: catalogOf(model) });
			return json(200, body, { ...headers, ...cachingOf(version) });
		},
		answerManagementStories(url) {
			const parameters = readParameters(url.search);
			const model = current('newest');
			const mayDraft = readToken(parameters, model, model.tokens.oauth) !== 'public';
			const version = readVersion(parameters, 'published');
			if (version === 'draft' && !mayDraft) throw unauthorized();
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

function routeOf([name, ...rest]: readonly string[]): Route | undefined {
	const one = rest.join('/');
	const isList = rest.length === 0;
	const published = (endpoint: Endpoint): Route => ({ endpoint, defaultVersion: 'published' });
	switch (name) {
		case 'stories':
			return published(isList ? listStories : (request) => oneStory(request, one));
		case 'links':
			// The documentation states two defaults for links. The explicit sentence is used: without
			// `version=published`, both versions.
			return { endpoint: isList ? listLinks : (request) => oneLink(request, one), defaultVersion: 'all' };
		case 'datasources':
			return published(isList ? listDatasources : (request) => oneDatasource(request, one));
		case 'datasource_entries':
			return isList ? published(listEntries) : undefined;
		case 'experiments':
			// A folder has no experiments.
			return isList ? published(() => ({ body: { experiments: [] } })) : undefined;
		case 'tags':
			return isList ? published(listTags) : undefined;
		default:
			return undefined;
	}
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
	const asset = { filename, signed_url: signed.href, expire_at: null, is_private: true };
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
