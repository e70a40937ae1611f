import { trimSlashes } from '../../shared/text/slashes.js';
import type { Link, Story } from '../../wire/index.js';
import { parseFileName } from '../folder/stories/file-name.js';
import { splitLast } from '../folder/stories/slugs.js';
import type { PulledSpace } from './pulled-space.js';

/** The location of a story's files: directory and base name, without language and extension. */
export type FilePlace = { readonly directory: string; readonly base: string };

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
export function placesOf(pulled: PulledSpace, links: readonly Link[], stories: readonly Story[]): Places {
	const used = new Set<string>(['space', 'datasources']);
	const claim = (parent: string, wanted: string, id: number, isSafe: boolean): string => {
		const join = (name: string) => (parent === '' ? name : `${parent}/${name}`);
		const key = (path: string) => path.normalize('NFC').toLowerCase();
		let path = join(isSafe ? wanted : `story-${id}`);
		if (used.has(key(path))) path = join(`story-${id}`);
		used.add(key(path));
		return path;
	};
	const safe = (name: string) => isSafeName(name, pulled.languages);
	const folders = new Map<string, string>();
	const bySlug = new Map<string, string>();
	const folderLinks = links.filter((link) => link.is_folder);
	for (const link of folderLinks.sort(
		(a, b) => depth(a.slug) - depth(b.slug) || (a.slug < b.slug ? -1 : 1),
	)) {
		const slug = trimSlashes(link.slug);
		const [parentSlug, name] = splitLast(slug);
		const parent = bySlug.get(parentSlug);
		if (slug === '' || bySlug.has(slug) || (parentSlug !== '' && parent === undefined)) continue;
		const path = claim(parent ?? '', name, link.id, safe(name));
		folders.set(link.uuid, path);
		bySlug.set(slug, path);
	}
	const places = new Map<string, FilePlace>();
	for (const story of stories) {
		const slug = trimSlashes(story.full_slug);
		const home = bySlug.get(slug);
		if (
			story.is_startpage &&
			home !== undefined &&
			story.full_slug.endsWith('/') &&
			!used.has(`${home}/index`.toLowerCase())
		) {
			places.set(story.uuid, { directory: home, base: splitLast(claim(home, 'index', story.id, true))[1] });
			continue;
		}
		const [parentSlug, name] = splitLast(slug);
		const directory = parentSlug === '' ? '' : bySlug.get(parentSlug);
		const wanted = directory === undefined ? slug.replaceAll('/', '--') : name;
		const [, base] = splitLast(claim(directory ?? '', wanted, story.id, safe(wanted)));
		places.set(story.uuid, { directory: directory ?? '', base });
	}
	return { folders, stories: places };
}

/** True if a name is valid on every file system and has no special meaning in a space. */
export function isSafeName(name: string, languages: readonly string[]): boolean {
	const { base } = parseFileName(`${name}.md`, languages);
	const isOurs = base !== name || ['index', 'node_modules', 'datasources'].includes(name.toLowerCase());
	const isWindows = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name);
	const isOdd = /^[._]|[\\:*?"<>|\p{Cc}]|[. ]$|^ /u.test(name) || name !== name.normalize('NFC');
	return (
		name !== '' &&
		!isOurs &&
		!isWindows &&
		!isOdd &&
		Buffer.byteLength(name) <= 200 &&
		!/\p{Surrogate}/u.test(name)
	);
}

const depth = (slug: string): number => trimSlashes(slug).split('/').length;
