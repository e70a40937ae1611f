import live from 'virtual:astro-slugline/live';
import type { APIContext, MiddlewareNext } from 'astro';
import { oncePerKey } from 'astro-keep/shared/once';
import { originOf, sitePathOf } from '../page/paths/index.js';
import { onPage, rowFor } from './loaders.js';
import { entryOf, noteCollections, spaceNow, storyCollections } from './reads.js';
import { type LiveRecord, recording, recordNow } from './record.js';
import { respond } from './respond.js';
import { movedTo } from './space/live-space.js';
import { type Watched, watch } from './watch/watch.js';

/** Answers a request of a route on demand, and gives the page its story and its cache tags. */
export function serve(context: APIContext, next: MiddlewareNext): Promise<Response> {
	const record = recordNow();
	if (!record?.watched) return serveFirst(context, next);
	// Astro comes here again for a page that another one is rewritten to. It is stored as that one, which may have chosen it for the visitor.
	watch(context, record.watched);
	return answer(record, context, next);
}

const serveFirst = (context: APIContext, next: MiddlewareNext): Promise<Response> =>
	recording(async (record) => {
		// On a site without a page for 500, Astro asks a page for all paths in its place, which would say 404.
		if (context.props['error'] && !context.routePattern.endsWith('/500'))
			return new Response(null, { status: 500 });
		await noteCollections();
		if (context.cache?.enabled && live.endpoint)
			import('./endpoint.js').then(({ resume }) => resume(context)).catch(console.error);
		record.origin = originOf(context.originPathname, sitePathOf(context.url.pathname));
		record.watched = watch(context);
		if (record.origin !== undefined) noteDomain(record.watched, record.origin);
		return respond(record, record.watched, context, () => answer(record, context, next));
	});

/** Notes that a page is that of its domain, which a cache has to tell from others. */
function noteDomain(watched: Watched, origin: string): void {
	watched.reads.host = true;
	// Astro may have found it in another header than the one that made the address.
	if (watched.address.host !== new URL(origin).host) watched.isPersonal = true;
}

async function answer(record: LiveRecord, context: APIContext, next: MiddlewareNext): Promise<Response> {
	const response = await shown(context, next);
	const moved = response.status === 404 && record.space ? movedTo(context.url.pathname) : undefined;
	if (!moved) return response;
	return context.redirect(moved.href + context.url.search, moved.isPermanent ? 308 : 302);
}

async function shown(context: APIContext, next: MiddlewareNext): Promise<Response> {
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
		if (entry) return onPage(entry, path);
	}
	return undefined;
}
