import { once } from 'astro-keep/shared/once';
import { nearest } from 'astro-keep/shared/text/named';
import { trimSlashes } from 'astro-keep/shared/text/slashes';
import type { Content } from '../../../wire/index.js';
import type { Dates, Edition, Folder, Story, Translation } from '../../model/space-model.js';
import { uuidOf } from '../files/digest.js';
import { SpaceFolderError } from '../files/folder-error.js';
import type { SpaceFile } from '../files/space-file.js';
import type { StoryFile, TranslationFile } from '../files/story-file.js';
import { type ContentContext, completeField, uidAt } from './complete-content.js';
import { heldFields } from './dates.js';
import { isHome, isStartpage, slugOf, titleOf, translatedSlugOf } from './slugs.js';
import type { ReadFile, StoryGroup } from './story-group.js';

export interface StoryContext {
	readonly space: SpaceFile;
	/** Uuids of stories by full slug, without slashes at the ends. */
	readonly bySlug: ReadonlyMap<string, string>;
	readonly uuids: ReadonlySet<string>;
	/** Keys of stories that were pulled and edited since. */
	readonly edited: ReadonlySet<string>;
}

/** A context that notes what a story's content takes from other files, so that a change of these is one of the story. */
interface NotingContext extends StoryContext {
	readonly taken: Set<string>;
}

/**
 * Creates a story from its files.
 *
 * @param datesWith returns the dates; gets what the content takes from other files, as text
 * @throws {SpaceFolderError} if a reference leads to no story
 */
export function makeStory(
	group: StoryGroup,
	folder: Folder | null,
	datesWith: (taken: string) => Dates,
	given: StoryContext,
): Story {
	const context: NotingContext = { ...given, taken: new Set() };
	const { draft, first, isPublished } = group;
	const edition = (version: Version) => makeEdition(group, version, folder, context);
	const published = isPublished ? edition('published') : undefined;
	const hasDraft = draft !== undefined || [...group.translations.values()].some((each) => each.draft);
	const draftEdition = published && !hasDraft ? published : edition('draft');
	const inReleases = releasesOf(group).map((release) => [release, edition({ release })] as const);
	const dates = datesWith([...context.taken].sort().join());
	const dated = (edition: Undated): Edition => ({ ...edition, dates });
	const publishedEdition = published && dated(published);
	return {
		file: first.file,
		id: group.id,
		uuid: group.uuid,
		groupId: first.front.group_id ?? draft?.front.group_id ?? uuidOf(`group ${group.key}`),
		isStartpage: isStartpage(group),
		folder,
		published: publishedEdition,
		draft: draftEdition === published && publishedEdition ? publishedEdition : dated(draftEdition),
		releases: new Map(inReleases.map(([release, edition]) => [release, dated(edition)])),
	};
}

type Undated = Omit<Edition, 'dates'>;

/** A draft in a release differs from the draft in what the release changes. */
type Version = 'published' | 'draft' | { readonly release: number };

/** The releases that change a story, or one of its languages. */
function releasesOf(group: StoryGroup): number[] {
	const files = [{ main: group.main, draft: group.draft }, ...group.translations.values()];
	const ids = files.flatMap((each) => Object.keys(pick(each, 'draft')?.front.releases ?? {}));
	return [...new Set(ids)].map(Number);
}

/** A file as a release changes it. */
function inVersion<T extends StoryFile | TranslationFile>(
	file: ReadFile<T>,
	version: Version,
	body: string,
): ReadFile<T> {
	const change = typeof version === 'object' ? file.front.releases?.[version.release] : undefined;
	if (!change) return file;
	const { name = file.front.name, content = {} } = change;
	const { text } = file;
	return {
		...file,
		front: { ...file.front, name, content: { ...file.front.content, ...content } },
		text: { ...text, body: Object.hasOwn(content, body) ? '' : text.body },
	};
}

