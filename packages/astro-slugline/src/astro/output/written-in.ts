import type { AstroConfig } from 'astro';
import { named } from 'astro-keep/shared/text/named';
import { decodedPath, trimEndSlashes, trimSlashes, withoutFragment } from 'astro-keep/shared/text/slashes';
import { type Connection, connectionsOf, readRoutes } from '../session/index.js';

/**
 * Says where addresses are written that the site does not have, in which stories or entries of a datasource, and which ones were
 * probably meant.
 *
 * @param addresses each with the text that leads there as its fragment, if only stories with this text are meant
 * @param folder the space, if it is a folder: others would have to be asked for their datasources
 * @param near the path that was probably meant by an address
 */
export async function writtenIn(
	addresses: readonly string[],
	site: AstroConfig,
	folder: Connection | undefined,
	near: (address: string) => string | undefined,
): Promise<ReadonlyMap<string, string>> {
	const front = trimEndSlashes(site.base);
	const entries = new Map(addresses.length > 0 ? await entriesWith(addresses, front, folder) : []);
	const stories = await storiesWith(addresses, site, front);
	return new Map(
		addresses.flatMap((address) => {
			const plain = withoutFragment(address);
			const draft = folder?.latest()?.files?.unpublishedFile(trimSlashes(plain.slice(front.length)));
			if (draft !== undefined) return [[address, `Its story, ${draft}, is not published.`] as const];
			const meant = near(plain);
			const words = [
				entries.get(address) ?? stories.get(address) ?? [],
				meant === undefined ? [] : `Did you mean \`${meant}\`?`,
			].flat();
			return words.length > 0 ? [[address, words.join(' ')] as const] : [];
		}),
	);
}

/** The stories whose content has an address, by the address: their files, if the space is a folder. */
async function storiesWith(addresses: readonly string[], site: AstroConfig, front: string) {
	const found = [...new Set(addresses)].map((address) => {
		const path = withoutFragment(address).slice(front.length);
		const written = address.slice(front.length + path.length + 1);
		/** By the uuid of their story: a translation has the texts that it inherits, too. */
		const places = new Map<string, string>();
		return { address, path, written, places };
	});
	const connections = addresses.length > 0 ? connectionsOf(site) : [];
	const areFiles = connections.every((connection) => connection.latest()?.files);
	for (const connection of connections) {
		const { space, files, routes } = connection.latest() ?? {};
		const table = routes && readRoutes(routes);
		const pages = table && Map.groupBy(Object.values(table.routes), ({ uuid }) => uuid);
		const prefixes = (table?.languages ?? []).flatMap(({ prefix }) => prefix || []);
		const pagesOf = ({ uuid, slug, defaultSlug }: { uuid: string; slug: string; defaultSlug: string }) => [
			...[slug, defaultSlug, ...prefixes.map((prefix) => `${prefix}/${defaultSlug}`)].map((one) => `/${one}`),
			...(pages?.get(uuid) ?? []).map((page) => page.path),
		];
		for await (const [row, { content }] of space?.stories(space.rows) ?? []) {
			const text = JSON.stringify(content);
			for (const { path, written, places } of found) {
				if (row.lang !== 'default' && places.has(row.uuid)) continue;
				const isFromRoot = written.startsWith('/');
				const isThere =
					((isFromRoot || written === '') && (hasPath(text, path) || hasPath(text, decodedPath(path)))) ||
					(!isFromRoot && hasRelative(text, path, written, pagesOf(row)));
				if (isThere) places.set(row.uuid, files?.fileOf(row.uuid, row.lang) ?? row.defaultSlug);
			}
		}
	}
	return new Map(
		found.flatMap(({ address, places }) => {
			const what = areFiles ? '' : places.size === 1 ? 'the story ' : 'the stories ';
			return places.size > 0 ? [[address, `It is in ${what}${named(places.values())}.`] as const] : [];
		}),
	);
}

/** True for a text with a whole path, and not only with one that contains it. */
const hasPath = (text: string, path: string): boolean =>
	text.split(path).some((before, at, parts) => {
		const after = parts[at + 1];
		return after !== undefined && !/[\w./-]$/.test(before) && !/^[\w/-]/.test(after);
	});

/**
 * True for a text with a relative address that is a path for a page or, as in Markdown of a folder, beside it.
 *
 * @param written this address, or an empty text for any
 */
function hasRelative(text: string, path: string, written: string, pages: readonly string[]): boolean {
	const name = decodedPath(path.slice(path.lastIndexOf('/') + 1));
	if (name === '' || !text.includes(name)) return false;
	// A single word may be prose.
	if (!/[./]/.test(written || '.') && !text.includes(`](${written})`)) return false;
	const wanted = decodedPath(written);
	return text.split(/[\s"'()<>[\]\\]+/).some((word) => {
		if (word.startsWith('/') || !word.includes(name)) return false;
		if (written === '' ? !/[./]/.test(word) : decodedPath(word) !== wanted) return false;
		const bases = pages.flatMap((page) => [page, `${page}/`]).map((page) => `https://site${page}`);
		return bases.some(
			(base) => URL.canParse(word, base) && withoutFile(new URL(word, base).pathname) === path,
		);
	});
}

const withoutFile = (path: string): string => path.replace(/(?:(?<=\/)index)?\.md$/, '');

/** The entries of datasources whose value, or name, is an address. */
async function entriesWith(addresses: readonly string[], front: string, folder: Connection | undefined) {
	const said: [address: string, words: string][] = [];
	const { space, files } = folder?.latest() ?? {};
	for (const { slug: source } of (await space?.datasources()) ?? []) {
		for (const { name, value } of (await space?.datasourceEntries(source)) ?? []) {
			const slugs = [value, name].map(trimSlashes).filter((slug) => slug !== '');
			const file = files?.datasourceFile(source) ?? `the datasource \`${source}\``;
			for (const address of addresses)
				if (slugs.some((slug) => trimEndSlashes(withoutFragment(address)) === `${front}/${slug}`))
					said.push([address, `It is the entry \`${name}\` of ${file}.`]);
		}
	}
	return said;
}
