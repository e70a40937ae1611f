import type { Content } from '../../wire/index.js';
import type { Edition, SpaceModel, Story } from '../model/space-model.js';
import { isSameJson } from '../write/equal.js';
import type { FileChanges } from './folder-files.js';
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
	let content: Record<string, unknown> = {};
	let name: string | undefined;
	const undo: (() => Promise<void>)[] = [];

	const startAgain = (next: Base): void => {
		[base, last, content, name] = [next, next.text, {}, undefined];
	};
	const publishing = (plan: typeof planPublish, after: (undo: () => Promise<void>) => void) =>
		run(async (context, apply) => {
			after(await apply(await plan(slug, language, context)));
			startAgain({ text: (await start(context)).text, served: { ...base.served, ...content } });
		});
	return {
		read: () => run(async ({ model }) => stateOf(storyOf(model, slug), language, model)),
		save: (change) =>
			run(async (context, apply) => {
				const now = await start(context);
				if (now.text !== last) startAgain(now);
				const next = { name: change.name ?? name, content: { ...content, ...change.content } };
				const frontmatter = next.name === undefined ? {} : { name: next.name };
				const edit = { frontmatter, content: next.content, language, draft: true };
				await apply(await planWrite(slug, edit, context, base));
				({ name, content } = next);
				last = (await start(context)).text;
			}),
		publish: () =>
			publishing(planPublish, () => {
				undo.length = 0;
			}),
		unpublish: () => publishing(planUnpublish, (one) => undo.push(one)),
		republish: () =>
			run(async (context) => {
				await undo.pop()?.();
				startAgain({ text: (await start(context)).text, served: { ...base.served, ...content } });
			}),
	};
}

function stateOf(story: Story, language: string | undefined, model: SpaceModel): EditedStory {
	const { draft, id } = story;
	const translation = language === undefined ? undefined : draft.translations.get(language);
	const own = translation?.content();
	const codes = [undefined, ...languagesOf(model)];
	return {
		...{ id, slug: draft.fullSlug, name: translation?.name ?? draft.name },
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
	return isSameJson(partOf(draft, code), partOf(published, code)) ? 'published' : 'changed';
}

function partOf(edition: Edition, code: string | undefined): unknown {
	const { name, content } = (code === undefined ? undefined : edition.translations.get(code)) ?? edition;
	return [name, content()];
}
