import { getSecret } from 'astro:env/server';
import type { APIRoute } from 'astro';
import { handOver, tagsOf } from 'astro-slugline/rebuild';

export const prerender = false;

/** Takes webhook calls, and purges from the route cache what shows the stories that they name. */
export const ALL: APIRoute = ({ request, cache }) =>
	handOver(request, {
		secrets: [getSecret('SLUGLINE_WEBHOOK_SECRET'), getSecret('SLUGLINE_WEBHOOK_SECRET_OLD')],
		async onEvent(event) {
			if (cache.enabled) await cache.invalidate({ tags: tagsOf(event) });
		},
	});
