/** The parts of a Markdown file's name. */
export interface FileName {
	/** Name without language, draft, and extension. `index` is the folder's start page. */
	readonly base: string;
	/** Undefined for the default language. */
	readonly language: string | undefined;
	readonly isDraft: boolean;
}

/**
 * Parses a file name: `x.md`, `x.de.md`, `x.draft.md`, `x.de.draft.md`. Only the space's own languages count.
 * Any other dot belongs to the slug.
 *
 * @param languages codes besides the default language
 */
export function parseFileName(name: string, languages: readonly string[]): FileName {
	let base = name.replace(/\.md$/, '');
	const isDraft = base.endsWith('.draft');
	if (isDraft) base = base.slice(0, -'.draft'.length);
	const language = languages.find((code) => base.endsWith(`.${code}`) && base.length > code.length + 1);
	if (language !== undefined) base = base.slice(0, -language.length - 1);
	return { base, language, isDraft };
}

/** What the files of one story share: the directory, and the name without language and version. */
export function storyKeyOf(path: string, languages: readonly string[]): string {
	const slash = path.lastIndexOf('/');
	return path.slice(0, slash + 1) + parseFileName(path.slice(slash + 1), languages).base;
}
