import live from 'virtual:astro-slugline/live';
import type { APIContext, MiddlewareNext } from 'astro';
import { oncePerKey } from '../../shared/once.js';
import { rowFor } from './loaders.js';
import { entryOf, noteCollections, spaceNow, storyCollections } from './reads.js';
import { recording } from './record.js';
import { respond } from './respond.js';
import { movedTo } from './space/live-space.js';
import { watch } from './watch/watch.js';

/** Answers a request of a route on demand, and gives the page its story and its cache tags. */
export const serve = (context: APIContext, next: MiddlewareNext): Promise<Response> =>
	recording(async (record) => {
		// On a site without a page for 500, Astro asks a page for all paths in its place, which would say 404.
		if (context.props['error'] && !context.routePattern.endsWith('/500'))
			return new Response(null, { status: 500 });
		await noteCollections();
		if (context.cache?.enabled && live.endpoint)
			import('./endpoint.js').then(({ resume }) => resume(context)).catch(console.error);
		const watched = watch(context);
		return respond(record, watched, context, async () => {
			const response = await answer(context, next);
			const moved = response.status === 404 && record.space ? movedTo(context.url.pathname) : undefined;
			return moved ? context.redirect(moved.href + context.url.search, 308) : response;
		});
	});

async function answer(context: APIContext, next: MiddlewareNext): Promise<Response> {
	if (!(await hasPaths(context.routePattern))) return next();
	const story = await storyAt(context.url.pathname);
	// Astro shows its page for errors in place of a response without a body.
	if (!story) return new Response(null, { status: 404 });
	// Astro gives the page this object. A page that does not get its story fails, and shows no other one.
	Object.assign(context.props, { story });
	return next();
}

/** True for a page with `getStaticPaths`, which Astro ignores on demand. */
const hasPaths = oncePerKey(
	async (pattern: string) => 'getStaticPaths' in ((await live.pages[pattern]?.()) ?? {}),
);

/** The entry of the story with an address, from the first live collection that has it. */
async function storyAt(path: string) {
	const row = rowFor({ path }, await spaceNow());
	for (const collection of row ? storyCollections() : []) {
		const entry = await entryOf(collection, row);
		if (entry) return entry;
	}
	return undefined;
}
