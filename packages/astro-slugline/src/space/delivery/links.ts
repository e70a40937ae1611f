import { notFound } from '../http/answers.js';
import type { Folder, Story } from '../model/space-model.js';
import { type Catalog, editionOf, type Reading } from './catalog.js';
import { type Answer, type DeliveryRequest, pageOf, readRange } from './parameters.js';

/**
 * `GET /v2/cdn/links`: all folders, and the stories of the version. Spaces created before 9 May 2023 return
 * everything at once, without paging headers, unless the request says `paginated=1`.
 */
export function listLinks({ parameters, version, catalog }: DeliveryRequest): Answer {
	const prefix = parameters.text('starts_with');
	const parent = parameters.integer('with_parent', { min: 0 });
	const uuid = parameters.text('by_uuid');
	const withDates = parameters.flag('include_dates') ?? false;
	const isPaged = catalog.model.options.paginatesLinks || parameters.flag('paginated') === true;
	const selected = catalog.links.filter((item) => {
		const source = 'draft' in item ? (version === 'draft' ? item.draft : item.published) : item;
		if (!source) return false;
		const folder = 'draft' in item ? item.folder : item.parent;
		return (
			(prefix === undefined || source.fullSlug.startsWith(prefix)) &&
			(parent === undefined || (folder?.id ?? 0) === parent) &&
			(uuid === undefined || item.uuid === uuid)
		);
	});
	const page = isPaged ? pageOf(selected, readRange(parameters, 1000)) : { items: selected, headers: {} };
	const links = page.items.flatMap((item) => serveLink(item, version, withDates, catalog) ?? []);
	return {
		body: { links: Object.fromEntries(links.map((link) => [link.uuid, link])) },
		headers: page.headers,
	};
}

/** `GET /v2/cdn/links/{uuid}` */
export function oneLink({ parameters, version, catalog }: DeliveryRequest, uuid: string): Answer {
	const item = catalog.links.find((each) => each.uuid === uuid);
	const link = item && serveLink(item, version, parameters.flag('include_dates') ?? false, catalog);
	if (!link) throw notFound();
	return { body: { link } };
}

type ServedLink = Record<string, unknown> & { readonly uuid: string; readonly slug: string };

/**
 * A link in the default language, with all other languages as alternates. Undefined if the version does not
 * contain it.
 */
export function serveLink(
	item: Story | Folder,
	version: Reading['version'],
	withDates: boolean,
	{ model }: Catalog,
): ServedLink | undefined {
	const isStory = 'draft' in item;
	const edition = isStory ? editionOf(item, { version }) : undefined;
	const source = isStory ? edition : item;
	if (!source) return undefined;
	const { dates, overrides } = source;
	const parent = isStory ? item.folder : item.parent;
	const published = isStory ? item.published !== undefined : item.published;
	const link: ServedLink = {
		id: item.id,
		uuid: item.uuid,
		slug: source.fullSlug,
		path: source.realPath,
		real_path: `/${(source.realPath ?? source.fullSlug).replace(/^\/+/, '')}`,
		name: source.name,
		published,
		parent_id: parent?.id ?? null,
		is_folder: !isStory,
		is_startpage: isStory && item.isStartpage,
		position: source.position,
		published_at: toSeconds(dates.published_at),
		created_at: toSeconds(dates.created_at),
		updated_at: toSeconds(dates.updated_at),
		alternates: model.languages.flatMap(({ code }) => {
			const translation = source.translations.get(code);
			if (!translation) return [];
			const slug = model.options.translatesSlugs ? translation.fullSlug : source.fullSlug;
			const name = model.options.translatesSlugs ? translation.name : null;
			const own = edition?.translations.get(code);
			return [
				{
					path: own?.realPath ?? slug,
					name: name ?? source.name,
					lang: code,
					published: own?.published ?? published,
					translated_slug: slug,
					...own?.overrides.link,
				},
			];
		}),
		...overrides.link,
	};
	if (withDates) return link;
	const { uuid, slug, published_at, created_at, updated_at, ...undated } = link;
	return { uuid, slug, ...undated };
}

/** Times in links have no milliseconds. A space that was served may have lacked them. */
const toSeconds = (iso: string | null): string | null =>
	iso ? new Date(iso).toISOString().replace(/\.\d{3}Z$/, 'Z') : null;
