import type { Edition, Folder, SpaceModel, Story } from '../model.js';

/** What a request reads. */
export interface Reading {
	readonly version: 'draft' | 'published';
	/** Undefined in the default language. */
	readonly language: string | undefined;
	/** The language that fields fall back to before the default one. */
	readonly fallback: string | undefined;
}

/** A space with the look-ups that answering needs; made once for a model. */
export interface Catalog {
	readonly model: SpaceModel;
	/** Stories of a version, in the order of lists: `position` from the highest down, as the editor shows a folder, then file names. */
	stories(version: Reading['version']): readonly Story[];
	/** Folders and stories, by slug. */
	readonly links: readonly (Story | Folder)[];
	byUuid(uuid: string): Story | undefined;
	byId(id: number): Story | undefined;
	/** The story at a slug of the default language, or of a language with its own slugs, without slashes at the ends. */
	bySlug(slug: string, language?: string): Story | undefined;
	/** Stories that share a group. */
	group(groupId: string): readonly Story[];
	/** A code as the space has it; `es_co` and `es-co` are the same. Undefined for the default language and for unknown ones. */
	languageOf(code: string | undefined): string | undefined;
}

/** The story as a version has it; undefined if that version has none. */
export const editionOf = (story: Story, version: Reading['version']): Edition | undefined =>
	version === 'draft' ? story.draft : story.published;

export function createCatalog(model: SpaceModel): Catalog {
	const byUuid = new Map(model.stories.map((story) => [story.uuid, story]));
	const byId = new Map(model.stories.map((story) => [story.id, story]));
	const groups = new Map<string, Story[]>();
	const slugs = new Map<string, Story>();
	for (const story of model.stories) {
		groups.set(story.groupId, [...(groups.get(story.groupId) ?? []), story]);
		for (const edition of [story.draft, story.published]) {
			if (!edition) continue;
			slugs.set(slugKey(edition.fullSlug), story);
			for (const [code, { fullSlug }] of edition.translations) slugs.set(slugKey(fullSlug, code), story);
		}
	}
	const order = (version: Reading['version']) =>
		model.stories
			.flatMap((story) => {
				const edition = editionOf(story, version);
				return edition ? [{ story, position: edition.position }] : [];
			})
			.sort((a, b) => b.position - a.position)
			.map(({ story }) => story);
	const ordered = { draft: order('draft'), published: order('published') };
	const canonical = (code: string) => code.replaceAll('_', '-').toLowerCase();
	return {
		model,
		stories: (version) => ordered[version],
		links: [...model.folders, ...model.stories]
			.map((item) => ({ item, slug: 'draft' in item ? item.draft.fullSlug : item.fullSlug }))
			.sort((a, b) => (a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0))
			.map(({ item }) => item),
		byUuid: (uuid) => byUuid.get(uuid),
		byId: (id) => byId.get(id),
		bySlug: (slug, language) => slugs.get(slugKey(slug, language)),
		group: (groupId) => groups.get(groupId) ?? [],
		languageOf: (code) =>
			code === undefined
				? undefined
				: model.languages.find((each) => canonical(each.code) === canonical(code))?.code,
	};
}

const slugKey = (slug: string, language = ''): string => `${language}:${slug.replace(/^\/+|\/+$/g, '')}`;
