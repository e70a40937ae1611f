import { smallHash } from 'astro-keep/shared/text/small-hash';
import type { StoryRow, SyncedSpace } from '../../sync/index.js';
import type { Link } from '../../wire/index.js';
import type { RouteSettings } from '../session/index.js';

/** What only the settings of the site and of preview say. */
interface BuiltSettings extends RouteSettings {
	/** Id of the integration. */
	id: string;
	/** The site's base, without a slash at its end. */
	base: string;
	/** Path of preview, below the base. */
	path: string;
	/** Origins of editors. */
	editors: string[];
	trailingSlash: 'always' | 'never' | 'ignore';
	format: 'file' | 'directory' | 'preserve';
	/** Origin of the delivery API. */
	baseUrl: string;
}

/**
 * What a built server knows of the site and its space: drafts are compared with it. It is part of the server's code, so it has
 * neither a token nor content.
 */
export interface BuiltSite extends BuiltSettings {
	spaceId: number;
	languages: string[];
	/** What the site shows. */
	version: 'published' | 'draft';
	/** A hash of each link by its uuid. */
	signs: Record<string, number>;
	rows: [
		uuid: string,
		lang: string,
		slug: string,
		defaultSlug: string,
		component: string,
		groupId: string | null,
	][];
}

export const builtSite = (
	settings: BuiltSettings,
	{ space, languages, version, links, rows }: SyncedSpace,
): BuiltSite => ({
	...{ ...settings, spaceId: space.id, languages, version },
	signs: Object.fromEntries(links.map((link) => [link.uuid, signOf(link)])),
	rows: rows.map((row) => [row.uuid, row.lang, row.slug, row.defaultSlug, row.component, row.groupId]),
});

export const rowsOf = ({ rows }: BuiltSite): StoryRow[] =>
	rows.map(([uuid, lang, slug, defaultSlug, component, groupId]) => ({
		...{ uuid, lang, slug, defaultSlug, component, groupId },
		// Only builds compare these.
		...{ digest: '', references: '' },
	}));

/** A hash of what shows that a story, or its place in the space, has changed. */
export function signOf(link: Link): number {
	const { slug, real_path, name, position, is_startpage, parent_id, published, alternates } = link;
	const dates = [link.published_at, link.updated_at];
	return smallHash(
		JSON.stringify([slug, real_path, name, position, is_startpage, parent_id, published, alternates, dates]),
	);
}
