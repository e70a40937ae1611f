import { isPortableName } from '../../../shared/text/portable-name.js';

/**
 * Parses a file name: `x.md`, `x.de.md`, `x.draft.md`, `x.de.draft.md`. Only the space's own languages count.
 * Any other dot belongs to the slug.
 *
 * @param languages codes besides the default language
 * @returns `base`, the name without language, draft, and extension (`index` is the folder's start page), and
 * `language`, undefined for the default one
 */
function parseFileName(name: string, languages: readonly string[]) {
	let base = name.replace(/\.md$/, '');
	const isDraft = base.endsWith('.draft');
	if (isDraft) base = base.slice(0, -'.draft'.length);
	const language = languages.find((code) => base.endsWith(`.${code}`) && base.length > code.length + 1);
	if (language !== undefined) base = base.slice(0, -language.length - 1);
	return { base, language, isDraft };
}

/** Parses the path of a file in the folder. */
export function parsePath(path: string, languages: readonly string[]) {
	const [directory, name] = splitLast(path);
	return { directory, ...parseFileName(name, languages) };
}

/** What the files of one story share: the directory, and the name without language and version. */
export function storyKeyOf(path: string, languages: readonly string[]): string {
	const { directory, base } = parsePath(path, languages);
	return joinSlug(directory, base);
}

/** True if a name is valid on every file system and has no special meaning in a space. */
export function isSafeName(name: string, languages: readonly string[]): boolean {
	const { base } = parseFileName(`${name}.md`, languages);
	const isOurs = base !== name || ['index', 'node_modules', 'datasources'].includes(name.toLowerCase());
	return !isOurs && isPortableName(name);
}

/** Splits off the last segment: `blog/hello` gives `['blog', 'hello']`, and `hello` gives `['', 'hello']`. */
export function splitLast(slug: string): [string, string] {
	const slash = slug.lastIndexOf('/');
	return [slug.slice(0, Math.max(0, slash)), slug.slice(slash + 1)];
}

export const joinSlug = (...parts: readonly string[]): string =>
	parts.filter((part) => part !== '').join('/');

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** True for the code of an existing language, such as `de` or `pt-br`. */
const isLanguage = (code: string): boolean =>
	/^[a-z]{2}(?:[-_][a-z]{2})?$/i.test(code) && names.of(code.slice(0, 2)) !== undefined;

/**
 * Warns of files that look like translations into a language that the space does not list: then `hello.fr.md`
 * next to `hello.md` is a story of its own, with the slug `hello.fr`.
 *
 * @param paths paths of all files, relative to the folder
 * @param languages codes besides the default one
 * @param defaultLanguage its code, if it is known
 */
export function unlistedLanguages(
	paths: Iterable<string>,
	languages: readonly string[],
	defaultLanguage?: string,
): string[] {
	const all = new Set(paths);
	const found = new Map<string, string[]>();
	for (const path of all) {
		if (!path.endsWith('.md')) continue;
		const { directory, base } = parsePath(path, languages);
		const [, story, code = ''] = /^(.+)\.([^.]+)$/.exec(base) ?? [];
		if (story === undefined || !isLanguage(code) || !all.has(joinSlug(directory, `${story}.md`))) continue;
		found.set(code, [...(found.get(code) ?? []), path]);
	}
	return [...found].map(([code, files]) => {
		const more = files.length > 1 ? ` and ${files.length - 1} more` : '';
		const listed = [...languages, code].join(', ');
		if (code === defaultLanguage)
			return `The file ${files[0]}${more} looks like a translation into \`${code}\`, which is the default language, so it is a separate story. Put its fields into the file without \`.${code}\`.`;
		return `The file ${files[0]}${more} looks like a translation, but space.yaml does not list the language \`${code}\`, so it is a separate story. Add it: \`languages: [${listed}]\`. If \`${code}\` is the default language, put its fields into the file without \`.${code}\`.`;
	});
}
