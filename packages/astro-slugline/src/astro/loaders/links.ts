import { named } from 'astro-keep/shared/text/named';
import { selectsLink } from '../../shared/api/selects.js';
import { type Link, linkSchema } from '../../wire/index.js';
import { linksLoader } from '../session/index.js';
import { loaderOf, writeItems } from './loader.js';

/** The links to load. Without options, all folders and all published stories. */
export interface LinksOptions {
	/** Id of the integration, if the site has more than one space. @default 'default' */
	space?: string;
	/** Start of the full slug, such as a folder. @example 'blog/' */
	startsWith?: string;
	/** Numeric id of a folder: loads only its direct children. 0 loads those at the top level. */
	withParent?: number;
}

/**
 * Loads links: one entry for each story and folder, without content. `id` is the uuid; `data` is the link.
 *
 * @throws {AstroError} when loading, if the sync fails
 * @example
 * const links = defineCollection({ loader: links({ startsWith: 'docs/' }) });
 */
export function links(options: LinksOptions = {}) {
	const { startsWith, withParent } = options;
	return loaderOf(linksLoader, linkSchema, options, ['links()', optionNames], async (load) => {
		const { context, writer } = load;
		const { space } = await load.synced();
		const stamp = context.generateDigest(JSON.stringify([space.stamp, startsWith, withParent]));
		if (writer.isSettled(stamp)) {
			load.repeat();
			return;
		}
		const wanted = space.links.filter((link) => selectsLink(options, link));
		const items = wanted.map((link) => [link.uuid, link] as const);
		await writeItems(load, items, stamp);
		const isEmpty = wanted.length === 0 && space.links.length > 0;
		load.remember(
			isEmpty ? [`No link matches its options; the folders are ${named(foldersOf(space.links))}.`] : [],
		);
	});
}

const optionNames = ['space', 'startsWith', 'withParent'];

const foldersOf = (links: readonly Link[]): string[] =>
	links.filter(({ is_folder }) => is_folder).map(({ slug }) => `${slug}/`);
