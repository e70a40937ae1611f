import type { Link, LinkAlternate, Story } from '../../wire/index.js';
import { writeFrontMatter } from '../folder/front-matter.js';
import { writeYaml } from '../folder/yaml.js';
import { isSameJson, stated, withoutMarks } from './equal.js';
import { type Place, type Places, placesOf, splitLast, trim } from './places.js';
import type { PulledDatasource, PulledSpace, PulledVersion } from './pulled-space.js';

/** What is written into a file: the fields of its front matter or YAML, not yet text. */
export type PlannedFile = { readonly path: string; readonly fields: Record<string, unknown> };

/** Which file holds which part of a story, to put corrections into. */
export type PlannedStory = {
	readonly uuid: string;
	readonly main: PlannedFile;
	draft: PlannedFile | undefined;
	/** By language code. */
	readonly translations: Map<string, { main: PlannedFile; draft: PlannedFile | undefined }>;
};

export type PlannedSpace = {
	readonly stories: ReadonlyMap<string, PlannedStory>;
	/** By uuid. */
	readonly folders: ReadonlyMap<string, PlannedFile>;
	readonly others: readonly PlannedFile[];
};

/** The files that say what was pulled, as far as the model of a space has words for it. */
export function planFiles(pulled: PulledSpace): PlannedSpace {
	const links = unionByUuid(pulled.published.links, pulled.draft?.links ?? []);
	const translated = [
		...pulled.published.translations.values(),
		...(pulled.draft?.translations.values() ?? []),
	];
	const first = unionByUuid(
		pulled.published.stories,
		pulled.draft?.stories ?? [],
		...translated.map(inDefault),
	);
	const places = placesOf(pulled, links, first);
	const linkOf = new Map(links.map((link) => [link.uuid, link]));
	const index = { published: indexOf(pulled.published), draft: pulled.draft && indexOf(pulled.draft) };
	const stories = new Map<string, PlannedStory>();
	for (const story of first) {
		const place = places.stories.get(story.uuid);
		if (place)
			stories.set(story.uuid, planStory(story, linkOf.get(story.uuid), place, places, pulled, index));
	}
	return {
		stories,
		folders: planFolders(links, places),
		others: [planSpace(pulled, links), ...pulled.datasources.map(planDatasource)],
	};
}

type Index = {
	stories: ReadonlyMap<string, Story>;
	translations: ReadonlyMap<string, ReadonlyMap<string, Story>>;
};

const byUuid = (stories: readonly Story[]) => new Map(stories.map((story) => [story.uuid, story]));

const indexOf = (version: PulledVersion): Index => ({
	stories: byUuid(version.stories),
	translations: new Map([...version.translations].map(([code, stories]) => [code, byUuid(stories)])),
});

function unionByUuid<T extends { uuid: string }>(...lists: readonly (readonly T[])[]): T[] {
	const found = new Map<string, T>();
	for (const item of lists.flat()) if (!found.has(item.uuid)) found.set(item.uuid, item);
	return [...found.values()];
}

/** A story that is only published in a language: what of it belongs to the default language. */
const inDefault = (stories: readonly Story[]): Story[] =>
	stories.map((story) => ({
		...story,
		full_slug: story.default_full_slug ?? story.full_slug.replace(new RegExp(`^${story.lang}/`), ''),
	}));

