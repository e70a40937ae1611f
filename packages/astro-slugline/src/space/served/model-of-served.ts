import { trimSlashes } from '../../shared/text/slashes.js';
import type { Link, Story as WireStory } from '../../wire/index.js';
import type {
	Datasource,
	Dates,
	Edition,
	Folder,
	SpaceModel,
	SpaceOptions,
	Story,
	Translation,
} from '../model/space-model.js';
import type { ServedDatasource, ServedSpace } from './served-space.js';

/** Fields of a story that depend on the language it is read in; all others are served as they are. */
const ofLanguage = new Set(['content', 'name', 'slug', 'full_slug', 'lang', 'path']);

/** A served space as a model, so that it answers as the embedded space does. What was served is served again, field by field. */
export function modelOfServed(served: ServedSpace): SpaceModel {
	const folders = foldersOf(served);
	const variants = variantsOf(served.stories);
	const stories = served.links.flatMap((link) => {
		const own = variants.get(link.uuid);
		const base = own?.get('default');
		return own && base ? [storyOf(link, base, own, served, folders)] : [];
	});
	return {
		id: served.id,
		name: served.name,
		domain: '',
		createdAt: '',
		defaultLanguage: {},
		languages: served.languages.map((code) => ({ code, name: code })),
		options: optionsOf(served.stories),
		tokens: { public: servedToken, preview: servedToken, oauth: servedToken },
		cv: served.cv,
		warnings: [],
		stories,
		folders: [...folders.values()].filter(({ uuid }) => uuid !== ''),
		datasources: served.datasources.map(datasourceOf),
		inventedDates: new Map(),
		webhooks: [],
	};
}

/** Stands for the token, which the caller of a served space already has. */
export const servedToken = 'served';

const optionsOf = (stories: readonly WireStory[]): SpaceOptions => ({
	publishesLanguagesIndependently: true,
	// Such filters look at what a language has of its own, which a response does not contain.
	filtersTranslatedFields: false,
	translatesSlugs: stories.some(
		({ default_full_slug, translated_slugs }) => default_full_slug !== null || Boolean(translated_slugs),
	),
	paginatesLinks: true,
});

function variantsOf(stories: readonly WireStory[]): Map<string, Map<string, WireStory>> {
	const variants = new Map<string, Map<string, WireStory>>();
	for (const story of stories) {
		const own = variants.get(story.uuid) ?? new Map<string, WireStory>();
		variants.set(story.uuid, own.set(story.lang, story));
	}
	return variants;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** All folders by id; one that no link is of, and that a story is in, has an empty uuid. */
function foldersOf({ links, stories, languages }: ServedSpace): Map<number, Folder> {
	const folders = new Map<number, Mutable<Folder>>();
	for (const link of links) if (link.is_folder) folders.set(link.id, folderOf(link, languages));
	for (const { parent_id } of [...links, ...stories])
		if (parent_id && !folders.has(parent_id))
			folders.set(parent_id, folderOf({ ...unknownLink, id: parent_id }, languages));
	for (const link of links) {
		const folder = link.is_folder ? folders.get(link.id) : undefined;
		if (folder) folder.parent = folders.get(link.parent_id ?? 0) ?? null;
	}
	return folders;
}

const unknownLink: Link = {
	id: 0,
	uuid: '',
	slug: '',
	path: null,
	real_path: null,
	name: '',
	published: null,
	parent_id: null,
	is_folder: true,
	is_startpage: false,
	position: 0,
	alternates: [],
};

const folderOf = (link: Link, languages: readonly string[]): Mutable<Folder> => ({
	path: trimSlashes(link.slug),
	id: link.id,
	uuid: link.uuid,
	name: link.name,
	slug: lastOf(link.slug),
	fullSlug: link.slug,
	realPath: link.path,
	position: link.position,
	published: link.published === true,
	parent: null,
	dates: datesOf(link),
	translations: new Map(
		languages.map((code) => {
			const { name, translated_slug } = alternateOf(link, code) ?? {};
			const fullSlug = translated_slug ?? link.slug;
			return [code, { name: name ?? null, slug: lastOf(fullSlug), fullSlug }];
		}),
	),
	overrides: { story: {}, link },
});

function storyOf(
	link: Link,
	base: WireStory,
	own: ReadonlyMap<string, WireStory>,
	{ version, languages }: ServedSpace,
	folders: ReadonlyMap<number, Folder>,
): Story {
	const edition = editionOf(link, base, own, languages);
	return {
		file: '',
		id: base.id,
		uuid: base.uuid,
		groupId: base.group_id ?? '',
		isStartpage: base.is_startpage,
		folder: folders.get(base.parent_id ?? 0) ?? null,
		published: version === 'published' || link.published ? edition : undefined,
		draft: edition,
		releases: new Map(),
	};
}

const editionOf = (
	link: Link,
	base: WireStory,
	own: ReadonlyMap<string, WireStory>,
	languages: readonly string[],
): Edition => ({
	name: base.name,
	slug: base.slug,
	fullSlug: base.full_slug,
	realPath: base.path,
	position: base.position,
	tags: base.tag_list,
	sortByDate: typeof base.sort_by_date === 'string' ? base.sort_by_date : null,
	metaData: base.meta_data,
	releaseId: base.release_id,
	dates: datesOf(base),
	component: base.content.component,
	content: () => base.content,
	translations: new Map(languages.map((code) => [code, translationOf(link, code, base, own.get(code))])),
	overrides: {
		story: Object.fromEntries(Object.entries(base).filter(([name]) => !ofLanguage.has(name))),
		link,
	},
});

/** A language of a story. An untranslated story only has its position, which links contain. */
function translationOf(
	link: Link,
	code: string,
	base: WireStory,
	variant: WireStory | undefined,
): Translation {
	const alternate = alternateOf(link, code);
	const prefix = `${code}/`;
	const translated = variant?.full_slug.startsWith(prefix)
		? variant.full_slug.slice(prefix.length)
		: variant?.full_slug;
	const fullSlug = translated ?? alternate?.translated_slug ?? base.full_slug;
	const { content = {}, ...story } = variant ?? {};
	return {
		exists: variant !== undefined,
		published: variant !== undefined,
		name: variant?.name ?? null,
		slug: variant?.slug ?? lastOf(fullSlug),
		fullSlug,
		realPath: variant?.path ?? null,
		content: () => content,
		overrides: { story, link: {} },
	};
}

const alternateOf = (link: Link, code: string) => link.alternates.find(({ lang }) => lang === code);

const lastOf = (slug: string): string => trimSlashes(slug).split('/').at(-1) ?? '';

const datesOf = (served: {
	created_at?: string | null | undefined;
	published_at?: string | null | undefined;
	first_published_at?: string | null | undefined;
	updated_at?: string | null | undefined;
}): Dates => ({
	created_at: served.created_at ?? '',
	first_published_at: served.first_published_at ?? null,
	published_at: served.published_at ?? null,
	updated_at: served.updated_at ?? served.created_at ?? '',
});

function datasourceOf({ datasource, entries }: ServedDatasource): Datasource {
	const { id, name, slug, dimensions, ...extra } = datasource;
	return {
		file: '',
		id,
		name,
		slug,
		dimensions: dimensions.map((dimension) => ({
			id: dimension.id,
			name: dimension.name,
			entryValue: dimension.entry_value,
			extra: dimension,
		})),
		entries,
		createdAt: '',
		updatedAt: '',
		extra,
	};
}
