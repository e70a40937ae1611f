import { parseFileName } from '../folder/stories/file-name.js';
import { joinSlug, splitLast } from '../folder/stories/slugs.js';
import type { SpaceModel, Story } from '../model/space-model.js';
import type { FolderFiles } from './files/folder-files.js';

/** The files and the model that an edit works on. */
export type EditContext = { readonly files: FolderFiles; readonly model: SpaceModel };

export type StoryPart = {
	readonly path: string;
	/** Undefined for the default language. */
	readonly language: string | undefined;
	readonly isDraft: boolean;
	readonly text: string;
};

export const languagesOf = (model: SpaceModel): string[] => model.languages.map(({ code }) => code);

/** Directory and base name of a story's files. */
export function placeOf(story: Story, model: SpaceModel): { directory: string; base: string } {
	const [directory, name] = splitLast(story.file);
	return { directory, base: parseFileName(name, languagesOf(model)).base };
}

/** Path of one file of a story. */
export function partPath(
	{ directory, base }: { directory: string; base: string },
	{ language, isDraft }: { language?: string | undefined; isDraft: boolean },
): string {
	const parts = [base, ...(language === undefined ? [] : [language]), ...(isDraft ? ['draft'] : []), 'md'];
	return joinSlug(directory, parts.join('.'));
}

/** Names of all files of a story: every language, published and draft. */
export async function namesAt(
	{ directory, base }: { directory: string; base: string },
	{ files, model }: EditContext,
): Promise<string[]> {
	const names = (await files.list(directory)).filter((name) => name.endsWith('.md') && !name.startsWith('.'));
	return names.filter((name) => parseFileName(name, languagesOf(model)).base === base).sort();
}

export async function partsOf(story: Story, context: EditContext): Promise<StoryPart[]> {
	const { files, model } = context;
	const place = placeOf(story, model);
	const parts: StoryPart[] = [];
	for (const name of await namesAt(place, context)) {
		const path = joinSlug(place.directory, name);
		const { language, isDraft } = parseFileName(name, languagesOf(model));
		parts.push({ path, language, isDraft, text: (await files.read(path)) ?? '' });
	}
	return parts;
}
