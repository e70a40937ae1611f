import type { Story } from '../model/space-model.js';
import { SpaceEditError } from './files/edit-error.js';
import { type OpenedMarkdown, openMarkdown } from './files/opened-file.js';
import { checkLanguage, storyOf } from './slugs.js';
import { type EditContext, partPath, partsOf, placeOf, type StoryPart } from './story-files.js';

/**
 * Publishes a story, or one language of it: its draft becomes the published version. If the space does not
 * publish languages independently, all languages are published with the default one.
 *
 * @param at the time, which the file of a story states that is published for the first time, or that states when it was published
 * @throws SpaceEditError if there is no such story or language
 */
export const planPublish = (slug: string, language: string | undefined, context: EditContext, at?: Date) =>
	mark(slug, language, context, (file, each, { published }) => {
		file.set(['published'], undefined);
		if (each !== undefined) return;
		if (at && !published && !file.has(['first_published_at']))
			file.set(['first_published_at'], at.toISOString());
		setDates(file, at?.toISOString());
	});

/** Unpublishes a story, or one language of it. Only its draft remains, if it has one. */
export const planUnpublish = (slug: string, language: string | undefined, context: EditContext) =>
	mark(slug, language, context, (file, each) => {
		file.set(['published'], false);
		// Null has no date, and leaves a place for that of the next publication.
		if (each === undefined) setDates(file, null);
	});

/** Replaces the dates that the file has, which are those of an earlier publication. */
function setDates(file: OpenedMarkdown, at: string | null | undefined): void {
	if (file.has(['published_at'])) file.set(['published_at'], at);
	if (file.has(['updated_at'])) file.set(['updated_at'], at ?? undefined);
}

function mark(
	slug: string,
	language: string | undefined,
	context: EditContext,
	set: (file: OpenedMarkdown, language: string | undefined, story: Story) => void,
): void {
	const story = storyOf(context.model, slug);
	const parts = partsOf(story, context);
	for (const each of editedLanguages(language, context, parts)) {
		const mine = parts.filter((part) => part.language === each);
		const main = mine.find((part) => !part.isDraft);
		const draft = mine.find((part) => part.isDraft);
		if (!main && !draft) throw missing(story, each);
		const file = openMarkdown((draft ?? main)?.text ?? '');
		if (main && draft) inherit(file, main.text, each);
		// Without a first date, that of the last publication stands for it, and would change.
		if (each === undefined && !file.has(['first_published_at']) && file.get(['published_at']))
			file.set(['first_published_at'], file.get(['published_at']));
		set(file, each, story);
		const path = partPath(placeOf(story, context.model), { language: each, isDraft: false });
		context.files.changes.set(path, file.print());
		if (draft) context.files.changes.set(draft.path, null);
	}
}

function editedLanguages(
	language: string | undefined,
	{ model }: EditContext,
	parts: readonly StoryPart[],
): (string | undefined)[] {
	checkLanguage(language, model);
	if (model.options.publishesLanguagesIndependently) return [language];
	return [...new Set([undefined, ...parts.map((part) => part.language)])];
}

/** A draft of the default language only contains what differs from the published file, and inherits the rest. */
export function inherit(draft: OpenedMarkdown, main: string, language: string | undefined): void {
	if (language !== undefined) return;
	const before = openMarkdown(main);
	for (const key of before.keys()) if (!draft.has([key])) draft.set([key], before.get([key]));
}

const missing = (story: Story, language: string | undefined) =>
	new SpaceEditError(
		`The story ${JSON.stringify(story.draft.fullSlug)} does not exist in ${language ?? 'the default language'}. Write it first.`,
	);
