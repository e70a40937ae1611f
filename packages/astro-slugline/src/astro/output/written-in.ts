import type { AstroConfig } from 'astro';
import { named, nearest } from 'astro-keep/shared/text/named';
import { decodedPath, trimEndSlashes, trimSlashes } from 'astro-keep/shared/text/slashes';
import { type Connection, connectionsOf } from '../session/index.js';
import type { BuiltAddresses } from './built-addresses.js';

/** Says where an address is written; undefined if that is not known. */
export type WrittenIn = (address: string) => string | undefined;

/**
 * Finds the content in which addresses are written that the site does not have: the stories with a file, and the entry of a
 * datasource with a link.
 *
 * @param addresses with the site's `base`
 * @param folder the space, if it is a folder: others would have to be asked for their datasources
 */
export async function writtenIn(
	addresses: readonly string[],
	site: AstroConfig,
	folder: Connection | undefined,
	built: BuiltAddresses,
): Promise<WrittenIn> {
	const isFile = (address: string) => /\.\w+$/.test(address);
	const files = addresses.filter(isFile);
	const stories = files.length > 0 ? await storiesWith(files, site) : new Map<string, Set<string>>();
	const entries = files.length < addresses.length ? await entriesOf(folder) : [];
	const slugs = folder?.latest()?.space.rows.map(({ slug }) => slug) ?? [];
	return (address) => {
		const found = stories.get(address) ?? new Set();
		if (found.size > 0) return `It is in the ${found.size === 1 ? 'story' : 'stories'} ${named(found)}.`;
		const entry = isFile(address) ? undefined : entries.find(({ slug }) => address.endsWith(`/${slug}`));
		const meant = entry && built.near(address) === undefined ? nearest(entry.slug, slugs) : undefined;
		return entry && entry.words + (meant ? ` Did you mean \`/${meant}\`?` : '');
	};
}

/** The slugs of the stories that name a file, by its address. A text may have an address without an extension by chance. */
async function storiesWith(files: readonly string[], site: AstroConfig): Promise<Map<string, Set<string>>> {
	const stories = new Map(files.map((address) => [address, new Set<string>()]));
	for (const connection of connectionsOf(site)) {
		const space = connection.latest()?.space;
		for await (const [row, { content }] of space?.stories(space.rows) ?? []) {
			const text = JSON.stringify(content);
			for (const [address, found] of stories) {
				const path = address.slice(trimEndSlashes(site.base).length);
				if (text.includes(path) || text.includes(decodedPath(path))) found.add(row.defaultSlug);
			}
		}
	}
	return stories;
}

/** The entries of datasources whose value may be the slug of a story. */
async function entriesOf(folder: Connection | undefined): Promise<{ slug: string; words: string }[]> {
	const space = folder?.latest()?.space;
	const found: { slug: string; words: string }[] = [];
	for (const source of (await space?.datasources()) ?? []) {
		for (const { name, value } of (await space?.datasourceEntries(source.slug)) ?? []) {
			const slug = trimSlashes(value ?? '');
			const words = `It is the entry \`${name}\` of the datasource \`${source.slug}\`.`;
			if (slug !== '') found.push({ slug, words });
		}
	}
	return found;
}
