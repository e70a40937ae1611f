import { wildcardMatcher } from '../../shared/text/glob.js';
import type { Catalog } from '../delivery/catalog.js';
import { type Parameters, pageOf, readRange } from '../delivery/parameters.js';
import { selectStories } from '../delivery/select-stories.js';
import { serveStory } from '../delivery/serve-story.js';
import { dropUnknownOperations } from '../filter/filter-query.js';
import { json, notFound } from '../http/answers.js';
import type { Folder, Story } from '../model/space-model.js';
import { objectsIn } from './contents.js';

/** The management API shows what editors see: drafts in the default language. */
const reading = { version: 'draft', language: undefined, fallback: undefined } as const;

const isStory = (item: Story | Folder): item is Story => 'draft' in item;
const parentOf = (item: Story | Folder) => (isStory(item) ? item.folder : item.parent);
const sourceOf = (item: Story | Folder) => (isStory(item) ? item.draft : item);

/** Parameters of the list that no folder matches. */
const ofContent = ['filter_query', 'contain_component', 'with_tag', 'search', 'text_search', 'is_published'];

/**
 * `GET /v1/spaces/:id/stories`: folders, and then stories, without their content. Pages have at most 100 of them, however many are
 * asked for.
 */
export function listManagedStories(parameters: Parameters, catalog: Catalog): Response {
	const { page, perPage } = readRange(parameters, 1000);
	dropUnknownOperations(parameters.all);
	const term = parameters.text('search') ?? parameters.text('text_search');
	if (term !== undefined) parameters.all.set('search_term', term);
	const stories = parameters.flag('folder_only') ? [] : selectStories(parameters, reading, catalog);
	const names = [...parameters.all.keys()].map((key) => key.split('[', 1)[0] ?? '');
	const hasFolders = !parameters.flag('story_only') && !names.some((name) => ofContent.includes(name));
	const folders = hasFolders ? selectFolders(parameters, catalog.model.folders) : [];
	const all = [...folders, ...stories.filter(ofStories(parameters))].filter(byPlace(parameters));
	const { items, headers } = pageOf(all, { page, perPage: Math.min(perPage, 100) });
	const served = items.map((item) => {
		const content_type = isStory(item) ? item.draft.component : '';
		return { ...shownAs(item, catalog), content_summary: {}, content_type, release_ids: [], stage: null };
	});
	return json(200, { stories: served }, headers);
}

function selectFolders(parameters: Parameters, folders: readonly Folder[]): Folder[] {
	const slugs = parameters.list('by_slugs')?.map(wildcardMatcher);
	const [ids, uuids] = [parameters.list('by_ids'), parameters.list('by_uuids')];
	const prefix = parameters.text('starts_with') ?? '';
	return folders.filter(
		({ id, uuid, fullSlug }) =>
			fullSlug.startsWith(prefix) &&
			(!slugs || slugs.some((matches) => matches(fullSlug))) &&
			(!ids || ids.includes(String(id))) &&
			(!uuids || uuids.includes(uuid)),
	);
}

function ofStories(parameters: Parameters): (story: Story) => boolean {
	const components = parameters.list('contain_component');
	const isPublished = parameters.flag('is_published');
	const contains = (story: Story) =>
		[...objectsIn(story.draft.content())].some(({ component }) => components?.includes(String(component)));
	return (story) =>
		(components === undefined || contains(story)) &&
		(isPublished === undefined || (story.published !== undefined) === isPublished);
}

function byPlace(parameters: Parameters): (item: Story | Folder) => boolean {
	const parent = parameters.integer('with_parent', { min: 0 });
	const slug = parameters.text('with_slug');
	return (item) =>
		(parent === undefined || (parentOf(item)?.id ?? 0) === parent) &&
		(slug === undefined || sourceOf(item).fullSlug === slug);
}

/** `GET /v1/spaces/:id/stories/:id`, with the fields of each language under `field__i18n__xx`. */
export function oneManagedStory(id: number, catalog: Catalog): Response {
	const item = catalog.byId(id) ?? catalog.model.folders.find((folder) => folder.id === id);
	if (!item) throw notFound();
	const story = { ...shownAs(item, catalog), content: isStory(item) ? contentOf(item) : {} };
	return json(200, { story });
}

function contentOf({ draft }: Story): Record<string, unknown> {
	const translated = [...draft.translations].flatMap(([code, translation]) =>
		Object.entries(translation.content()).map(([name, value]) => [
			`${name}__i18n__${code.replaceAll('-', '_')}`,
			value,
		]),
	);
	return { ...draft.content(), ...Object.fromEntries(translated) };
}

/** A story or folder without its content, with the fields that the vendor's types require. */
function shownAs(item: Story | Folder, catalog: Catalog): object {
	const source = sourceOf(item);
	const parent = parentOf(item);
	const ancestors = ancestorsOf(parent);
	const delivered = isStory(item) ? serveStory(item, reading, catalog) : undefined;
	const isPublished = isStory(item) ? item.published !== undefined : item.published;
	return {
		...{ id: item.id, uuid: item.uuid, name: source.name, slug: source.slug, full_slug: source.fullSlug },
		...{ path: source.realPath, parent_id: parent?.id ?? 0, position: source.position },
		...{ is_folder: !isStory(item), is_startpage: isStory(item) && item.isStartpage },
		...{ group_id: isStory(item) ? item.groupId : item.uuid, alternates: delivered?.['alternates'] ?? [] },
		...{ tag_list: isStory(item) ? item.draft.tags : [], meta_data: delivered?.['meta_data'] ?? null },
		...{ published: isPublished, unpublished_changes: isStory(item) && item.draft !== item.published },
		...{ created_at: source.dates.created_at, updated_at: source.dates.updated_at },
		...{ published_at: source.dates.published_at, first_published_at: source.dates.first_published_at },
		sort_by_date: isStory(item) ? item.draft.sortByDate : null,
		parent: parent && { ...folderOf(parent), uuid: parent.uuid },
		breadcrumbs: ancestors.map((folder) => ({ ...folderOf(folder), translated_slugs: [] })),
		translated_slugs: [...source.translations].map(([lang, { name, slug }], index) => ({
			...{ id: item.id + index + 1, name, slug, lang, published: isPublished },
		})),
		localized_paths: delivered?.['translated_slugs'] ?? [],
		preview_token: { token: '', timestamp: '0' },
		...{ deleted_at: null, default_root: null, imported_at: null, publish_at: null, expire_at: null },
		...{ last_author: null, last_author_id: null, can_not_view: null, scheduled_dates: null },
		...{ disble_fe_editor: false, disable_fe_editor: false, pinned: false, is_scheduled: null },
		...{ user_ids: [], space_role_ids: [], translated_stories: [], ideas: [], favourite_for_user_ids: [] },
		...{ base_version_id: null, main_version_id: null, current_version_id: null },
	};
}

const ancestorsOf = (folder: Folder | null): Folder[] =>
	folder === null ? [] : [...ancestorsOf(folder.parent), folder];

const folderOf = ({ id, name, parent, realPath, fullSlug }: Folder) => ({
	...{ id, name, parent_id: parent?.id ?? 0, path: realPath, slug: fullSlug },
	...{ disble_fe_editor: false, disable_fe_editor: false },
});
