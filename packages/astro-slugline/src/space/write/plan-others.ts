import { trimSlashes } from 'astro-keep/shared/text/slashes';
import type { Link } from '../../wire/index.js';
import { isSafeName, splitLast } from '../folder/stories/file-name.js';
import type { ServedDatasource } from '../served/served-space.js';
import { momentOf, momentOrNull, stated } from './fields.js';
import type { PulledSpace } from './pulled-space.js';

type PlannedFile = [path: string, fields: Record<string, unknown>];

/** A map, or undefined if it is empty. */
const unlessEmpty = (fields: object): object | undefined =>
	Object.keys(fields).length > 0 ? fields : undefined;

export function planFolder(directory: string, link: Link): PlannedFile {
	const [, slug] = splitLast(trimSlashes(link.slug));
	const translated = link.alternates.flatMap((each) => {
		const [, own] = splitLast(trimSlashes(each.translated_slug ?? ''));
		const says = stated({
			slug: own !== '' && own !== slug ? own : undefined,
			name: each.name !== null && each.name !== link.name ? each.name : undefined,
		});
		return unlessEmpty(says) ? [[each.lang, says]] : [];
	});
	const fields = stated({
		uuid: link.uuid,
		id: String(link.id),
		name: link.name,
		slug: slug === splitLast(directory)[1] ? undefined : slug,
		path: link.path,
		position: String(link.position),
		published: link.published === true ? true : undefined,
		created_at: momentOf(link.created_at),
		published_at: momentOrNull(link.published_at),
		updated_at: momentOf(link.updated_at),
		translated: unlessEmpty(Object.fromEntries(translated)),
	});
	return [`${directory}/_folder.yaml`, fields];
}

export function planSpace(pulled: PulledSpace, links: readonly Link[]): Record<string, unknown> {
	const stories = [...pulled.published.stories, ...(pulled.draft?.stories ?? [])];
	const translates =
		stories.some((story) => story.default_full_slug !== null || (story.translated_slugs ?? null) !== null) ||
		links.some((link) =>
			link.alternates.some((each) => each.translated_slug !== null && each.translated_slug !== link.slug),
		);
	return stated({
		id: String(pulled.id),
		name: pulled.name,
		domain: pulled.domain ?? undefined,
		languages: pulled.languages.length > 0 ? pulled.languages : undefined,
		translatable_slugs: translates,
	});
}

export function planDatasource({ datasource, entries }: ServedDatasource): PlannedFile {
	const { id, name, slug, dimensions, ...others } = datasource;
	const isSafe = isSafeName(slug, []);
	const fields = stated({
		name,
		id: String(id),
		dimensions: dimensions.map(({ id: dimensionId, name: dimensionName, entry_value, ...rest }) =>
			stated({
				name: dimensionName,
				entry_value,
				id: String(dimensionId),
				extra: unlessEmpty(stated(rest)),
			}),
		),
		entries: entries.map((entry) =>
			stated({ ...entry, id: String(entry.id), dimensions: unlessEmpty(entry.dimensions) }),
		),
		extra: unlessEmpty(stated(isSafe ? others : { ...others, slug })),
	});
	// If the slug is not a valid file name, the file is named by id and states the slug.
	return [`datasources/${isSafe ? slug : `datasource-${id}`}.yaml`, fields];
}
