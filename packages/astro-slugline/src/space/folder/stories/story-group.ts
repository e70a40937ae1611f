import { check, readAs } from '../files/check.js';
import { SpaceFolderError } from '../files/folder-error.js';
import { type FrontMatter, readFrontMatter } from '../files/front-matter.js';
import type { SourceFile } from '../files/scan.js';
import {
	type StoryFile,
	storyFileSchema,
	type TranslationFile,
	translationFileSchema,
} from '../files/story-file.js';
import { type FileName, parseFileName, storyKeyOf } from './file-name.js';

/** A file after reading and validation. */
export interface ReadFile<T> {
	readonly file: string;
	readonly front: T;
	readonly text: FrontMatter;
	readonly digest: string;
}

/** The files of one story: `x.md`, `x.draft.md`, `x.de.md`, `x.de.draft.md`. */
export interface StoryGroup {
	/** Directory, `''` at the root. */
	readonly directory: string;
	/** `index` for the start page. */
	readonly base: string;
	readonly main: ReadFile<StoryFile> | undefined;
	readonly draft: ReadFile<StoryFile> | undefined;
	/** By language code. */
	readonly translations: ReadonlyMap<string, TranslationGroup>;
	/** The published content, or what would be: `main`, or else the draft. */
	readonly first: ReadFile<StoryFile>;
	/** Digests of the published files, and of all files. */
	readonly publishedDigest: string;
	readonly digest: string;
}

export interface TranslationGroup {
	readonly main: ReadFile<TranslationFile> | undefined;
	readonly draft: ReadFile<TranslationFile> | undefined;
}

interface Group {
	directory: string;
	base: string;
	main?: ReadFile<StoryFile>;
	draft?: ReadFile<StoryFile>;
	translations: Map<string, { main?: ReadFile<TranslationFile>; draft?: ReadFile<TranslationFile> }>;
	files: { name: FileName; source: SourceFile }[];
}

/**
 * Reads the Markdown files of a space and groups them by story, in the order of their names.
 *
 * @throws {SpaceFolderError}
 */
export function readStoryGroups(files: Iterable<SourceFile>, languages: readonly string[]): StoryGroup[] {
	const groups = new Map<string, Group>();
	for (const source of files) {
		const slash = source.path.lastIndexOf('/');
		const directory = source.path.slice(0, Math.max(0, slash));
		const name = parseFileName(source.path.slice(slash + 1), languages);
		const key = storyKeyOf(source.path, languages);
		const group = groups.get(key) ?? { directory, base: name.base, translations: new Map(), files: [] };
		groups.set(key, group);
		addFile(group, name, source);
	}
	return [...groups.values()].map(finish);
}

function addFile(group: Group, name: FileName, source: SourceFile): void {
	const text = readAs(source.path, () => readFrontMatter(source.text));
	group.files.push({ name, source });
	const slot = name.isDraft ? 'draft' : 'main';
	const { path: file, digest } = source;
	if (name.language === undefined) {
		group[slot] = { file, text, digest, front: check(file, text, storyFileSchema) };
		return;
	}
	const translation = group.translations.get(name.language) ?? {};
	group.translations.set(name.language, translation);
	translation[slot] = { file, text, digest, front: check(file, text, translationFileSchema) };
}

function finish(group: Group): StoryGroup {
	const { directory, base, main, draft, translations } = group;
	const first = main ?? draft;
	if (!first) {
		const file = group.files[0]?.source.path ?? base;
		throw new SpaceFolderError(
			file,
			undefined,
			`This is a translation of a story, but its file \`${base}.md\` does not exist. Add that file, or rename this one.`,
		);
	}
	if (main && draft) agree(main, draft);
	const isPublished = ({ name }: { name: FileName }) =>
		!name.isDraft &&
		(name.language === undefined || translations.get(name.language)?.main?.front.published !== false);
	const digests = (all: Group['files']) =>
		all.map(({ source }) => `${source.path.slice(source.path.lastIndexOf('/') + 1)}:${source.digest}`).join();
	return {
		directory,
		base,
		main,
		draft,
		translations: new Map(
			[...translations].map(([code, each]) => [code, { main: each.main, draft: each.draft }]),
		),
		first,
		publishedDigest: digests(group.files.filter(isPublished)),
		digest: digests(group.files),
	};
}

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
