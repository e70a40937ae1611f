import { orAborted, sleep } from '../../shared/http/abort.js';
import { digestOf } from '../folder/files/digest.js';
import { SpaceFolderError } from '../folder/files/folder-error.js';
import type { Settings } from '../settings.js';
import { type Handler, json, RefusedRequest } from './answers.js';
import { localOrigin } from './doorkeeper.js';
import { createEdges, type Edge, marked, type Origin } from './edge.js';
import { createFaults, createRate, cut, faultAnswer } from './simulated.js';

/**
 * Cross-origin headers: pages of any origin can read published content, as with the API, but only pages on
 * this machine can read drafts and management responses.
 */
function corsHeaders(request: Request, isPublic: boolean): Record<string, string> {
	const origin = isPublic ? '*' : localOrigin(request.headers.get('Origin'));
	return {
		...(isPublic ? {} : { Vary: 'Origin' }),
		...(origin === undefined ? {} : { 'Access-Control-Allow-Origin': origin }),
		'Access-Control-Expose-Headers': 'ETag, total, per-page, Retry-After, X-RateLimit, X-RateLimit-Policy',
	};
}

/**
 * Wraps the endpoints in everything that surrounds the API: cross-origin headers, rate limits, an edge,
 * errors as JSON, and simulated failures.
 *
 * @param endpoints responds to a request, or throws a `RefusedRequest`
 * @param behind facts about the space behind the endpoints
 */
export function createPipeline(
	endpoints: Handler,
	settings: Settings,
	behind: Origin & {
		/** True if an address requests published content, with a token for it. */
		isPublic(url: URL): boolean;
	},
): Handler {
	const faults = createFaults(settings.faults);
	const nextEdge =
		settings.edge && createEdges(behind, { clock: settings.clock, locations: settings.edge.locations });
	const rate = settings.rateLimit && createRate({ ...settings.rateLimit, clock: settings.clock });
	const pause = settings.sleep ?? sleep;
	let underWay = 0;

	async function answer(request: Request, url: URL): Promise<Response> {
		if (request.method === 'OPTIONS') return preflight();
		const limit = settings.concurrency;
		if (limit !== undefined && underWay > limit) {
			return json(429, { error: `Limit of ${limit} concurrent requests has been reached.` });
		}
		const isRead = request.method === 'GET';
		const edge = isRead ? nextEdge?.() : undefined;
		const cached = edge?.find(url);
		const refused = cached ? undefined : rate?.take(url);
		if (refused && edge) marked(refused, 'Error');
		if (settings.latencyMs > 0) await pause(settings.latencyMs, request.signal);
		const fault = faults.meet(url);
		if (fault?.hang) return orAborted(new Promise(() => {}), request.signal);
		if (fault && !fault.cut) return faultAnswer(fault);
		const answered = refused ?? cached ?? (await orError(endpoints, settings, request, edge));
		return fault?.cut ? cut(answered) : withEtag(request, answered);
	}

	return async (sent) => {
		const url = new URL(sent.url);
		// The vendor's client sends this for `get('/cdn/stories')`.
		url.pathname = url.pathname.replace(/^\/v2\/+cdn\//, '/v2/cdn/');
		const request = url.href === sent.url ? sent : new Request(url, sent);
		underWay++;
		try {
			const response = await answer(request, url);
			for (const [name, value] of Object.entries(corsHeaders(request, behind.isPublic(url)))) {
				response.headers.set(name, value);
			}
			settings.log?.(`${request.method} ${addressOf(url)} ${response.status}`);
			return response;
		} finally {
			underWay--;
		}
	};
}

/** Adds the digest of a delivered body, and leaves out a body that the client has. */
async function withEtag({ url, headers }: Request, response: Response): Promise<Response> {
	if (response.status !== 200 || !new URL(url).pathname.startsWith('/v2/cdn/')) return response;
	const body = await response.text();
	const etag = `W/"${digestOf(body)}"`;
	const known = headers.get('If-None-Match')?.split(/,\s*/).includes(etag);
	const answer = new Response(known ? null : body, {
		status: known ? 304 : 200,
		headers: response.headers,
	});
	answer.headers.set('ETag', etag);
	return answer;
}

/** The endpoints' response, through an edge if there is one, or the response to what they throw. */
async function orError(
	endpoints: Handler,
	settings: Settings,
	request: Request,
	edge?: Edge,
): Promise<Response> {
	try {
		if (!edge) return await endpoints(request);
		return await edge.ask(new URL(request.url), (url) =>
			orError(endpoints, settings, new Request(url, request)),
		);
	} catch (error) {
		if (error instanceof RefusedRequest) return json(error.status, error.body, error.headers);
		if (error instanceof SpaceFolderError) return json(500, { error: error.message });
		settings.log?.(`${request.method} ${addressOf(new URL(request.url))} failed: ${String(error)}`);
		return json(500, { error: 'Internal Server Error' });
	}
}

/** Path and query without the token. */
function addressOf(url: URL): string {
	const { pathname, searchParams } = new URL(url);
	for (const name of [...searchParams.keys()]) if (/^token$/i.test(name)) searchParams.delete(name);
	return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}

function preflight(): Response {
	return new Response(null, {
		status: 204,
		headers: {
			'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE, OPTIONS',
			'Access-Control-Allow-Headers':
				'Authorization, Content-Type, If-None-Match, SB-Agent, SB-Agent-Version',
			'Access-Control-Max-Age': '86400',
		},
	});
}
