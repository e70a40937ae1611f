import { oncePerKey } from 'astro-keep/shared/once';
import { createDelivery, type Freshness } from './delivery/delivery.js';
import type { Store } from './folder/store.js';
import { type Handler, notFound, notFoundBody, RefusedRequest, wrongMethod } from './http/answers.js';
import { createPipeline } from './http/pipeline.js';
import { createManagement } from './management/management.js';
import type { SpaceModel } from './model/space-model.js';
import type { Settings } from './settings.js';
import type { SpaceWebhooks } from './webhooks/space-webhooks.js';

interface Answering {
	store: Store;
	settings: Settings;
	/** What the folder contained when it was last read. */
	current: () => SpaceModel;
	/** Reads the folder again. */
	refresh: () => SpaceModel;
	endpoints: SpaceWebhooks['endpoints'];
}

/** Creates what responds to requests, with the limits and simulated failures of the settings. */
export function createHandler(answering: Answering): Handler {
	const { store, settings, current, refresh } = answering;
	const ttl = settings.edge?.minimumCacheTtl;
	return createPipeline(createAnswer(answering), settings, {
		isPublic: (url) =>
			url.pathname.startsWith('/v2/cdn/') && url.searchParams.get('token') === store.tokens().public,
		version: () => refresh().cv,
		minimumCacheTtl: (token) => (token === current().tokens.preview ? ttl?.preview : ttl?.public) ?? 0,
	});
}

/**
 * Number of stories up to which every request looks for new drafts. Larger folders are only checked when the
 * cache version is requested.
 */
const smallFolder = 500;

const onlyVersion2 =
	'The embedded space has version 2 of the delivery API only. Ask for /v2/cdn/ instead of /v1/cdn/.';

/** Answers by the delivery API below `/v2/cdn/`, else by the management API. */
function createAnswer({ current, refresh, endpoints, settings }: Answering): Handler {
	const delivery = createDelivery(
		(freshness: Freshness) => {
			if (freshness === 'newest') return refresh();
			const model = current();
			return freshness === 'draft' && model.stories.length <= smallFolder ? refresh() : model;
		},
		oncePerKey((sentence: string) => settings.log?.(sentence)),
	);
	const management = createManagement({
		describe: current,
		endpoints,
		stories: async (request) => delivery.answerManagementStories(new URL(request.url)),
	});
	return async (request) => {
		const url = new URL(request.url);
		if (url.pathname.startsWith('/v1/cdn/')) throw new RefusedRequest(404, [...notFoundBody, onlyVersion2]);
		if (!url.pathname.startsWith('/v2/cdn/')) {
			const answered = await management(request);
			if (answered) return answered;
			throw notFound();
		}
		if (request.method !== 'GET' && request.method !== 'HEAD') throw wrongMethod('GET, HEAD, OPTIONS');
		return delivery.answer(url);
	};
}
