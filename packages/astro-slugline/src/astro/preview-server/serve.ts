import store from 'astro:data-layer-content';
import { getSecret } from 'astro:env/server';
import { manifest } from 'virtual:astro:manifest';
import { built, clientCode, collections, routes } from 'virtual:astro-slugline/preview-site';
import builtRoutes from 'virtual:astro-slugline/routes';
import type { APIContext, MiddlewareNext } from 'astro';
import { once, oncePerKey } from 'astro-keep/shared/once';
import { smallHash } from 'astro-keep/shared/text/small-hash';
import { createDeliveryClient, isServiceError } from '../../client/index.js';
import { type Age, type Content, createPreview } from '../../preview/index.js';
import { fallbackLanguageOf } from '../../routing/index.js';
import { Refusal } from '../../shared/http/page-request.js';
import { storyCollections } from './collections.js';
import { contentOf } from './content.js';
import { createDrafts, type Drafts } from './drafts.js';
import { formOf } from './find-page.js';
import { renderPage, type Site } from './render.js';
import { createSharedRead } from './shared-read.js';

/** How old content may be, in milliseconds. Each host that shares no memory reads it for itself. */
const maxAgeMs: Record<Age, number> = { now: 0, recent: 2000, any: 60_000 };

const { base, path, editors } = built;
/** No page has such a path. Without an extension, since Astro's rules for slashes are others for files. */
const clientPath = formOf(`${base}${path}/@client`, built);
const clientVersion = smallHash(clientCode).toString(36);
const token = () => getSecret('SLUGLINE_PREVIEW_TOKEN')?.trim();
const report = (error: unknown, page?: string) =>
	console.error(`[astro-slugline]${page === undefined ? '' : ` ${page} failed in preview:`}`, error);

const preview = createPreview({
	...{ base, path, editors },
	clientModule: `${clientPath}?v=${clientVersion}`,
	log: 'The log of the server',
	previewToken: async () => token(),
	spaceId: () => built.spaceId,
	async content(age) {
		try {
			return await reader().read(maxAgeMs[age]);
		} catch (error) {
			throw refusalOf(error);
		}
	},
	client: async () => reader().client,
	scripts: () => clientVersion,
	formOf: (page) => formOf(page, built),
	report,
});

/** Answers a request below the path of preview. */
export async function answer(context: APIContext, next: MiddlewareNext): Promise<Response> {
	const { request, url } = context;
	if (url.pathname === clientPath) return clientScript();
	const asked = new Request(new URL(url), request);
	stopCaching(context);
	return preview(asked, (page, overlay) => renderPage(site, context, next, page, overlay));
}

/** Turns Astro's cache off for a response, so that neither its page nor middleware around it can turn it on again. */
function stopCaching({ cache }: APIContext): void {
	// Without a provider, Astro warns of this call.
	if (cache.enabled) cache.set(false);
	Object.defineProperty(cache, 'set', { value() {} });
}

/** The client's module, which is the same for all and holds no secret. */
const clientScript = () =>
	new Response(clientCode, {
		headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'private, max-age=3600' },
	});

const own = manifest.routes.find((route) => 'slugline' in route) as { slugline?: Site['styles'] } | undefined;
const site: Site = { built, routes, report, styles: own?.slugline ?? {} };

/** Reads drafts. Made for the first request, because hosts may not have their secrets earlier. */
const reader = once(() => {
	const client = createDeliveryClient({
		...{ token: token() ?? '', baseUrl: built.baseUrl, version: 'draft' },
		fallbackLanguageOf: (language) => fallbackLanguageOf(language, built),
		// An editor waits for the answer, and asks again.
		retry: { attempts: 2 },
	});
	const readDrafts = createDrafts(client, built);
	const known = {
		...{ built, client, routes: builtRoutes, warn: oncePerKey(report) },
		collections: storyCollections(collections, built.id, client),
		storedIds: (name: string) => store.get(name) ?? new Set<string>(),
	};
	let latest: { drafts: Drafts; content: Content } | undefined;
	const read = createSharedRead(async () => {
		const drafts = await readDrafts();
		if (latest?.drafts !== drafts) latest = { drafts, content: await contentOf(known, drafts) };
		const { content } = latest;
		// Another space, so that releases are asked for again: their drafts do not change links.
		return { ...content, space: { ...content.space } };
	});
	return { client, read };
});

/** A sentence for the editor about what the API or the routes say of the drafts. */
function refusalOf(error: unknown): unknown {
	if (!isServiceError(error))
		return error instanceof Error && error.name === 'RouteError' ? new Refusal(422, error.message) : error;
	if (error.status === 401 || error.status === 403) {
		return new Refusal(
			502,
			'The API refused the preview token of this site: it was deleted, or is not of this space. Set SLUGLINE_PREVIEW_TOKEN on the server to a preview token of the space.',
		);
	}
	return new Refusal(503, `The drafts could not be read. ${error.message}`);
}
