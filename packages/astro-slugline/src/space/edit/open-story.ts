import { isDeepStrictEqual } from 'node:util';
import type { Content } from '../../wire/index.js';
import { createCatalog } from '../delivery/catalog.js';
import type { Edition, Folder, SpaceModel, Story } from '../model/space-model.js';
import { SpaceEditError } from './files/edit-error.js';
import type { EditedFiles, FileChanges } from './files/folder-files.js';
import { planPublish, planUnpublish } from './publish.js';
import { storyOf } from './slugs.js';
import { type EditContext, languagesOf } from './story-files.js';
import { type Base, planWrite, type StoryChange, startOf } from './write-story.js';

/** A folder that can be edited. */
export interface EditedFolder {
	/** Starts an edit from the current files. */
	start(): EditContext;
	/**
	 * Writes what an edit changes, unless the folder could not be served then.
	 *
	 * @returns the changes that undo it
	 */
	commit(edit: EditContext): FileChanges;
}

/** A story in one language, opened for somebody who edits it. */
export interface OpenStory {
	/** Its current state in the folder. */
	read(): Promise<EditedStory>;
	/**
	 * Writes the fields that changed since it was opened as a draft. Fields that have their earlier value again are written as
	 * they were, and a draft that equals the published version is removed.
	 */
	save(change: Pick<StoryChange, 'content'> & { readonly name?: string }): Promise<void>;
	/** Publishes the language. */
	publish(): Promise<void>;
	/** Unpublishes the language. */
	unpublish(): Promise<void>;
	/**
	 * Undoes the last `unpublish()`.
	 *
	 * @throws SpaceEditError if its files were changed since
	 */
	republish(): Promise<void>;
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
	const unpublished: { changes: FileChanges; undo: FileChanges }[] = [];

	const startAgain = (next: Base): void => {
		[base, last, edited] = [next, next.text, { content: {} }];
	};
	const publishing = (plan: (context: EditContext) => void): FileChanges => {
		const context = folder.start();
		plan(context);
		const undo = folder.commit(context);
		startAgain({ text: start(context).text, served: { ...base.served, ...edited.content } });
		return undo;
	};
	return {
		async read() {
			const { model } = folder.start();
			return stateOf(storyOf(model, slug), language, model);
		},
		async save(change) {
			const context = folder.start();
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
		async publish() {
			publishing((context) => planPublish(slug, language, context));
			unpublished.length = 0;
		},
		async unpublish() {
			let changes: FileChanges = new Map();
			const undo = publishing((context) => {
				planUnpublish(slug, language, context);
				changes = context.files.changes;
			});
			unpublished.push({ changes, undo });
		},
		async republish() {
			const step = unpublished.pop();
			if (step) publishing(({ files }) => restore(files, step));
		},
	};
}

function restore(files: EditedFiles, { changes, undo }: { changes: FileChanges; undo: FileChanges }): void {
	for (const [file, contents] of changes) {
		if (files.read(file) === contents?.toString()) continue;
		throw new SpaceEditError(
			'The files of the story have changed since it was unpublished, so that is not undone. Publish the story.',
		);
	}
	for (const [file, contents] of undo) files.changes.set(file, contents);
}

/** The stories of each folder in the order of the API, with the start page first. */
export function listStories(model: SpaceModel): EditedStory[] {
	const { links } = createCatalog(model);
	const below = (folder: Folder | null): EditedStory[] =>
		links
			.filter((item) => ('draft' in item ? item.folder : item.parent) === folder)
			.sort((a, b) => Number('draft' in b && b.isStartpage) - Number('draft' in a && a.isStartpage))
			.flatMap((item) => ('draft' in item ? [stateOf(item, undefined, model)] : below(item)));
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
