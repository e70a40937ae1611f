import { trimSlashes } from 'astro-keep/shared/text/slashes';
import type { Link, Story } from '../../wire/index.js';
import type { FilePlace } from '../edit/story-files.js';
import { isSafeName, joinSlug, splitLast } from '../folder/stories/file-name.js';

export type Places = {
	/** By uuid of the folder. */
	readonly folders: ReadonlyMap<string, string>;
	/** By uuid of the story. */
	readonly stories: ReadonlyMap<string, FilePlace>;
};

/**
 * Chooses a directory for each folder and a file for each story, by their slugs. A slug that is not a valid
 * name on every file system, or that would collide with another, is replaced by the id. The file then states
 * the slug.
 */
export function placesOf(
	languages: readonly string[],
	links: readonly Link[],
	stories: readonly Story[],
): Places {
	const used = new Set<string>(['space', 'datasources']);
	const claim = (
		directory: string,
		name: string,
		id: number,
		isSafe = isSafeName(name, languages),
	): FilePlace => {
		const isFree = !used.has(keyOf(joinSlug(directory, name)));
		const base = isSafe && isFree ? name : `story-${id}`;
		used.add(keyOf(joinSlug(directory, base)));
		return { directory, base };
	};
	const folders = new Map<string, string>();
	const bySlug = new Map([['', '']]);
	const parentsFirst = (a: Link, b: Link) => depth(a.slug) - depth(b.slug) || (a.slug < b.slug ? -1 : 1);
	for (const link of links.filter((each) => each.is_folder).sort(parentsFirst)) {
		const slug = trimSlashes(link.slug);
		const [parentSlug, name] = splitLast(slug);
		const parent = bySlug.get(parentSlug);
		if (bySlug.has(slug) || parent === undefined) continue;
		const { directory, base } = claim(parent, name, link.id);
		folders.set(link.uuid, joinSlug(directory, base));
		bySlug.set(slug, joinSlug(directory, base));
	}
	const placeOf = ({ id, full_slug, is_startpage }: Story): FilePlace => {
		const slug = trimSlashes(full_slug);
		const home = slug === '' ? undefined : bySlug.get(slug);
		if (is_startpage && home !== undefined && full_slug.endsWith('/') && !used.has(keyOf(`${home}/index`)))
			return claim(home, 'index', id, true);
		const [parentSlug, name] = splitLast(slug);
		const directory = bySlug.get(parentSlug);
		return directory === undefined ? claim('', slug.replaceAll('/', '--'), id) : claim(directory, name, id);
	};
	return { folders, stories: new Map(stories.map((story) => [story.uuid, placeOf(story)])) };
}

/** Names that are equal on some file system. */
const keyOf = (path: string): string => path.normalize('NFC').toLowerCase();

const depth = (slug: string): number => trimSlashes(slug).split('/').length;