function planStory(
	first: Story,
	link: Link | undefined,
	place: Place,
	places: Places,
	pulled: PulledSpace,
	index: { published: Index; draft: Index | undefined },
): PlannedStory {
	const published = index.published.stories.get(first.uuid);
	const draft = index.draft?.stories.get(first.uuid);
	const path = (suffix: string) =>
		`${place.directory === '' ? '' : `${place.directory}/`}${place.base}${suffix}.md`;
	const main = published ?? draft ?? first;
	const identity = {
		...slugsOf(main, place, pulled, places),
		...(published ? {} : { published: false }),
	};
	const mainFields = { ...storyFields(main), ...identity };
	const draftFields = draft && published ? storyFields(draft) : undefined;
	const differs = draftFields !== undefined && !isSameJson(draftFields, storyFields(main));
	const translations = new Map<string, { main: PlannedFile; draft: PlannedFile | undefined }>();
	for (const code of pulled.languages) {
		const alternate = link?.alternates.find((each) => each.lang === code);
		const live = index.published.translations.get(code)?.get(first.uuid);
		const edited = index.draft?.translations.get(code)?.get(first.uuid);
		const isPublished = alternate?.published ?? live !== undefined;
		const source = (isPublished ? live : undefined) ?? edited;
		const fields = source && translationFields(source, isPublished ? main : (draft ?? main), alternate, link);
		const editedFields =
			edited && source !== edited ? translationFields(edited, draft ?? main, alternate, link) : undefined;
		if (!isPublished && fields === undefined) continue;
		const said = { ...fields, ...(isPublished ? {} : { published: false }) };
		const isDraft = editedFields !== undefined && !isSameJson(editedFields, fields);
		if (Object.keys(said).length === 0 && !isDraft && !isPublished) continue;
		translations.set(code, {
			main: { path: path(`.${code}`), fields: said },
			draft: isDraft ? { path: path(`.${code}.draft`), fields: editedFields } : undefined,
		});
	}
	return {
		uuid: first.uuid,
		main: { path: path(''), fields: mainFields },
		draft: differs ? { path: path('.draft'), fields: draftFields } : undefined,
		translations,
	};
}

/** Where the file's own path does not say the slug, the file does. */
function slugsOf(story: Story, place: Place, pulled: PulledSpace, places: Places): Record<string, unknown> {
	const directorySlug = folderSlug(place.directory, pulled, places);
	const isIndex = place.base === 'index';
	const derivedSlug = isIndex ? trim(directorySlug).split('/').at(-1) || 'home' : place.base;
	const derived = isIndex
		? place.directory === ''
			? 'home'
			: `${directorySlug}/`
		: [directorySlug, place.base].filter((part) => part !== '').join('/');
	return stated({
		slug:
			story.slug === derivedSlug || story.slug.includes('/') || story.slug === '' ? undefined : story.slug,
		full_slug: story.full_slug === derived || story.full_slug === '' ? undefined : story.full_slug,
		is_startpage: story.is_startpage === isIndex ? undefined : story.is_startpage,
	});
}

function folderSlug(directory: string, pulled: PulledSpace, places: Places): string {
	const uuid = [...places.folders].find(([, path]) => path === directory)?.[0];
	const links = [...pulled.published.links, ...(pulled.draft?.links ?? [])];
	return trim(links.find((link) => link.uuid === uuid)?.slug ?? '');
}

const moment = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:Z|[+-]\d\d:?\d\d)$/;
const isMoment = (value: unknown): value is string =>
	typeof value === 'string' && moment.test(value) && !Number.isNaN(Date.parse(value));

/** Everything of one version of a story that its front matter has a field for. */
function storyFields(story: Story): Record<string, unknown> {
	return stated({
		uuid: story.uuid,
		id: String(story.id),
		name: story.name,
		path: story.path,
		position: String(story.position),
		tag_list: story.tag_list.length > 0 ? story.tag_list : undefined,
		created_at: isMoment(story.created_at) ? story.created_at : undefined,
		first_published_at: dateOrNull(story.first_published_at),
		published_at: dateOrNull(story.published_at),
		updated_at: isMoment(story.updated_at) ? story.updated_at : undefined,
		sort_by_date: typeof story.sort_by_date === 'string' ? story.sort_by_date : undefined,
		group_id: story.group_id ?? undefined,
		meta_data: story.meta_data ?? undefined,
		release_id: story.release_id === null ? undefined : String(story.release_id),
		verbatim: true,
		content: withoutMarks(story.content),
	});
}

const dateOrNull = (value: string | null) => (value === null || isMoment(value) ? value : undefined);

