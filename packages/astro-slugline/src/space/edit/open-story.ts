import { isDeepStrictEqual } from 'node:util';
import type { Content } from '../../wire/index.js';
import { catalogOf } from '../delivery/catalog.js';
import { digestOf } from '../folder/files/digest.js';
import type { Edition, Folder, SpaceModel, Story } from '../model/space-model.js';
import type { Undo } from './editor.js';
import { SpaceConflictError, SpaceEditError } from './files/edit-error.js';
import { planPublish, planUnpublish } from './publish.js';
import { storyOf } from './slugs.js';
import { type EditContext, languagesOf, partsOf } from './story-files.js';
import { type Base, planWrite, type StoryChange, startOf } from './write-story.js';

/** A folder that can be edited. */
export interface EditedFolder {
	/** Starts an edit from the current files. */
	start(): EditContext;
	/** Makes an edit, unless the folder could not be served then. Nothing is awaited before it is written. */
	edit(plan: (context: EditContext) => void): Promise<Undo>;
}

/** A story in one language, opened for somebody who edits it. */
export interface OpenStory {
	/** Its current state in the folder, with the digest of its files. */
	read(): Promise<EditedStory & Expected>;
	/**
	 * Writes the fields that changed since it was opened as a draft. Fields that have their earlier value again are written as
	 * they were, and a draft that equals the published version is removed.
	 */
	save(
		change: Pick<StoryChange, 'content'> & { readonly name?: string },
		expected?: Expected,
	): Promise<MadeEdit>;
	/** Publishes the language. @param at the time, which the file of a story states that is published for the first time */
	publish(expected?: Expected, at?: Date): Promise<MadeEdit>;
	/** Unpublishes the language. */
	unpublish(expected?: Expected): Promise<MadeEdit>;
}

/** What the files of a language contained when it was read. */
export interface Expected {
	/**
	 * An edit that names it is rejected with a `SpaceConflictError` if somebody changed the files since. Without one, it is made
	 * whatever they contain.
	 */
	readonly digest: string;
}

/** An edit, with the digest of the files that it wrote. */
export interface MadeEdit extends Expected {
	readonly undo: Undo;
}

/** A story in one language, with its draft. */
export interface EditedStory {
	readonly id: number;
	readonly uuid: string;
	/** Full slug in the default language. */
	readonly slug: string;
	readonly name: string;
	/** With the default language's values in fields that the language does not have. */
	readonly content: Content;
	/** Names of the fields that the language has itself. */
	readonly own: readonly string[];
	/** The last segment of its slug in each language that has a file, by code. */
	readonly slugs: Readonly<Record<string, string>>;
	/** By code. `default` is the default language. */
	readonly languages: Readonly<Record<string, LanguageState>>;
}

/** `changed` means published, with a draft beside it. A language without a file is `missing`. */
export type LanguageState = 'published' | 'changed' | 'draft' | 'missing';

/**
 * @param which slug or id of the story, which stays the same one when it is renamed
 * @throws SpaceEditError if there is no such story
 */
