import { once } from '../../shared/once.js';
import { trimSlashes } from '../../shared/trim-slashes.js';
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

/** Makes the look-ups of a model, each when it is first needed: a first page of many stories needs few. */
export function createCatalog(model: SpaceModel): Catalog {
	const byUuid = once(() => new Map(model.stories.map((story) => [story.uuid, story])));
	const byId = once(() => new Map(model.stories.map((story) => [story.id, story])));
	const groups = once(() => groupsOf(model.stories));
	const slugs = once(() => slugsOf(model.stories));
	const links = once(() => linksOf(model));
	const ordered = {
		draft: once(() => inOrder(model.stories, 'draft')),
		published: once(() => inOrder(model.stories, 'published')),
	};
	return {
		model,
		stories: (version) => ordered[version](),
		get links() {
			return links();
		},
		byUuid: (uuid) => byUuid().get(uuid),
		byId: (id) => byId().get(id),
		bySlug: (slug, language) => slugs().get(slugKey(slug, language)),
		group: (groupId) => groups().get(groupId) ?? [],
		languageOf: (code) =>
			code === undefined
				? undefined
				: model.languages.find((each) => canonical(each.code) === canonical(code))?.code,
	};
}

const canonical = (code: string) => code.replaceAll('_', '-').toLowerCase();

function inOrder(stories: readonly Story[], version: Reading['version']): Story[] {
	return stories
		.flatMap((story) => {
			const edition = editionOf(story, version);
			return edition ? [{ story, position: edition.position }] : [];
		})
		.sort((a, b) => b.position - a.position)
		.map(({ story }) => story);
}

function groupsOf(stories: readonly Story[]): Map<string, Story[]> {
	const groups = new Map<string, Story[]>();
	for (const story of stories) {
		const group = groups.get(story.groupId);
		if (group) group.push(story);
		else groups.set(story.groupId, [story]);
	}
	return groups;
}

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

function linksOf(model: SpaceModel): (Story | Folder)[] {
	return [...model.folders, ...model.stories]
		.map((item) => ({ item, slug: 'draft' in item ? item.draft.fullSlug : item.fullSlug }))
		.sort((a, b) => (a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0))
		.map(({ item }) => item);
}

const slugKey = (slug: string, language = ''): string => `${language}:${trimSlashes(slug)}`;
