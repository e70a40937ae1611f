import { isDeepStrictEqual } from 'node:util';
import type { Fields } from 'astro-keep/shared/json';
import { trimSlashes } from 'astro-keep/shared/text/slashes';
import type { Link, LinkAlternate, Story } from '../../wire/index.js';
import { type FilePlace, partPath } from '../edit/story-files.js';
import { splitLast } from '../folder/stories/file-name.js';
import { momentOf, momentOrNull, stated, withoutMarks } from './fields.js';
import type { PlannedFiles } from './plan-files.js';

export type StoryIndex = {
	readonly stories: ReadonlyMap<string, Story>;
	readonly translations: ReadonlyMap<string, ReadonlyMap<string, Story>>;
};

/** What the files of stories are planned from. */
export type StoryContext = {
	/** Takes the files. */
	readonly files: PlannedFiles;
	readonly languages: readonly string[];
	/** By uuid. */
	readonly links: ReadonlyMap<string, Link>;
	/** Links of folders, by their directory. */
	readonly folders: ReadonlyMap<string, Link>;
	readonly published: StoryIndex;
	readonly draft: StoryIndex | undefined;
};

/** Plans the files of one story: for each language the published one, and a draft if it differs. */
export function planStory(first: Story, place: FilePlace, context: StoryContext): void {
	const { published, draft, files } = context;
	const live = published.stories.get(first.uuid);
	const edited = draft?.stories.get(first.uuid);
	const main = live ?? edited ?? first;
	const fields = storyFields(main);
	const editedFields = edited && live ? storyFields(edited) : fields;
	const put = (language: string | undefined, isDraft: boolean, fields: Record<string, unknown>) =>
		files.set(partPath(place, { language, isDraft }), fields);
	const slugs = slugsOf(main, place, context.folders.get(place.directory));
	put(undefined, false, { ...fields, ...slugs, ...(live ? {} : { published: false }) });
	if (!isDeepStrictEqual(editedFields, fields)) put(undefined, true, editedFields);
	for (const code of context.languages) {
		const planned = planTranslation(code, main, edited, place, context);
		if (planned) put(code, false, planned.main);
		if (planned?.draft) put(code, true, planned.draft);
	}
}

/**
 * Plans the files of one language. Undefined if there is nothing to write, because a language without a file
 * is unpublished.
 */
function planTranslation(
	code: string,
	main: Story,
	draft: Story | undefined,
	place: FilePlace,
	{ links, folders, published, draft: drafts }: StoryContext,
): { main: Record<string, unknown>; draft: Record<string, unknown> | undefined } | undefined {
	const link = links.get(main.uuid);
	const alternate = link?.alternates.find((each) => each.lang === code);
	const folder = place.base === 'index' ? folders.get(place.directory) : undefined;
	const names = namesOf(link?.name ?? main.name, alternate, link, folder);
	const fieldsOf = (story: Story | undefined, base: Story) => story && translationFields(story, base, names);
	const live = fieldsOf(published.translations.get(code)?.get(main.uuid), main);
	const edited = fieldsOf(drafts?.translations.get(code)?.get(main.uuid), draft ?? main);
	const isPublished = alternate ? alternate.published === true : live !== undefined && hasFields(live);
	const fields = (isPublished ? live : undefined) ?? edited ?? names;
	const isDraft =
		isPublished && live !== undefined && edited !== undefined && !isDeepStrictEqual(edited, live);
	if (!isPublished && !hasFields(fields)) return undefined;
	return {
		main: isPublished ? fields : { ...fields, published: false },
		draft: isDraft ? edited : undefined,
	};
}

const hasFields = (fields: Fields): boolean => Object.keys(fields).length > 0;

/** The slug fields that do not follow from the file's path. */
function slugsOf(story: Story, { base }: FilePlace, folder: Link | undefined): Fields {
	const parent = trimSlashes(folder?.slug ?? '');
	const isIndex = base === 'index';
	const ownSlug = isIndex ? splitLast(parent)[1] : base;
	const derived = isIndex ? `${parent}/` : [parent, ownSlug].filter((part) => part !== '').join('/');
	const { slug, full_slug } = story;
	return stated({
		slug: slug === ownSlug || slug.includes('/') || slug === '' ? undefined : slug,
		full_slug: full_slug === derived || full_slug === '' ? undefined : full_slug,
		is_startpage: story.is_startpage === isIndex ? undefined : story.is_startpage,
	});
}

/** The fields of one version of a story that the front matter supports. */
function storyFields(story: Story): Record<string, unknown> {
	return stated({
		uuid: story.uuid,
		id: String(story.id),
		name: story.name,
		path: story.path,
		position: String(story.position),
		tag_list: story.tag_list.length > 0 ? story.tag_list : undefined,
		created_at: momentOf(story.created_at),
		first_published_at: momentOrNull(story.first_published_at),
		published_at: momentOrNull(story.published_at),
		updated_at: momentOf(story.updated_at),
		sort_by_date: typeof story.sort_by_date === 'string' ? story.sort_by_date : undefined,
		group_id: story.group_id ?? undefined,
		meta_data: story.meta_data ?? undefined,
		release_id: story.release_id === null ? undefined : String(story.release_id),
		verbatim: true,
		content: withoutMarks(story.content),
	});
}

/** The fields in which a language differs from the default one. */
function translationFields(story: Story, base: Story, names: Fields): Fields {
	const own = Object.entries(story.content).filter(
		([name, value]) =>
			!['component', '_editable'].includes(name) &&
			!isDeepStrictEqual(withoutMarks(value), withoutMarks(base.content[name])),
	);
	return stated({
		...names,
		name: story.name !== base.name ? story.name : names['name'],
		path: story.path === base.path ? undefined : story.path,
		...(own.length > 0 ? { verbatim: true, content: withoutMarks(Object.fromEntries(own)) } : {}),
	});
}

/** A language's own name and slug in a link. A start page has its folder's slug. */
function namesOf(
	name: string,
	alternate: LinkAlternate | undefined,
	link: Link | undefined,
	folder: Link | undefined,
): Fields {
	const inFolder = folder?.alternates.find((each) => each.lang === alternate?.lang)?.translated_slug;
	const last = (slug: string | null | undefined) => splitLast(trimSlashes(slug ?? ''))[1];
	const slug = last(alternate?.translated_slug);
	const derived = last(inFolder ?? link?.slug);
	return stated({
		name: alternate?.name && alternate.name !== name ? alternate.name : undefined,
		slug: slug !== '' && slug !== derived ? slug : undefined,
	});
}