function makeEdition(
	group: StoryGroup,
	version: Version,
	folder: Folder | null,
	context: NotingContext,
): Undated {
	const stored = version === 'published' ? group.first : (group.draft ?? group.first);
	const body = bodyField(stored.front.content, context);
	const file = inVersion(stored, version, body);
	const front: StoryFile = stored === group.first ? file.front : { ...group.first.front, ...file.front };
	const slug = slugOf(group, folder);
	const component = componentOf(front.content);
	const fields = readContent(group, file, component, body, context);
	const content = once((): Content => ({ _uid: uidAt(group.uuid, []), component, ...fields() }));
	const translations = context.space.languages.map(({ code }): [string, Translation] => {
		const picked = pick(group.translations.get(code), version);
		const translation = picked && inVersion(picked, version, body);
		const own = translatedSlugOf(group, folder, slug, code, translation?.front.slug);
		const fields = translation && readContent(group, translation, component, body, context);
		return [
			code,
			{
				exists: translation !== undefined,
				published: group.isPublished && isLive(group, code, context),
				name: translation?.front.name ?? null,
				slug: own.slug,
				fullSlug: own.fullSlug,
				realPath: translation?.front.path ?? null,
				content: fields ?? noFields,
				overrides: overridesOf(translation?.front, context.edited.has(group.key)),
			},
		];
	});
	return {
		name: front.name ?? titleOf(slug.slug),
		slug: slug.slug,
		fullSlug: slug.fullSlug,
		realPath: front.path === undefined ? (isHome(group) ? '/' : null) : front.path,
		position: front.position ?? 0,
		tags: front.tag_list ?? [],
		sortByDate: front.sort_by_date ?? null,
		firstPublished: front.first_published_at ?? null,
		metaData: front.meta_data ?? null,
		releaseId: typeof version === 'object' ? version.release : (front.release_id ?? null),
		component,
		content,
		translations: new Map(translations),
		overrides: overridesOf(front, context.edited.has(group.key)),
	};
}

const overridesOf = (front: StoryFile | TranslationFile | undefined, isEdited: boolean) => ({
	story: heldFields(front?.extra, isEdited),
	link: heldFields(front?.link, isEdited),
});

const noFields = () => ({});

/** True if a language is published, whatever its draft says. */
function isLive(group: StoryGroup, code: string, { space }: StoryContext): boolean {
	const main = group.translations.get(code)?.main;
	return !space.publish_languages_independently || (main !== undefined && main.front.published !== false);
}

const pick = <T>(
	files: { readonly main: T | undefined; readonly draft: T | undefined } | undefined,
	version: Version,
): T | undefined => (version === 'published' ? files?.main : (files?.draft ?? files?.main));

const componentOf = (content: Readonly<Record<string, unknown>>): string => String(content.component);

const bodyField = (content: Readonly<Record<string, unknown>>, { space }: StoryContext): string =>
	space.content_types[componentOf(content)]?.body ?? 'body';

/** The fields in one file, including its body. They are checked now, and completed on first use. */
function readContent(
	group: StoryGroup,
	file: ReadFile<StoryFile | TranslationFile>,
	component: string,
	body: string,
	context: NotingContext,
): () => Readonly<Record<string, unknown>> {
	const stated = file.front.content ?? {};
	if (typeof stated.component === 'string' && stated.component !== component) {
		throw new SpaceFolderError(
			file.file,
			file.text.at(['content', 'component']),
			`The story is of the content type \`${component}\`, and so are its languages. Remove \`component\` here.`,
		);
	}
	if (file.text.body !== '' && Object.hasOwn(stated, body)) {
		throw new SpaceFolderError(
			file.file,
			file.text.at(['content', body]),
			`\`${body}\` is set here and by the text below the front matter. Remove one, or choose another field for the text as \`body\` of \`content_types: ${component}\` in space.yaml.`,
		);
	}
	const fields = file.text.body === '' ? stated : { ...stated, [body]: file.text.body };
	if (file.text.body !== '' && body !== 'body') context.taken.add(`body ${body}`);
	if (file.front.verbatim) return () => fields;
	const ofType = (name: string, kind: 'references' | 'richtext'): readonly string[] => {
		const named = context.space.content_types[name]?.[kind] ?? [];
		if (named.length > 0) context.taken.add(`${kind} ${name} ${named.join()}`);
		return named;
	};
	const inner: ContentContext = {
		seed: group.uuid,
		references: (name) => ofType(name, 'references'),
		richTexts: (name) => ofType(name, 'richtext'),
		has(slug) {
			const isThere = context.bySlug.has(slug);
			if (isThere) context.taken.add(`story ${slug}`);
			return isThere;
		},
		resolve(slug, place) {
			const uuid = context.bySlug.get(trimSlashes(slug)) ?? (context.uuids.has(slug) ? slug : undefined);
			if (uuid !== undefined) {
				if (uuid !== slug) context.taken.add(`story ${slug} ${uuid}`);
				return uuid;
			}
			const slugs = [...context.bySlug.keys()];
			const meant = slugs.find((one) => one.endsWith(`/${slug}`)) ?? nearest(slug, slugs);
			throw new SpaceFolderError(
				file.file,
				file.text.at(['content', ...place]),
				`No story has the slug \`${slug}\`. ${meant ? `Did you mean \`${meant}\`?` : 'Correct it, or add the story.'}`,
			);
		},
	};
	const completed = (context: ContentContext) =>
		Object.fromEntries(
			Object.entries(fields).map(([name, value]) => [name, completeField(component, name, value, context)]),
		);
	// Finds slugs of missing stories. Content that is never requested gets no `_uid`s.
	completed({ ...inner, seed: undefined });
	return once(() => completed(inner));
}
