import type { Story } from '../model.js';
import { SpaceEditError } from './edit-error.js';
import type { FileChanges } from './folder-files.js';
import { openMarkdown } from './opened-file.js';
import { storyOf } from './slugs.js';
import { type EditContext, languagesOf, partPath, partsOf, placeOf, type StoryPart } from './story-files.js';

/**
 * Publishes a story, or one language of it: its draft becomes what is published. In a space that does not publish languages
 * independently, all languages go with the default one.
 *
 * @throws SpaceEditError if there is no such story or language
 */
export const planPublish = (slug: string, language: string | undefined, context: EditContext) =>
	plan(slug, language, context, (file) => file.set(['published'], undefined));

/** Takes a story, or one language of it, off what is published. Its draft, if it has one, is what is left of it. */
export const planUnpublish = (slug: string, language: string | undefined, context: EditContext) =>
	plan(slug, language, context, (file) => file.set(['published'], false));

async function plan(
	slug: string,
	language: string | undefined,
	context: EditContext,
	mark: (file: ReturnType<typeof openMarkdown>) => void,
): Promise<FileChanges> {
	const story = storyOf(context.model, slug);
	const parts = await partsOf(story, context);
	const changes = new Map<string, string | null>();
	for (const each of editedLanguages(language, context, parts)) {
		const mine = parts.filter((part) => part.language === each);
		const main = mine.find((part) => !part.isDraft);
		const draft = mine.find((part) => part.isDraft);
		if (!main && !draft) throw missing(story, each);
		const file = openMarkdown((draft ?? main)?.text ?? '');
		if (main && draft) inherit(file, main.text, each);
		mark(file);
		// Dates that the file states are those of an earlier publishing.
		if (each === undefined) for (const date of ['published_at', 'updated_at']) file.set([date], undefined);
		changes.set(partPath(placeOf(story, context.model), { language: each, isDraft: false }), file.print());
		if (draft) changes.set(draft.path, null);
	}
	return changes;
}

function editedLanguages(
	language: string | undefined,
	{ model }: EditContext,
	parts: readonly StoryPart[],
): (string | undefined)[] {
	if (language !== undefined && !languagesOf(model).includes(language)) {
		throw new SpaceEditError(
			`${JSON.stringify(language)} is no language of the space. Use one of those that space.yaml lists, or none for the default language.`,
		);
	}
	if (model.options.publishesLanguagesIndependently) return [language];
	return [...new Set([undefined, ...parts.map((part) => part.language)])];
}

/** A draft of the default language says only what differs; what it leaves out is that of the file it is the draft of. */
function inherit(draft: ReturnType<typeof openMarkdown>, main: string, language: string | undefined): void {
	if (language !== undefined) return;
	const before = openMarkdown(main);
	for (const key of before.keys()) if (!draft.has([key])) draft.set([key], before.get([key]));
}

const missing = (story: Story, language: string | undefined) =>
	new SpaceEditError(
		`The story ${JSON.stringify(story.draft.fullSlug)} is not written in ${language ?? 'the default language'}. Write it first.`,
	);
