import type { AstroConfig } from 'astro';
import { named, nearest } from 'astro-keep/shared/text/named';
import { decodedPath, trimEndSlashes, trimSlashes } from 'astro-keep/shared/text/slashes';
import { type Connection, connectionsOf } from '../session/index.js';

/**
 * Says where addresses are written that the site does not have: in which stories a file, and in which entry of a datasource a link.
 *
 * @param folder the space, if it is a folder: others would have to be asked for their datasources
 */
export async function writtenIn(
	addresses: readonly string[],
	site: AstroConfig,
	folder: Connection | undefined,
): Promise<ReadonlyMap<string, string>> {
	const front = trimEndSlashes(site.base);
	const files = addresses.filter((address) => /\.\w+$/.test(address));
	const said = new Map(files.length < addresses.length ? await entriesWith(addresses, front, folder) : []);
	const stories = new Map(files.map((address) => [address, new Set<string>()]));
	for (const connection of files.length > 0 ? connectionsOf(site) : []) {
		const space = connection.latest()?.space;
		for await (const [row, { content }] of space?.stories(space.rows) ?? []) {
			const text = JSON.stringify(content);
			for (const [address, slugs] of stories) {
				const path = address.slice(front.length);
				if (hasPath(text, path) || hasPath(text, decodedPath(path))) slugs.add(row.defaultSlug);
			}
		}
	}
	for (const [address, slugs] of stories)
		if (slugs.size > 0)
			said.set(address, `It is in the ${slugs.size === 1 ? 'story' : 'stories'} ${named(slugs)}.`);
	for (const address of addresses) {
		const draft = folder?.latest()?.files?.unpublishedFile(trimSlashes(address.slice(front.length)));
		if (draft !== undefined) said.set(address, `Its story, ${draft}, is not published.`);
	}
	return said;
}

/** True for a text with a whole path, and not only with one that contains it. */
const hasPath = (text: string, path: string): boolean =>
	text.split(path).some((before, at, parts) => {
		const after = parts[at + 1];
		return after !== undefined && !/[\w./-]$/.test(before) && !/^[\w/-]/.test(after);
	});

/** The entries of datasources whose value is an address. */
async function entriesWith(addresses: readonly string[], front: string, folder: Connection | undefined) {
	const said: [address: string, words: string][] = [];
	const space = folder?.latest()?.space;
	for (const { slug: source } of (await space?.datasources()) ?? []) {
		for (const { name, value } of (await space?.datasourceEntries(source)) ?? []) {
			const slug = trimSlashes(value);
			const found =
				slug === '' ? [] : addresses.filter((address) => trimEndSlashes(address) === `${front}/${slug}`);
			const meant = found.length > 0 && nearest(slug, space?.rows.map((row) => row.slug) ?? []);
			const words = `It is the entry \`${name}\` of the datasource \`${source}\`.${meant ? ` Did you mean \`/${meant}\`?` : ''}`;
			for (const address of found) said.push([address, words]);
		}
	}
	return said;
}
