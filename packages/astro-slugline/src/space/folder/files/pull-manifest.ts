import { parsedJson } from 'astro-keep/shared/json';
/** A hidden file in the folder, with digests of the files that were pulled from a real space. */
export const pullManifestFile = '.slugline-pull.json';

/**
 * Reads the digests by path. Empty if the text is not a manifest.
 *
 * @example readPullManifest('{ "blog/hello.md": "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12"
 * }').get('blog/hello.md')
 */
export function readPullManifest(text: string | undefined): ReadonlyMap<string, string> {
	const entries = Object.entries(Object(parsedJson(text ?? '')));
	return new Map(
		entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string' && isPulled(entry[0])),
	);
}

/** A pull only writes Markdown and YAML files that are not hidden. Other files in a manifest are not its own. */
const isPulled = (path: string): boolean =>
	/\.(?:md|yaml)$/.test(path) && !/(?:^|\/)(?:\.|node_modules\/)/.test(path);

/**
 * What people changed since the last pull: files with other content, deleted files, and new files next to
 * pulled ones.
 *
 * @param keyOf returns the same key for files that belong together, such as the languages of one story
 * @returns the keys of everything that changed
 */
export function editedSincePull(
	files: ReadonlyMap<string, { readonly digest: string }>,
	manifest: ReadonlyMap<string, string>,
	keyOf: (path: string) => string,
): ReadonlySet<string> {
	const pulled = new Set([...manifest.keys()].map(keyOf));
	const changed = [...manifest].filter(([path, digest]) => files.get(path)?.digest !== digest);
	const added = manifest.size === 0 ? [] : [...files.keys()].filter((path) => !manifest.has(path));
	const keys = [...changed.map(([path]) => path), ...added].map(keyOf);
	return new Set(keys.filter((key) => pulled.has(key)));
}
