import type { AstroConfig } from 'astro';
import { named } from 'astro-keep/shared/text/named';
import { decodedPath, trimEndSlashes } from 'astro-keep/shared/text/slashes';
import { connectionsOf } from '../session/index.js';

/**
 * Finds the stories in which files of the site are named, so that a warning can say where to correct it.
 *
 * @param addresses with the site's `base`; those without an extension are skipped, because a text may have them by chance
 */
export async function storiesWith(
	addresses: readonly string[],
	site: AstroConfig,
): Promise<(address: string) => string | undefined> {
	const stories = new Map(
		addresses.filter((address) => /\.\w+$/.test(address)).map((address) => [address, new Set<string>()]),
	);
	for (const connection of stories.size > 0 ? connectionsOf(site) : []) {
		const space = connection.latest()?.space;
		for await (const [row, { content }] of space?.stories(space.rows) ?? []) {
			const text = JSON.stringify(content);
			for (const [address, found] of stories) {
				const path = address.slice(trimEndSlashes(site.base).length);
				if (text.includes(path) || text.includes(decodedPath(path))) found.add(row.defaultSlug);
			}
		}
	}
	return (address) => {
		const slugs = stories.get(address) ?? new Set();
		return slugs.size > 0
			? `It is in the ${slugs.size === 1 ? 'story' : 'stories'} ${named(slugs)}.`
			: undefined;
	};
}
