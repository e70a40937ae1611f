import { isDeepStrictEqual } from 'node:util';
import type { Content } from '../../wire/index.js';
import { createCatalog } from '../delivery/catalog.js';
import type { Edition, Folder, SpaceModel, Story } from '../model/space-model.js';
import type { FileChanges } from './files/folder-files.js';
import { planPublish, planUnpublish } from './publish.js';
import { storyOf } from './slugs.js';
import { type EditContext, languagesOf } from './story-files.js';
import { type Base, planWrite, type StoryChange, startOf } from './write-story.js';

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

/** Runs an edit after those before it. `apply` writes files, and returns what undoes that. */
export type RunEdit = <Result>(
	edit: (
		context: EditContext,
		apply: (changes: FileChanges) => Promise<() => Promise<void>>,
	) => Promise<Result>,
) => Promise<Result>;

/** @throws SpaceEditError if there is no such story */
export async function openStory(
	slug: string,
	language: string | undefined,
	run: RunEdit,
): Promise<OpenStory> {
	const start = (context: EditContext) => startOf(slug, { language, draft: true }, context);
	let base: Base = await run(async (context) => {
		storyOf(context.model, slug);
		return start(context);
	});
	/** The text after the last edit, by which others' edits are noticed. */
	let last = base.text;
	let edited: { name?: string | undefined; content: Record<string, unknown> } = { content: {} };
	const undo: (() => Promise<void>)[] = [];

	const startAgain = (next: Base): void => {
		[base, last, edited] = [next, next.text, { content: {} }];
	};
	const publishing = (work: (...args: Parameters<Parameters<RunEdit>[0]>) => Promise<unknown>) =>
		run(async (context, apply) => {
			await work(context, apply);
			const served = { ...base.served, ...edited.content };
			startAgain({ text: (await start(context)).text, served });
		});
	return {
		read: () => run(async ({ model }) => stateOf(storyOf(model, slug), language, model)),
		save: (change) =>
			run(async (context, apply) => {
				const now = await start(context);
				if (now.text !== last) startAgain(now);
				const { name = edited.name } = change;
				const content = { ...edited.content, ...change.content };
				const frontmatter = name === undefined ? {} : { name };
				await apply(await planWrite(slug, { frontmatter, content, language, draft: true }, context, base));
				edited = { name, content };
				last = (await start(context)).text;
			}),
		publish: () =>
			publishing(async (context, apply) => {
				await apply(await planPublish(slug, language, context));
				undo.length = 0;
			}),
		unpublish: () =>
			publishing(async (context, apply) =>
				undo.push(await apply(await planUnpublish(slug, language, context))),
			),
		republish: () => publishing(async () => undo.pop()?.()),
	};
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
