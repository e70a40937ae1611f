import { isDeepStrictEqual } from 'node:util';
import type { Fields } from 'astro-keep/shared/json';
import type { Content } from '../../wire/index.js';
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
		change: Pick<StoryChange, 'content' | 'frontmatter'> & { readonly name?: string },
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
	/** What else people edit in its front matter. Only the default language has it. */
	readonly front: FrontFields;
	/** With the default language's values in fields that the language does not have. */
	readonly content: Content;
	/** Names of the fields that the language has itself. */
	readonly own: readonly string[];
	/** The last segment of its slug in each language that has a file, by code. */
	readonly slugs: Readonly<Record<string, string>>;
	/** By code. `default` is the default language. */
	readonly languages: Readonly<Record<string, LanguageState>>;
}

/** Fields of the front matter. The date is null if no file states one. */
export type FrontFields = {
	readonly tag_list?: readonly string[] | undefined;
	readonly first_published_at?: string | null | undefined;
};

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
		front: { name: nameOf(storyIn(context), language), ...frontOf(storyIn(context), language) },
	});
	let base: Base & { front: Fields } = start(first);
	/** The text after the last edit, by which others' edits are noticed. */
	let last = base.text;
	let edited: { front: Fields; content: Fields } = { front: {}, content: {} };

	const startAgain = (next: typeof base): void => {
		[base, last, edited] = [next, next.text, { front: {}, content: {} }];
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
		const { served, front } = base;
		startAgain({
			text,
			served: { ...served, ...edited.content },
			front: { ...front, ...edited.front },
		});
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
				const named = change.name === undefined ? {} : { name: change.name };
				const front = { ...edited.front, ...named, ...change.frontmatter };
				const content = { ...edited.content, ...change.content };
				next = { front, content };
				const frontmatter = changedFrom(base.front, front);
				planWrite(slugIn(context), { frontmatter, content, language, draft: true }, context, base);
			}, expected);
			[edited, last] = [next, text];
			return made;
		},
		publish: (expected, at) => publishing(planPublish, expected, at),
		unpublish: (expected) => publishing(planUnpublish, expected),
	};
}

const changedFrom = (before: Fields, after: Fields): Fields =>
	Object.fromEntries(Object.entries(after).filter(([key, value]) => !isDeepStrictEqual(value, before[key])));

/** A folder without a start page. */
export interface BareFolder {
	readonly id: number;
	readonly slug: string;
	readonly name: string;
	readonly slugs: EditedStory['slugs'];
}

/** The stories of each folder by position and name, with the start page first, or the folder itself if it has none. */
export function listItems(model: SpaceModel): (EditedStory | BareFolder)[] {
	const placed = [...model.folders, ...model.stories]
		.map((item) => ({ item, ...('draft' in item ? item.draft : item) }))
		.sort((a, b) => a.position - b.position || byName.compare(a.name, b.name))
		.map(({ item }) => item);
	const below = (folder: Folder | null): (EditedStory | BareFolder)[] => {
		const isStart = (item: Story | Folder) =>
			'draft' in item && (item.isStartpage || item.draft.fullSlug === 'home');
		const items = placed
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

const byName = new Intl.Collator('und', { numeric: true });

function stateOf(story: Story, language: string | undefined, model: SpaceModel): EditedStory {
	const { draft, id, uuid } = story;
	const translation = language === undefined ? undefined : draft.translations.get(language);
	const own = translation?.content();
	const codes = [undefined, ...languagesOf(model)];
	return {
		...{ id, uuid, slug: draft.fullSlug, name: nameOf(story, language) },
		front: frontOf(story, language),
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

const frontOf = ({ draft }: Story, language: string | undefined): FrontFields =>
	language === undefined ? { tag_list: draft.tags, first_published_at: draft.firstPublished } : {};

function languageState({ draft, published }: Story, code: string | undefined): LanguageState {
	if (code !== undefined && !draft.translations.get(code)?.exists) return 'missing';
	const isLive = code === undefined ? published : published?.translations.get(code)?.published;
	if (!published || !isLive) return 'draft';
	if (draft === published) return 'published';
	return isDeepStrictEqual(partOf(draft, code), partOf(published, code)) ? 'published' : 'changed';
}

function partOf(edition: Edition, code: string | undefined): unknown {
	const { tags, firstPublished } = edition;
	const translation = code === undefined ? undefined : edition.translations.get(code);
	const { name, content } = translation ?? edition;
	return translation ? [name, content()] : [name, content(), tags, firstPublished];
}
