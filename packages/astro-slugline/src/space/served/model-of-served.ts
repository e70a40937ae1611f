import { trimSlashes } from 'astro-keep/shared/text/slashes';
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

/**
 * A served space as a model, so that it answers as the embedded space does. What was served is served again,
 * field by field, as overrides. The model itself only has what selects and orders.
 */
export function modelOfServed(served: ServedSpace): SpaceModel {
	const variants = Map.groupBy(served.stories, ({ uuid }) => uuid);
	return {
		id: served.id,
		name: served.name,
		domain: '',
		createdAt: '',
		defaultLanguage: {},
		languages: served.languages.map((code) => ({ code, name: code })),
		contentTypes: new Map(),
		options: optionsOf(served.stories),
		tokens: { public: servedToken, preview: servedToken, oauth: servedToken },
		cv: served.cv,
		warnings: () => [],
		mistakes: () => [],
		blokPlaces: () => [],
		stories: served.links.flatMap((link) => {
			const own = new Map(variants.get(link.uuid)?.map((story) => [story.lang, story]));
			const base = own.get('default');
			return base ? [storyOf(link, base, own, served)] : [];
		}),
		folders: served.links.filter(({ is_folder }) => is_folder).map(folderOf),
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

const folderOf = (link: Link): Folder => ({
	...unknownFolder(link.id),
	uuid: link.uuid,
	fullSlug: link.slug,
	position: link.position,
	parent: parentOf(link),
	overrides: { story: {}, link },
});

/** Selections only ask for the id of a parent. */
const parentOf = ({ parent_id: id }: Link | WireStory): Folder | null => (id ? unknownFolder(id) : null);

const unknownFolder = (id: number): Folder => ({
	id,
	path: '',
	uuid: '',
	name: '',
	slug: '',
	fullSlug: '',
	realPath: null,
	position: 0,
	published: false,
	parent: null,
	dates: datesOf({}),
	translations: new Map(),
	overrides: { story: {}, link: {} },
});

function storyOf(
	link: Link,
	base: WireStory,
	own: ReadonlyMap<string, WireStory>,
	{ version, languages }: ServedSpace,
): Story {
	const edition: Edition = {
		name: base.name,
		slug: base.slug,
		fullSlug: base.full_slug,
		realPath: base.path,
		position: base.position,
		tags: base.tag_list,
		sortByDate: null,
		firstPublished: base.first_published_at ?? null,
		metaData: null,
		releaseId: null,
		dates: datesOf(base),
		component: base.content.component,
		content: () => base.content,
		translations: new Map(languages.map((code) => [code, translationOf(link, code, base, own.get(code))])),
		overrides: {
			story: Object.fromEntries(Object.entries(base).filter(([name]) => !ofLanguage.has(name))),
			link,
		},
	};
	return {
		file: '',
		id: base.id,
		uuid: base.uuid,
		groupId: base.group_id ?? '',
		isStartpage: base.is_startpage,
		folder: parentOf(base),
		published: version === 'published' || link.published ? edition : undefined,
		draft: edition,
		releases: new Map(),
	};
}

/** A language of a story. An untranslated story only has its position, which links contain. */
function translationOf(
	link: Link,
	code: string,
	base: WireStory,
	variant: WireStory | undefined,
): Translation {
	const alternate = link.alternates.find(({ lang }) => lang === code);
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
		slug: variant?.slug ?? trimSlashes(fullSlug).split('/').at(-1) ?? '',
		fullSlug,
		realPath: variant?.path ?? null,
		content: () => content,
		overrides: { story, link: {} },
	};
}

const datesOf = (served: { [Field in keyof Dates]?: string | null | undefined }): Dates => ({
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
