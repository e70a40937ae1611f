import type { z } from 'zod';
import { readChecked } from '../files/check.js';
import { SpaceFolderError } from '../files/folder-error.js';
import { type FrontMatter, readFrontMatter } from '../files/front-matter.js';
import { identities } from '../files/identity.js';
import type { SourceFile } from '../files/scan.js';
import {
	type StoryFile,
	storyFileSchema,
	type TranslationFile,
	translationFileSchema,
} from '../files/story-file.js';
import { joinSlug, parsePath, splitLast } from './file-name.js';

/** A file after reading and validation. */
export interface ReadFile<T> {
	readonly file: string;
	readonly front: T;
	readonly text: FrontMatter;
}

/** The published file and the draft of a story in one language. */
interface Pair<T> {
	readonly main: ReadFile<T> | undefined;
	readonly draft: ReadFile<T> | undefined;
}

/** The files of one story: `x.md`, `x.draft.md`, `x.de.md`, `x.de.draft.md`. */
export interface StoryGroup extends Pair<StoryFile> {
	/** Directory, `''` at the root. */
	readonly directory: string;
	/** `index` for the start page. */
	readonly base: string;
	/** Directory and base: the name that ids derive from if the file states none. */
	readonly key: string;
	readonly uuid: string;
	readonly id: number;
	readonly isPublished: boolean;
	/** By language code. */
	readonly translations: ReadonlyMap<string, Pair<TranslationFile>>;
	/** The published content, or what would be: `main`, or else the draft. */
	readonly first: ReadFile<StoryFile>;
	/** Digests of the published files, and of all files. */
	readonly publishedDigest: string;
	readonly digest: string;
}

/**
 * Reads the Markdown files of a space and groups them by story, in the order of their names.
 *
 * @throws {SpaceFolderError}
 */
export function readStoryGroups(files: Iterable<SourceFile>, languages: readonly string[]): StoryGroup[] {
	const named = [...files].map((source) => ({ source, ...parsePath(source.path, languages) }));
	const groups = Map.groupBy(named, ({ directory, base }) => joinSlug(directory, base));
	const read = [...groups].map(([key, group]) => readGroup(key, group));
	const identityOf = identities('story', read.map(statedIn));
	return read.map((group) => ({ ...group, ...identityOf(group.key, statedIn(group)) }));
}

const statedIn = ({ first, draft }: Pick<StoryGroup, 'first' | 'draft'>) => ({
	uuid: first.front.uuid ?? draft?.front.uuid,
	id: first.front.id ?? draft?.front.id,
});

type NamedFile = ReturnType<typeof parsePath> & { readonly source: SourceFile };

function readGroup(key: string, files: readonly NamedFile[]): Omit<StoryGroup, 'id' | 'uuid'> {
	const [directory, base] = splitLast(key);
	const read = <Schema extends z.ZodType>(schema: Schema, isDraft: boolean, language?: string) => {
		const found = files.find((file) => file.language === language && file.isDraft === isDraft);
		return found && readFile(found.source, schema);
	};
	const [main, draft] = [read(storyFileSchema, false), read(storyFileSchema, true)];
	const first = main ?? draft;
	if (!first) {
		throw new SpaceFolderError(
			files[0]?.source.path ?? base,
			undefined,
			`This is a translation of a story, but its file \`${base}.md\` does not exist. Add that file, or rename this one.`,
		);
	}
	if (main && draft) agree(main, draft);
	const codes = new Set(files.flatMap(({ language }) => language ?? []));
	const translations = new Map(
		[...codes].map((code) => [
			code,
			{
				main: read(translationFileSchema, false, code),
				draft: read(translationFileSchema, true, code),
			},
		]),
	);
	const isPublished = ({ language, isDraft }: NamedFile) =>
		!isDraft && (language === undefined || translations.get(language)?.main?.front.published !== false);
	return {
		...{ directory, base, key, main, draft, translations, first },
		isPublished: main !== undefined && main.front.published !== false,
		publishedDigest: digestsOf(files.filter(isPublished)),
		digest: digestsOf(files),
	};
}

function readFile<Schema extends z.ZodType>(source: SourceFile, schema: Schema): ReadFile<z.output<Schema>> {
	const { yaml, fields } = readChecked(source, schema, readFrontMatter, storyFileSchema);
	return { file: source.path, text: yaml, front: fields };
}

const digestsOf = (files: readonly NamedFile[]): string =>
	files.map(({ source }) => `${splitLast(source.path)[1]}:${source.digest}`).join();

/** A draft belongs to the same story, so it may repeat its identity but not contradict it. */
function agree(main: ReadFile<StoryFile>, draft: ReadFile<StoryFile>): void {
	for (const key of ['uuid', 'id', 'group_id', 'slug', 'full_slug', 'is_startpage'] as const) {
		if (draft.front[key] === undefined || draft.front[key] === main.front[key]) continue;
		throw new SpaceFolderError(
			draft.file,
			draft.text.at([key]),
			`\`${key}\` differs from \`${main.file}\`, of which this is a draft. Remove it here, or set it in both.`,
		);
	}
}
