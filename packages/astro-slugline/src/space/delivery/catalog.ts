import { once } from 'astro-keep/shared/once';
import { foldCode } from 'astro-keep/shared/text/named';
import { trimSlashes } from 'astro-keep/shared/text/slashes';
import type { Edition, Folder, SpaceModel, Story } from '../model/space-model.js';

/** The version and language that a request reads. */
export interface Reading {
	readonly version: 'draft' | 'published';
	/** The release whose changes drafts have. */
	readonly release?: number | undefined;
	/** Undefined for the default language. */
	readonly language: string | undefined;
	/** The language whose fields are used before those of the default language. */
	readonly fallback: string | undefined;
}

/** A space with the lookups that responses need. Created once per model. */
export type Catalog = ReturnType<typeof createCatalog>;

/** The story in a version, or undefined if that version does not contain it. */
export function editionOf(
	story: Story,
	{ version, release }: Pick<Reading, 'version' | 'release'>,
): Edition | undefined {
	if (version === 'published') return story.published;
	return (release === undefined ? undefined : story.releases.get(release)) ?? story.draft;
}

const catalogs = new WeakMap<SpaceModel, Catalog>();

/** The lookups of a model. */
export function catalogOf(model: SpaceModel): Catalog {
	const catalog = catalogs.get(model) ?? createCatalog(model);
	catalogs.set(model, catalog);
	return catalog;
}

/** Creates the lookups of a model, each on first use. The first page of a long list needs only some of them. */
function createCatalog(model: SpaceModel) {
	const byUuid = once(() => new Map(model.stories.map((story) => [story.uuid, story])));
	const byId = once(() => new Map(model.stories.map((story) => [story.id, story])));
	const groups = once(() => Map.groupBy(model.stories, ({ groupId }) => groupId));
	const slugs = once(() => slugsOf(model.stories));
	const links = once(() => linksOf(model));
	const ordered = {
		draft: once(() => inOrder(model.stories, 'draft')),
		published: once(() => inOrder(model.stories, 'published')),
	};
	return {
		model,
		/** Stories of a version, in the order of lists: by ascending `position`, and ties by descending id. */
		stories: (version: Reading['version']) => ordered[version](),
		/** Folders and stories, in the order of lists. */
		get links() {
			return links();
		},
		byUuid: (uuid: string) => byUuid().get(uuid),
		byId: (id: number) => byId().get(id),
		/**
		 * The story with a slug in the default language, or in a language with its own slugs, without slashes at
		 * the ends.
		 */
		bySlug: (slug: string, language?: string) => slugs().get(slugKey(slug, language)),
		/** Stories with the same group. */
		group: (groupId: string) => groups().get(groupId) ?? [],
		/** A code as configured; `es_co` and `es-co` are equal. Undefined for the default language and for unknown ones. */
		languageOf: (code: string | undefined) =>
			code === undefined
				? undefined
				: model.languages.find((each) => foldCode(each.code) === foldCode(code))?.code,
	};
}

function inOrder(stories: readonly Story[], version: Reading['version']): Story[] {
	return byPosition(
		stories.flatMap((story) => {
			const edition = editionOf(story, { version });
			return edition ? [[story, edition.position]] : [];
		}),
	);
}

/** Ascending by position, and ties by descending id. */
const byPosition = <Item extends Story | Folder>(placed: [item: Item, position: number][]): Item[] =>
	placed.sort(([a, at], [b, before]) => at - before || b.id - a.id).map(([item]) => item);

function slugsOf(stories: readonly Story[]): Map<string, Story> {
	const slugs = new Map<string, Story>();
	for (const story of stories) {
		for (const edition of new Set([story.draft, story.published])) {
			if (!edition) continue;
			slugs.set(slugKey(edition.fullSlug), story);
			for (const [code, { fullSlug }] of edition.translations) slugs.set(slugKey(fullSlug, code), story);
		}
	}
	return slugs;
}

const linksOf = (model: SpaceModel): (Story | Folder)[] =>
	byPosition<Story | Folder>([
		...model.folders.map((folder): [Folder, number] => [folder, folder.position]),
		...model.stories.map((story): [Story, number] => [story, story.draft.position]),
	]);

const slugKey = (slug: string, language = ''): string => `${language}:${trimSlashes(slug)}`;
