import { isDeepStrictEqual } from 'node:util';
import type { Content } from '../../wire/index.js';
import { catalogOf } from '../delivery/catalog.js';
import { digestOf } from '../folder/files/digest.js';
import type { Edition, Folder, SpaceModel, Story } from '../model/space-model.js';
import { SpaceConflictError } from './files/edit-error.js';
import type { Committed } from './files/folder-files.js';
import { planPublish, planUnpublish } from './publish.js';
import { storyOf } from './slugs.js';
import { type EditContext, languagesOf, partsOf } from './story-files.js';
import { type Base, planWrite, type StoryChange, startOf } from './write-story.js';

/** A folder that can be edited. */
export interface EditedFolder {
	/** Starts an edit from the current files. */
	start(): EditContext;
	/** Writes what an edit changes, unless the folder could not be served then. */
	commit(edit: EditContext): Committed;
}

/** A story in one language, opened for somebody who edits it. */
export interface OpenStory {
	/** Its current state in the folder, with the digest of its files. */
	read(): Promise<EditedStory & Expected>;
	/**
	 * Writes the fields that changed since it was opened as a draft. Fields that have their earlier value again are written as
	 * they were, and a draft that equals the published version is removed.
	 */
	save(change: Pick<StoryChange, 'content'> & { readonly name?: string }, expected?: Expected): Promise<void>;
	/** Publishes the language. */
	publish(expected?: Expected): Promise<void>;
	/** Unpublishes the language. */
	unpublish(expected?: Expected): Promise<void>;
	/**
	 * Undoes the last `unpublish()`.
	 *
	 * @throws SpaceEditError if its files were changed since
	 */
	republish(): Promise<void>;
}

/** What the files of a language contained when it was read. */
export interface Expected {
	/**
	 * An edit that names it is rejected with a `SpaceConflictError` if somebody changed the files since. Without one, it is made
	 * whatever they contain.
	 */
	readonly digest: string;
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

/** @throws SpaceEditError if there is no such story */
export function openStory(slug: string, language: string | undefined, folder: EditedFolder): OpenStory {
	const start = (context: EditContext) => startOf(slug, { language, draft: true }, context);
	const first = folder.start();
	storyOf(first.model, slug);
	let base: Base = start(first);
	/** The text after the last edit, by which others' edits are noticed. */
	let last = base.text;
	let edited: { name?: string | undefined; content: Record<string, unknown> } = { content: {} };
	const unpublished: Committed[] = [];

	const startAgain = (next: Base): void => {
		[base, last, edited] = [next, next.text, { content: {} }];
	};
	const digestIn = (context: EditContext): string => {
		const parts = partsOf(storyOf(context.model, slug), context).filter((part) => part.language === language);
		return digestOf(...parts.flatMap(({ path, text }) => [path, text]));
	};
	/** Starts an edit. Nothing is awaited until it is committed, so what is expected stays true. */
	const begin = (expected?: Expected): EditContext => {
		const context = folder.start();
		if (expected === undefined || expected.digest === digestIn(context)) return context;
		throw new SpaceConflictError(
			`Somebody changed the story ${JSON.stringify(slug)} since you opened it, in another window or in its file, so nothing is written. Reload it, or overwrite the change.`,
		);
	};
	const publishing = (plan: (context: EditContext) => void, expected?: Expected): Committed => {
		const context = begin(expected);
		plan(context);
		const committed = folder.commit(context);
		startAgain({ text: start(context).text, served: { ...base.served, ...edited.content } });
		return committed;
	};
	return {
		async read() {
			const context = folder.start();
			const { model } = context;
			return { ...stateOf(storyOf(model, slug), language, model), digest: digestIn(context) };
		},
		async save(change, expected) {
			const context = begin(expected);
			const now = start(context);
			if (now.text !== last) startAgain(now);
			const { name = edited.name } = change;
			const content = { ...edited.content, ...change.content };
			const frontmatter = name === undefined ? {} : { name };
			planWrite(slug, { frontmatter, content, language, draft: true }, context, base);
			folder.commit(context);
			edited = { name, content };
			last = start(context).text;
		},
		async publish(expected) {
			publishing((context) => planPublish(slug, language, context), expected);
			unpublished.length = 0;
		},
		async unpublish(expected) {
			unpublished.push(publishing((context) => planUnpublish(slug, language, context), expected));
		},
		async republish() {
			const step = unpublished.pop();
			if (step) publishing(({ files }) => files.restore(step));
		},
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
		...{ id, uuid, slug: draft.fullSlug, name: translation?.name ?? draft.name },
		content: { ...draft.content(), ...own },
		own: Object.keys(own ?? draft.content()),
		slugs: Object.fromEntries(
			[...draft.translations].flatMap(([code, one]) => (one.exists ? [[code, one.slug]] : [])),
		),
		languages: Object.fromEntries(codes.map((code) => [code ?? 'default', languageState(story, code)])),
	};
}

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
