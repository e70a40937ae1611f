import type { Loader, LoaderContext } from 'astro/loaders';
import { named, unknownOptions } from '../../shared/named.js';
import { type Link, linkSchema } from '../../wire/index.js';
import { type Filling, filled } from '../content-store/index.js';
import { connectionOf, linksLoader, withReferences, withShown } from '../session/index.js';
import { guarded } from './guard.js';
import { collectionWarnings } from './warnings.js';

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
		load: (context: LoaderContext) =>
			guarded(context, () => filled(context, (filling) => loadLinks(context, options, filling))),
	} satisfies Loader;
}

const optionNames = ['space', 'startsWith', 'withParent'];

async function loadLinks(context: LoaderContext, options: LinksOptions, filling: Filling): Promise<void> {
	const { space: id, startsWith, withParent } = options;
	const warnings = collectionWarnings(context);
	warnings.warn(unknownOptions('links()', options, optionNames));
	const { space } = await connectionOf(context.config, id).synced(
		context.collection,
		context.refreshContextData,
	);
	const stamp = context.generateDigest(JSON.stringify([space.stamp, startsWith, withParent]));
	if (filling.isSettled(stamp)) return warnings.repeat();
	const wanted = space.links.filter(
		(link) =>
			(startsWith === undefined || link.slug.startsWith(startsWith.replace(/^\/+/, ''))) &&
			(withParent === undefined || (link.parent_id ?? 0) === withParent),
	);
	for (const link of wanted) {
		const id = link.uuid;
		const digest = `${context.generateDigest(link)}.0`;
		const known = filling.digestOf(id);
		if (withReferences(known, digest) === known) {
			filling.keep(id, known);
		} else {
			const data = await context.parseData({ id, data: link });
			filling.add({ id, data, digest: withShown(digest, data) });
		}
	}
	filling.settle(stamp);
	const isEmpty = wanted.length === 0 && space.links.length > 0;
	warnings.remember(
		isEmpty ? [`No link matches its options; the folders are ${named(foldersOf(space.links))}.`] : [],
	);
}

const foldersOf = (links: readonly Link[]): string[] =>
	links.filter(({ is_folder }) => is_folder).map(({ slug }) => `${slug}/`);
