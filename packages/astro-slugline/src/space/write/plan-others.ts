import { trimSlashes } from '../../shared/text/slashes.js';
import type { Link } from '../../wire/index.js';
import { splitLast } from '../folder/stories/slugs.js';
import { stated } from './fields.js';
import { momentOf } from './moment-of.js';
import { isSafeName, type Places } from './places.js';
import type { PlannedFile } from './plan-files.js';
import type { PulledDatasource, PulledSpace } from './pulled-space.js';

export function planFolders(links: readonly Link[], places: Places): Map<string, PlannedFile> {
	const files = new Map<string, PlannedFile>();
	for (const link of links) {
		const directory = places.folders.get(link.uuid);
		if (directory === undefined) continue;
		const [, slug] = splitLast(trimSlashes(link.slug));
		const translated = link.alternates.flatMap((each) => {
			const [, own] = splitLast(trimSlashes(each.translated_slug ?? ''));
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
			created_at: momentOf(link.created_at),
			published_at: link.published_at === null ? null : momentOf(link.published_at),
			updated_at: momentOf(link.updated_at),
			translated: translated.length > 0 ? Object.fromEntries(translated) : undefined,
		});
		files.set(link.uuid, { path: `${directory}/_folder.yaml`, fields });
	}
	return files;
}

export function planSpace(pulled: PulledSpace, links: readonly Link[]): PlannedFile {
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

export function planDatasource({ datasource, entries }: PulledDatasource): PlannedFile {
	const { id, name, slug, dimensions, ...others } = datasource;
	const isSafe = isSafeName(slug, []);
	const extra = stated(isSafe ? others : { ...others, slug });
	return {
		// If the slug is not a valid file name, the file is named by id and states the slug.
		path: `datasources/${isSafe ? slug : `datasource-${id}`}.yaml`,
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
			extra: Object.keys(extra).length > 0 ? extra : undefined,
		}),
	};
}