/** What one language says otherwise than the default one. */
function translationFields(
	story: Story,
	base: Story,
	alternate: LinkAlternate | undefined,
	link: Link | undefined,
): Record<string, unknown> {
	const own = Object.entries(story.content).filter(
		([name, value]) =>
			name !== 'component' && !isSameJson(withoutMarks(value), withoutMarks(base.content[name])),
	);
	const content = withoutMarks(Object.fromEntries(own.filter(([name]) => name !== '_editable')));
	const name = story.name !== base.name ? story.name : (alternate?.name ?? undefined);
	const slug = alternate?.translated_slug ?? undefined;
	const [, last] = splitLast(trim(slug ?? ''));
	return stated({
		name: name !== undefined && (name !== base.name || story.name !== base.name) ? name : undefined,
		slug: last !== '' && last !== splitLast(trim(link?.slug ?? ''))[1] ? last : undefined,
		path: story.path === base.path ? undefined : story.path,
		...(own.length > 0 ? { verbatim: true, content } : {}),
	});
}

function planFolders(links: readonly Link[], places: Places): Map<string, PlannedFile> {
	const files = new Map<string, PlannedFile>();
	for (const link of links) {
		const directory = places.folders.get(link.uuid);
		if (directory === undefined) continue;
		const [, slug] = splitLast(trim(link.slug));
		const translated = link.alternates.flatMap((each) => {
			const [, own] = splitLast(trim(each.translated_slug ?? ''));
			const says = stated({
				slug: own !== '' && own !== slug ? own : undefined,
				name: each.name !== null && each.name !== link.name ? each.name : undefined,
			});
			return Object.keys(says).length === 0 ? [] : [[each.lang, says]];
		});
		const fields = stated({
			uuid: link.uuid,
			id: String(link.id),
			name: link.name,
			slug: slug === splitLast(directory)[1] ? undefined : slug,
			path: link.path,
			position: String(link.position),
			published: link.published === true ? true : undefined,
			translated: translated.length > 0 ? Object.fromEntries(translated) : undefined,
		});
		files.set(link.uuid, { path: `${directory}/_folder.yaml`, fields });
	}
	return files;
}

function planSpace(pulled: PulledSpace, links: readonly Link[]): PlannedFile {
	const stories = [...pulled.published.stories, ...(pulled.draft?.stories ?? [])];
	const translates =
		stories.some((story) => story.default_full_slug !== null || (story.translated_slugs ?? null) !== null) ||
		links.some((link) =>
			link.alternates.some((each) => each.translated_slug !== null && each.translated_slug !== link.slug),
		);
	return {
		path: 'space.yaml',
		fields: stated({
			id: String(pulled.id),
			name: pulled.name,
			domain: pulled.domain ?? undefined,
			languages: pulled.languages.length > 0 ? pulled.languages : undefined,
			translatable_slugs: translates,
		}),
	};
}

function planDatasource({ datasource, entries }: PulledDatasource): PlannedFile {
	const { id, name, slug, dimensions, ...extra } = datasource;
	return {
		path: `datasources/${slug}.yaml`,
		fields: stated({
			name,
			id: String(id),
			dimensions: dimensions.map(({ id: dimensionId, name: dimensionName, entry_value, ...rest }) =>
				stated({
					name: dimensionName,
					entry_value,
					id: String(dimensionId),
					extra: Object.keys(stated(rest)).length > 0 ? stated(rest) : undefined,
				}),
			),
			entries: entries.map((entry) =>
				stated({
					name: entry.name,
					value: entry.value,
					id: String(entry.id),
					dimensions: Object.keys(entry.dimensions).length > 0 ? entry.dimensions : undefined,
				}),
			),
			extra: Object.keys(stated(extra)).length > 0 ? stated(extra) : undefined,
		}),
	};
}

/** The text of a planned file. */
export const textOf = ({ path, fields }: PlannedFile): string =>
	path.endsWith('.md') ? writeFrontMatter(fields) : writeYaml(fields);
