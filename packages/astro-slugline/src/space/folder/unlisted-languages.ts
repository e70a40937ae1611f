import { parseFileName } from './file-name.js';

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** True for `de`, `pt-br`: the code of a language that there is. */
const isLanguage = (code: string): boolean =>
	/^[a-z]{2}(?:[-_][a-z]{2})?$/i.test(code) && names.of(code.slice(0, 2)) !== undefined;

/**
 * Sentences for files that look like a language of a story, in a language that the space does not list: `hello.fr.md` beside
 * `hello.md` is a story of its own then, with the slug `hello.fr`.
 *
 * @param paths of all files, relative to the folder
 * @param languages codes beside the default one
 */
export function unlistedLanguages(paths: Iterable<string>, languages: readonly string[]): string[] {
	const all = new Set(paths);
	const found = new Map<string, string[]>();
	for (const path of all) {
		if (!path.endsWith('.md')) continue;
		const slash = path.lastIndexOf('/') + 1;
		const { base } = parseFileName(path.slice(slash), languages);
		const [, story, code = ''] = /^(.+)\.([^.]+)$/.exec(base) ?? [];
		if (story === undefined || !isLanguage(code) || !all.has(`${path.slice(0, slash)}${story}.md`)) continue;
		found.set(code, [...(found.get(code) ?? []), path]);
	}
	return [...found].map(([code, files]) => {
		const more = files.length > 1 ? ` and ${files.length - 1} more` : '';
		const listed = [...languages, code].join(', ');
		return `The file ${files[0]}${more} looks like a translation, but space.yaml does not list the language \`${code}\`, so it is a story of its own. Add it: \`languages: [${listed}]\`.`;
	});
}
