import { joinSlug, parsePath } from '../folder/stories/file-name.js';
import type { SpaceModel, Story } from '../model/space-model.js';
import type { EditedFiles } from './files/folder-files.js';

/** The files and the model that an edit works on. */
export type EditContext = { readonly files: EditedFiles; readonly model: SpaceModel };

/** The location of a story's files: directory and base name, without language and extension. */
export type FilePlace = { readonly directory: string; readonly base: string };

export type StoryPart = {
	readonly path: string;
	/** Undefined for the default language. */
	readonly language: string | undefined;
	readonly isDraft: boolean;
	readonly text: string;
};

export const languagesOf = (model: SpaceModel): string[] => model.languages.map(({ code }) => code);

export const placeOf = (story: Story, model: SpaceModel): FilePlace =>
	parsePath(story.file, languagesOf(model));

/** Path of one file of a story. */
export function partPath(
	{ directory, base }: FilePlace,
	{ language, isDraft }: { language?: string | undefined; isDraft: boolean },
): string {
	const parts = [base, ...(language === undefined ? [] : [language]), ...(isDraft ? ['draft'] : []), 'md'];
	return joinSlug(directory, parts.join('.'));
}

/** The files of the story at a place: every language, published and draft. */
export const partsAt = (place: FilePlace, { files, model }: EditContext): StoryPart[] =>
	[undefined, ...languagesOf(model)].flatMap((language) =>
		[false, true].flatMap((isDraft) => {
			const path = partPath(place, { language, isDraft });
			const text = files.read(path);
			return text === undefined ? [] : [{ path, language, isDraft, text }];
		}),
	);

export const partsOf = (story: Story, context: EditContext): StoryPart[] =>
	partsAt(placeOf(story, context.model), context);
