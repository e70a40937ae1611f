import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { slashed } from 'astro-keep/shared/module-path';
import { named } from 'astro-keep/shared/text/named';
import { decodedPath, trimEndSlashes, trimSlashes } from 'astro-keep/shared/text/slashes';
import { filesBelow } from '../../shared/node/files-below.js';
import { readOrNull } from '../../shared/node/read-text.js';
import { type Connection, connectionsOf, readRoutes } from '../session/index.js';

/**
 * Says where addresses are written that the site does not have, in which stories, entries of a datasource, or files of the site's
 * source, and which ones were probably meant.
 *
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
	const found = new Map([...stories, ...entries]);
	const others = addresses.filter((one) => !found.has(one) && one.length > front.length + 1);
	const sources = await sourcesWith(others, site, front);
	return new Map(
		addresses.flatMap((address) => {
			const draft = folder?.latest()?.files?.unpublishedFile(trimSlashes(address.slice(front.length)));
			if (draft !== undefined) return [[address, `Its story, ${draft}, is not published.`] as const];
			const meant = near(address);
			const words = [
				found.get(address) ?? sources.get(address) ?? [],
				meant === undefined ? [] : `Did you mean \`${meant}\`?`,
			].flat();
			return words.length > 0 ? [[address, words.join(' ')] as const] : [];
		}),
	);
}

/** The stories whose content has an address, by the address: their files, if the space is a folder. */
async function storiesWith(addresses: readonly string[], site: AstroConfig, front: string) {
	/** The places by the uuid of their story: a translation has the texts that it inherits, too. */
	const found = new Map(addresses.map((address) => [address, new Map<string, string>()]));
	const connections = addresses.length > 0 ? connectionsOf(site) : [];
	const areFiles = connections.every((connection) => connection.latest()?.files);
	for (const connection of connections) {
		const { space, files, routes } = connection.latest() ?? {};
		const pages = routes && Map.groupBy(Object.values(readRoutes(routes).routes), ({ uuid }) => uuid);
		const pagesOf = ({ uuid, slug, defaultSlug }: { uuid: string; slug: string; defaultSlug: string }) => [
			...[slug, defaultSlug].map((one) => `/${one}`),
			...(pages?.get(uuid) ?? []).map((page) => page.path),
		];
		for await (const [row, { content }] of space?.stories(space.rows) ?? []) {
			const text = JSON.stringify(content);
			for (const [address, places] of found) {
				const path = address.slice(front.length);
				if (row.lang !== 'default' && places.has(row.uuid)) continue;
				const isThere =
					hasPath(text, path) || hasPath(text, decodedPath(path)) || hasRelative(text, path, pagesOf(row));
				if (isThere) places.set(row.uuid, files?.fileOf(row.uuid, row.lang) ?? row.defaultSlug);
			}
		}
	}
	return new Map(
		[...found].flatMap(([address, places]) => {
			const what = areFiles ? '' : places.size === 1 ? 'the story ' : 'the stories ';
			return places.size > 0 ? [[address, `It is in ${what}${named(places.values())}.`] as const] : [];
		}),
	);
}

/** The files of the site's source whose text has an address, by the address. */
async function sourcesWith(addresses: readonly string[], site: AstroConfig, front: string) {
	const found = new Map<string, string[]>();
	const folder = fileURLToPath(site.srcDir);
	const files = addresses.length > 0 ? filesBelow(folder, true) : [];
	for (const file of files.filter((one) => /\.(?:astro|[cm]?[jt]sx?|json|mdx?|svelte|vue)$/.test(one))) {
		const text = (await readOrNull(join(folder, file))) ?? '';
		const path = slashed(relative(fileURLToPath(site.root), join(folder, file)));
		for (const address of addresses)
			if (hasPath(text, address.slice(front.length)))
				found.set(address, [...(found.get(address) ?? []), path]);
	}
	return new Map([...found].map(([address, paths]) => [address, `It is in ${named(paths)}.`]));
}

/** True for a text with a whole path, and not only with one that contains it. */
const hasPath = (text: string, path: string): boolean =>
	text.split(path).some((before, at, parts) => {
		const after = parts[at + 1];
		return after !== undefined && !/[\w./-]$/.test(before) && !/^[\w/-]/.test(after);
	});

/** True for a text with a relative address that is a path for a page or, as in Markdown of a folder, beside it. */
function hasRelative(text: string, path: string, pages: readonly string[]): boolean {
	const name = decodedPath(path.slice(path.lastIndexOf('/') + 1));
	if (name === '' || !text.includes(name)) return false;
	return text.split(/[\s"'()<>[\]\\]+/).some((word) => {
		if (word.startsWith('/') || !word.includes(name) || !/[./]/.test(word)) return false;
		const bases = pages.flatMap((page) => [page, `${page}/`]).map((page) => `https://site${page}`);
		return bases.some(
			(base) => URL.canParse(word, base) && withoutFile(new URL(word, base).pathname) === path,
		);
	});
}

const withoutFile = (path: string): string => path.replace(/(?:(?<=\/)index)?\.md$/, '');

/** The entries of datasources whose value, or else name, is an address. */
async function entriesWith(addresses: readonly string[], front: string, folder: Connection | undefined) {
	const said: [address: string, words: string][] = [];
	const { space, files } = folder?.latest() ?? {};
	for (const { slug: source } of (await space?.datasources()) ?? []) {
		for (const { name, value } of (await space?.datasourceEntries(source)) ?? []) {
			const file = files?.datasourceFile(source) ?? `the datasource \`${source}\``;
			for (const address of addresses)
				if ([name, value].some((word) => trimEndSlashes(address) === `${front}/${trimSlashes(word)}`))
					said.push([address, `It is the entry \`${name}\` of ${file}.`]);
		}
	}
	return said;
}
