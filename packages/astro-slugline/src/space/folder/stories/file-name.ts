import { foldCode, nearest } from 'astro-keep/shared/text/named';
import { isPortableName } from '../../../shared/text/portable-name.js';
import { SpaceFolderError } from '../files/folder-error.js';

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

/**
 * An error for each translation into the default language of the site, which no page would show.
 *
 * @param languages codes besides the default one
 * @param defaultLanguage its code, if it is known
 * @param front what errors name the folder with
 */
export const translationsIntoDefault = (
	paths: Iterable<string>,
	languages: readonly string[],
	defaultLanguage: string | undefined,
	front: string,
): SpaceFolderError[] =>
	[...paths].flatMap((path) => {
		const { base, language } = parsePath(path, languages);
		if (!path.endsWith('.md') || foldCode(language ?? '') !== foldCode(defaultLanguage ?? '-')) return [];
		return new SpaceFolderError(
			front + path,
			undefined,
			`It is a translation into \`${language}\`, the default language of the site, so no page would show it. Set \`defaultLanguage\`, or Astro's \`i18n.defaultLocale\`, to the language of \`${base}.md\`, or put its fields into \`${base}.md\`.`,
		);
	});

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** True for the code of an existing language, such as `de` or `pt-br`. */
const isLanguage = (code: string): boolean =>
	/^[a-z]{2}(?:[-_][a-z]{2})?$/i.test(code) && names.of(code.slice(0, 2)) !== undefined;

/**
 * Warns of files that look like drafts or translations, but are not: `hello.drfat.md`, and `hello.fr.md` next to
 * `hello.md` if the space does not list `fr`. Each is a story of its own, with the slug `hello.fr`.
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
	const suffixes = ['draft', ...languages, ...(defaultLanguage === undefined ? [] : [defaultLanguage])];
	const meantBy = (code: string) =>
		suffixes.find((suffix) => foldCode(suffix) === foldCode(code)) ??
		(isLanguage(code) ? undefined : nearest(code, suffixes));
	const files = [...all].flatMap((path) => {
		const key = path.endsWith('.md') ? storyKeyOf(path, languages) : '';
		const [, story, code = ''] = /^(.+)\.([^./]+)$/.exec(key) ?? [];
		if (story === undefined) return [];
		const meant = meantBy(code);
		const hasOriginal = all.has(`${story}.md`);
		const isTranslation = meant === undefined || (meant === code && hasOriginal);
		if (meant === undefined && !(isLanguage(code) && hasOriginal)) return [];
		const rest = path.slice(key.length);
		const suffixed =
			meant === 'draft'
				? story + rest.replace(/(?:\.draft)?\.md$/, '.draft.md')
				: `${story}${meant === defaultLanguage ? '' : `.${meant}`}${rest}`;
		return [{ path, code, name: isTranslation ? undefined : suffixed }];
	});
	return [...Map.groupBy(files, ({ code }) => code)].map(([code, alike]) => {
		const [first, ...others] = alike;
		const more = others.length > 0 ? ` and ${others.length} more` : '';
		const listed = [...languages, code].join(', ');
		if (first?.name !== undefined)
			return `The file ${first.path} is a separate story, because \`.${code}\` is read as part of its slug. ${all.has(first.name) ? 'Put its fields into' : 'Rename it to'} \`${first.name}\`${others.length > 0 ? `, and ${others.length} more in the same way` : ''}.`;
		if (code === defaultLanguage)
			return `The file ${first?.path}${more} looks like a translation into \`${code}\`, which is the default language, so it is a separate story. Put its fields into the file without \`.${code}\`.`;
		return `The file ${first?.path}${more} looks like a translation, but space.yaml does not list the language \`${code}\`, so it is a separate story. ${defaultLanguage === undefined ? `If \`${code}\` is the default language, put its fields into the file without \`.${code}\`. If not, add` : 'Add'} it: \`languages: [${listed}]\`.`;
	});
}
