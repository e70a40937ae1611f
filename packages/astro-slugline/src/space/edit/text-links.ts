import { decodedPath } from 'astro-keep/shared/text/slashes';
import { joinSlug, splitLast } from '../folder/stories/file-name.js';

/** Where a text is: the full slug of its story, and which ones there are. */
export interface TextPlace {
	readonly from: string;
	has(slug: string): boolean;
}

/**
 * The address in a text that leads to the same story after stories are renamed. It is unchanged if it still does, and if it leads
 * to none.
 *
 * @param renamed new full slugs by the old ones
 */
export function followLink(
	address: string,
	[before, after]: readonly [TextPlace, TextPlace],
	renamed: ReadonlyMap<string, string>,
): string {
	const found = storyAt(address, before);
	if (!found) return address;
	const { path, end, at } = found;
	const slug = renamed.get(found.slug) ?? found.slug;
	const isSame = (one: string) => storyAt(one, after)?.slug === slug;
	if (isSame(address)) return address;
	const isIndex = end === 'index.md' && found.slug !== 'home';
	const ending = isIndex ? '' : end && '.md';
	const spelled = [at, 1].flatMap((place) => {
		const way = wayTo(isIndex ? `${slug}/index.md` : slug, basesOf(after.from)[place] ?? '');
		const next = way + (path.endsWith('/') ? '/' : ending) + address.slice(path.length);
		return path.startsWith('./') && !way.startsWith('.') ? [`./${next}`] : [next, `./${next}`];
	});
	return spelled.find(isSame) ?? address;
}

/** The folders at which an address in a story may begin, as `href()` tries them: the root, the story's, and its page's. */
const basesOf = (from: string) => ['', splitLast(from)[0], from];

/** The story that an address without a slash in front leads to, by slug or by file. */
function storyAt(address: string, { from, has }: TextPlace) {
	const [path = ''] = address.split(/[?#]/, 1);
	if (/^(?:$|\/|[a-z][a-z\d+.-]*:)/i.test(path)) return undefined;
	const [end = ''] = /(?:(?<=^|\/)index)?\.md$/.exec(path) ?? [];
	const isRelative = end !== '' || path.startsWith('.');
	for (const [at, base] of basesOf(from).entries()) {
		if (at === 0 && isRelative) continue;
		const slug = slugAt(base, path.slice(0, path.length - end.length));
		const found = [slug, decodedPath(slug)].find(has);
		if (found !== undefined) return { slug: found, path, end, at };
	}
	return undefined;
}

function slugAt(base: string, path: string): string {
	const segments: string[] = [];
	for (const segment of joinSlug(base, path).split('/'))
		if (segment === '..') segments.pop();
		else if (segment !== '' && segment !== '.') segments.push(segment);
	return segments.join('/') || 'home';
}

/** The address of a slug as it is written in a folder. It ends with the last segment. */
function wayTo(slug: string, base: string): string {
	const [to, from] = [slug.split('/'), base.split('/').filter(Boolean)];
	const differs = from.findIndex((segment, at) => at === to.length - 1 || segment !== to[at]);
	const shared = differs < 0 ? from.length : differs;
	return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}
