import type { Loader, LoaderContext } from 'astro/loaders';
import { linkSchema } from '../../wire/index.js';
import { connectionOf } from '../connections.js';
import { guarded } from './guard.js';
import { linksLoader } from './name.js';
import { isSettled, settle } from './settle.js';

/** Which links a collection holds. Without options: every folder and every published story. */
export interface LinksOptions {
	/** Id of the integration, where a site has more than one space. */
	space?: string;
	/** Start of the full slug, such as a folder. @example 'blog/' */
	startsWith?: string;
	/** Id of a folder whose direct members are wanted; 0 for those in no folder. */
	withParent?: number;
}

/**
 * Loads links: one entry for each story and folder, without content. `id` is the uuid, `data` the link.
 *
 * @throws {AstroError} when loading, if the sync fails
 * @example
 * const links = defineCollection({ loader: links({ startsWith: 'docs/' }) });
 */
export function links(options: LinksOptions = {}) {
	return {
		name: linksLoader,
		schema: linkSchema,
		load: (context: LoaderContext) => guarded(context, () => loadLinks(context, options)),
	} satisfies Loader;
}

async function loadLinks(
	context: LoaderContext,
	{ space: id, startsWith, withParent }: LinksOptions,
): Promise<void> {
	const { space } = await connectionOf(context.config, id).synced(
		context.collection,
		context.refreshContextData,
	);
	const stamp = context.generateDigest(JSON.stringify([space.stamp, startsWith, withParent]));
	if (isSettled(context, stamp)) return;
	const wanted = space.links.filter(
		(link) =>
			(startsWith === undefined || link.slug.startsWith(startsWith.replace(/^\/+/, ''))) &&
			(withParent === undefined || (link.parent_id ?? 0) === withParent),
	);
	const fresh = [];
	for (const link of wanted) {
		const digest = context.generateDigest(link);
		if (context.store.get(link.uuid)?.digest === digest) continue;
		const data = await context.parseData({ id: link.uuid, data: link });
		fresh.push({ id: link.uuid, data, digest });
	}
	settle(context, new Set(wanted.map((link) => link.uuid)), fresh, stamp);
}
