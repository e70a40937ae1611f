import { isObject, mapObjects } from 'astro-keep/shared/json';
import type { Content } from '../../wire/index.js';
import type { Edition, Story, Translation } from '../model/space-model.js';
import { type Catalog, editionOf, type Reading } from './catalog.js';

export type ServedStory = Record<string, unknown> & {
	readonly uuid: string;
	readonly full_slug: string;
	content: Content;
};

/** A story in the version and language of a request. Undefined if that version does not contain it. */
export function serveStory(story: Story, reading: Reading, catalog: Catalog): ServedStory | undefined {
	const edition = editionOf(story, reading);
	if (!edition) return undefined;
	const { options } = catalog.model;
	const { language } = reading;
	const translation = language === undefined ? undefined : edition.translations.get(language);
	const own = translation && isReadable(translation, reading) ? translation : undefined;
	const place = translation && options.translatesSlugs ? translation : edition;
	const content = withTranslatedLinks(contentIn(edition, reading), reading, catalog);
	return {
		name: own?.name ?? edition.name,
		created_at: edition.dates.created_at,
		published_at: edition.dates.published_at,
		updated_at: edition.dates.updated_at,
		id: story.id,
		uuid: story.uuid,
		content: reading.version === 'draft' ? withEditable(content, story, catalog) : content,
		slug: place.slug,
		full_slug: fullSlugIn(edition, language, catalog),
		sort_by_date: edition.sortByDate,
		position: edition.position,
		tag_list: edition.tags,
		is_startpage: story.isStartpage,
		parent_id: story.folder?.id ?? null,
		meta_data: edition.metaData,
		group_id: story.groupId,
		first_published_at: edition.dates.first_published_at,
		release_id: edition.releaseId,
		lang: translation ? language : 'default',
		path: own?.realPath ?? edition.realPath,
		alternates: alternatesOf(story, reading, catalog),
		default_full_slug: options.translatesSlugs ? edition.fullSlug : null,
		translated_slugs: options.translatesSlugs ? translatedSlugs(edition, catalog) : null,
		...edition.overrides.story,
		...own?.overrides.story,
	};
}

/** The full slug of a story in a language, with its code in front; in the default one if it has no translation. */
function fullSlugIn(edition: Edition, language: string | undefined, { model }: Catalog): string {
	const translation = language === undefined ? undefined : edition.translations.get(language);
	const place = translation && model.options.translatesSlugs ? translation : edition;
	return translation ? `${language}/${place.fullSlug}` : edition.fullSlug;
}

/** Gives links to stories in rich text the address in the language of the request, as the service does. */
function withTranslatedLinks(content: Content, reading: Reading, catalog: Catalog): Content {
	const { language } = reading;
	if (language === undefined) return content;
	const linked = mapObjects(content, (fields) => {
		const { type, attrs } = fields;
		if (type !== 'link' || !isObject(attrs) || attrs['linktype'] !== 'story') return fields;
		const story = catalog.byUuid(String(attrs['uuid']));
		const edition = story && editionOf(story, reading);
		const href = edition ? `/${fullSlugIn(edition, language, catalog)}` : attrs['href'];
		return { ...fields, attrs: { ...attrs, href } };
	});
	return { ...content, ...(linked as object) };
}

/** Drafts include every language that has a file, published requests only published languages. */
const isReadable = (translation: Translation, { version }: Reading): boolean =>
	translation.exists && (version === 'draft' || translation.published);

/** A language's own fields over those of its fallback language, over those of the default language. */
function contentIn(edition: Edition, reading: Reading): Content {
	const { language, fallback } = reading;
	if (language === undefined) return edition.content();
	const layers = [fallback, language].flatMap((code) => {
		const translation = code === undefined ? undefined : edition.translations.get(code);
		return translation && isReadable(translation, reading) ? [translation.content()] : [];
	});
	return Object.assign({}, edition.content(), ...layers);
}

/** The other stories of the group, for folder-level translation. Only drafts include unpublished ones. */
function alternatesOf(story: Story, reading: Reading, catalog: Catalog) {
	return catalog.group(story.groupId).flatMap((other) => {
		const edition = editionOf(other, reading);
		if (other === story || !edition) return [];
		return [
			{
				id: other.id,
				name: edition.name,
				slug: edition.slug,
				published: other.published !== undefined,
				full_slug: edition.fullSlug,
				is_folder: false,
				parent_id: other.folder?.id ?? null,
			},
		];
	});
}

const translatedSlugs = (edition: Edition, { model }: Catalog) =>
	model.languages.flatMap(({ code }) => {
		const translation = edition.translations.get(code);
		if (!translation) return [];
		return [
			{ path: translation.fullSlug, name: translation.name, lang: code, published: translation.published },
		];
	});

/** Adds the marks by which the editor identifies bloks. Drafts only. */
function withEditable(content: Content, story: Story, { model }: Catalog): Content {
	const marked = mapObjects(content, (fields) => {
		const { _editable, _uid: uid, component: name } = fields;
		if (typeof _editable === 'string' || typeof uid !== 'string' || typeof name !== 'string') return fields;
		const about = { name, space: String(model.id), uid, id: String(story.id) };
		return { ...fields, _editable: `<!--#storyblok#${JSON.stringify(about)}-->` };
	});
	return { ...content, ...(marked as object) };
}
