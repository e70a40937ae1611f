import service from 'virtual:astro-slugline/service';
import { isObject } from 'astro-keep/shared/json';
import { oncePerKey } from 'astro-keep/shared/once';
import { attributeTo, buildChannel, channel, importerNow, record } from 'astro-keep/tracking';
import StoryblokClient, { type ISbStoryData, type ISbStoryParams } from 'storyblok-js-client';
import type { SpaceRequest } from '../astro/page/data/index.js';
import { overlayNow } from '../shared/overlay.js';
import { ask, askedOf, withDistinctFilters } from './ask.js';
import { fetchDrafts, withDrafts } from './drafts.js';
import { fetchFromService } from './fetch-from-service.js';

/** The methods of the vendor's client that read. */
export type StoryblokApi = Pick<
	StoryblokClient,
	'get' | 'getAll' | 'getStories' | 'getStory' | 'cacheVersion' | 'flushCache'
>;

/**
 * The client of the vendor's integration. A build answers its calls from the synced content, and passes on to the API, with a
 * warning, those that it cannot answer. In `astro dev` and on a server, all calls go to the source.
 *
 * @example
 * const { data } = await useStoryblokApi().get('cdn/stories/home', { version: 'published' });
 */
export function useStoryblokApi(): StoryblokApi {
	// A module may create the client once, and call it later for any page.
	const importer = importerNow();
	/** Creates a client per call. A shared client would queue the calls of all pages, so a read could not be recorded for its page. */
	const call = <Result>(
		run: (client: StoryblokClient, asked: readonly SpaceRequest[]) => Promise<Result>,
	) => {
		const asked: SpaceRequest[] = [];
		const ask = async () => {
			try {
				return await run(await createClient(asked), asked);
			} catch (error) {
				throw asError(error, asked[0]);
			}
		};
		return importer === undefined ? ask() : attributeTo(importer, ask);
	};
	return {
		get: (path, params, options) =>
			call(async (client, asked) => watchCv(await client.get(path, params, options), asked)),
		getAll: (path, params, entity, options) =>
			call((client) => client.getAll(path, params ?? {}, entity, options)),
		getStories: (params, options) =>
			call(async (client, asked) => watchCv(await client.getStories(params, options), asked)),
		getStory: (slug, params, options) =>
			call(async (client, asked) => watchCv(await client.getStory(slug, params, options), asked)),
		cacheVersion: () => 0,
		flushCache: () => call((client) => client.flushCache()),
	};
}

/** The client of `@storyblok/astro/client`. */
export const storyblokApi: StoryblokApi = useStoryblokApi();

/**
 * The story of the vendor's older live preview. Slugline's preview renders the page with what an editor types itself.
 *
 * @example
 * const story = await useStoryblok('home', { version: 'draft' }, {}, Astro);
 */
export const useStoryblok = async (
	slug: string,
	params?: ISbStoryParams,
	..._preview: unknown[]
): Promise<ISbStoryData> => (await useStoryblokApi().getStory(slug, params ?? {})).data.story;

/** Makes an error of the plain object that the client rejects with, so that a failed build shows its message. `status` and `response` stay. */
function asError(rejected: unknown, asked: SpaceRequest | undefined): unknown {
	if (rejected instanceof Error || !isObject(rejected)) return rejected;
	const { message, status, response } = rejected;
	const words = typeof message === 'string' && message !== '' ? message : 'The request failed';
	const what = asked && status !== undefined ? `cdn/${asked.path}: ` : '';
	const error = new Error(`${what}${words}${status === undefined ? '' : ` (status ${String(status)})`}`);
	return Object.assign(error, { status, response });
}

/** @param all receives each request, the call's own first */
async function createClient(all: SpaceRequest[]): Promise<StoryblokClient> {
	if (!buildChannel().askSpace) return createServerClient();
	return new StoryblokClient({
		// The connection has the real token. The client only requires that there is one.
		accessToken: placeholder,
		endpoint: 'http://space.invalid/v2',
		rateLimit: Number.POSITIVE_INFINITY,
		fetch: async (input) => {
			const { asked, token } = askedOf(withDistinctFilters(String(input)));
			refuseToken(token);
			all.push(asked);
			const { status, body, headers } = await ask(asked);
			return new Response(withDrafts(body), {
				status,
				statusText: status === 404 ? 'Not Found' : '',
				headers,
			});
		},
	});
}

const placeholder = 'slugline';

/** Refuses a call with a token of its own, unless it is the token of the connection. */
function refuseToken(token: string | null): void {
	if (token === null || token === placeholder || buildChannel().isOwnToken?.(token)) return;
	throw new Error(
		'A call of useStoryblokApi() passes an access token, but compat only uses the token of slugline(). Remove it. For a second space, use createDeliveryClient() from astro-slugline/client.',
	);
}

/** The error of a request without a token. Logged once, too, because many sites answer an error of a request as a page that is missing. */
const noToken = oncePerKey((variable: string): Error => {
	const sentence = `A page that is rendered on demand requested content, but the server has no token. Set ${variable} where the server runs.`;
	console.warn(`[astro-slugline] ${sentence}`);
	return new Error(sentence);
});

/** Requests from the API directly: on a server there is no sync, and a page reads what is published at the time, or drafts in preview. */
async function createServerClient(): Promise<StoryblokClient> {
	const { getSecret } = await import('astro:env/server');
	const isPreview = overlayNow() !== undefined;
	const accessToken = isPreview
		? getSecret('SLUGLINE_PREVIEW_TOKEN')
		: (getSecret('SLUGLINE_TOKEN') ?? getSecret('STORYBLOK_TOKEN'));
	if (!accessToken || service.baseUrl === undefined) {
		throw noToken(isPreview ? 'SLUGLINE_PREVIEW_TOKEN' : 'SLUGLINE_TOKEN');
	}
	return new StoryblokClient({
		accessToken,
		endpoint: `${service.baseUrl}/v2`,
		fetch: isPreview ? fetchDrafts : fetchFromService,
	});
}

/** A response whose `cv`, or version of the space, is recorded only when a page reads it, because every publish changes it. */
function watchCv<Answer extends { data: { cv?: unknown; space?: unknown } }>(
	answer: Answer,
	[asked]: readonly SpaceRequest[],
): Answer {
	if (!asked || !channel()) return answer;
	const watch = (object: unknown, name: string) => {
		if (!isObject(object) || object[name] === undefined) return;
		const value = object[name];
		const get = () => {
			record('compat-cv', asked);
			return value;
		};
		Object.defineProperty(object, name, { get, enumerable: true, configurable: true });
	};
	watch(answer.data, 'cv');
	watch(answer.data.space, 'version');
	return answer;
}