export function openStory(
	which: string | number,
	language: string | undefined,
	folder: EditedFolder,
): OpenStory {
	const first = folder.start();
	const id = typeof which === 'number' ? which : storyOf(first.model, which).id;
	const storyIn = ({ model }: EditContext): Story => {
		const found = model.stories.find((story) => story.id === id);
		if (found) return found;
		throw new SpaceEditError(`The story with the id ${id} is gone. Somebody deleted it, or moved its file.`);
	};
	const slugIn = (context: EditContext): string => storyIn(context).draft.fullSlug;
	const start = (context: EditContext) => ({
		...startOf(slugIn(context), { language, draft: true }, context),
		name: nameOf(storyIn(context), language),
	});
	let base: Base & { name: string } = start(first);
	/** The text after the last edit, by which others' edits are noticed. */
	let last = base.text;
	let edited: { name?: string | undefined; content: Record<string, unknown> } = { content: {} };

	const startAgain = (next: typeof base): void => {
		[base, last, edited] = [next, next.text, { content: {} }];
	};
	const digestIn = (context: EditContext): string => {
		const parts = partsOf(storyIn(context), context).filter((part) => part.language === language);
		return digestOf(...parts.flatMap(({ isDraft, text }) => [String(isDraft), text]));
	};
	const edit = async (plan: (context: EditContext) => void, expected?: Expected) => {
		let text: string | undefined;
		let digest = '';
		const undo = await folder.edit((context) => {
			if (expected !== undefined && expected.digest !== digestIn(context))
				throw new SpaceConflictError(
					`Somebody changed the story ${JSON.stringify(slugIn(context))} since you opened it, in another window or in its file, so nothing is written. Reload it, or overwrite the change.`,
				);
			plan(context);
			({ text } = start(context));
			digest = digestIn(context);
		});
		return { text, made: { undo, digest } };
	};
	const publishing = async (plan: typeof planPublish, expected?: Expected, at?: Date): Promise<MadeEdit> => {
		const { text, made } = await edit((context) => plan(slugIn(context), language, context, at), expected);
		startAgain({ text, served: { ...base.served, ...edited.content }, name: edited.name ?? base.name });
		return made;
	};
	return {
		async read() {
			const context = folder.start();
			return { ...stateOf(storyIn(context), language, context.model), digest: digestIn(context) };
		},
		async save(change, expected) {
			let next = edited;
			const { text, made } = await edit((context) => {
				const now = start(context);
				if (now.text !== last) startAgain(now);
				const { name = edited.name } = change;
				next = { name, content: { ...edited.content, ...change.content } };
				const frontmatter = name === undefined || name === base.name ? {} : { name };
				const { content } = next;
				planWrite(slugIn(context), { frontmatter, content, language, draft: true }, context, base);
			}, expected);
			[edited, last] = [next, text];
			return made;
		},
		publish: (expected, at) => publishing(planPublish, expected, at),
		unpublish: (expected) => publishing(planUnpublish, expected),
	};
}

/** A folder without a start page. */
export interface BareFolder {
	readonly id: number;
	readonly slug: string;
	readonly name: string;
	readonly slugs: EditedStory['slugs'];
}

/** The stories of each folder in the order of the API, with the start page first, or the folder itself if it has none. */
export function listItems(model: SpaceModel): (EditedStory | BareFolder)[] {
	const { links } = catalogOf(model);
	const below = (folder: Folder | null): (EditedStory | BareFolder)[] => {
		const isStart = (item: Story | Folder) => 'draft' in item && item.isStartpage;
		const items = links
			.filter((item) => ('draft' in item ? item.folder : item.parent) === folder)
			.sort((a, b) => Number(isStart(b)) - Number(isStart(a)))
			.flatMap((item) => ('draft' in item ? [stateOf(item, undefined, model)] : below(item)));
		if (folder === null || model.stories.some((story) => story.folder === folder && isStart(story)))
			return items;
		const { id, fullSlug: slug, name } = folder;
		const slugs = Object.fromEntries([...folder.translations].map(([code, one]) => [code, one.slug]));
		return [{ id, slug, name, slugs }, ...items];
	};
	return below(null);
}

function stateOf(story: Story, language: string | undefined, model: SpaceModel): EditedStory {
	const { draft, id, uuid } = story;
	const translation = language === undefined ? undefined : draft.translations.get(language);
	const own = translation?.content();
	const codes = [undefined, ...languagesOf(model)];
	return {
		...{ id, uuid, slug: draft.fullSlug, name: nameOf(story, language) },
		content: { ...draft.content(), ...own },
		own: Object.keys(own ?? draft.content()),
		slugs: Object.fromEntries(
			[...draft.translations].flatMap(([code, one]) => (one.exists ? [[code, one.slug]] : [])),
		),
		languages: Object.fromEntries(codes.map((code) => [code ?? 'default', languageState(story, code)])),
	};
}

const nameOf = ({ draft }: Story, language: string | undefined): string =>
	(language === undefined ? undefined : draft.translations.get(language)?.name) ?? draft.name;

function languageState({ draft, published }: Story, code: string | undefined): LanguageState {
	if (code !== undefined && !draft.translations.get(code)?.exists) return 'missing';
	const isLive = code === undefined ? published : published?.translations.get(code)?.published;
	if (!published || !isLive) return 'draft';
	if (draft === published) return 'published';
	return isDeepStrictEqual(partOf(draft, code), partOf(published, code)) ? 'published' : 'changed';
}

function partOf(edition: Edition, code: string | undefined): unknown {
	const { name, content } = (code === undefined ? undefined : edition.translations.get(code)) ?? edition;
	return [name, content()];
}
