import type { Trigger } from '../../wire/index.js';
import type { Datasource, Edition, Folder, SpaceModel, Story } from '../model.js';
import type { EventDetails } from './payload.js';

/** Something that happened in the space, as webhook endpoints are told. */
export type SpaceEvent = { readonly trigger: Trigger; readonly details: EventDetails };

/**
 * What happened between two readings of one folder. Stories are known by their uuid. A story that is published anew with other
 * content is published; one whose folder has another slug was moved, as every story in a renamed folder; drafts tell nothing.
 */
export function changesBetween(before: SpaceModel, after: SpaceModel): SpaceEvent[] {
	return [
		...both(before.stories, after.stories, (story) => story.uuid).flatMap(([was, is]) =>
			storyEvents(was, is),
		),
		...both(before.folders, after.folders, (folder) => folder.uuid).flatMap(([was, is]) =>
			folderEvents(was, is),
		),
		...both(before.datasources, after.datasources, (each) => each.slug).flatMap(([was, is]) =>
			datasourceEvents(was, is),
		),
	];
}

function both<T>(
	before: readonly T[],
	after: readonly T[],
	key: (each: T) => string,
): [T | undefined, T | undefined][] {
	const old = new Map(before.map((each) => [key(each), each]));
	const now = new Map(after.map((each) => [key(each), each]));
	return [...new Set([...old.keys(), ...now.keys()])].map((each) => [old.get(each), now.get(each)]);
}

function storyEvents(was: Story | undefined, is: Story | undefined): SpaceEvent[] {
	if (was === is) return [];
	if (!is) return was ? [storyEvent('story.deleted', was.id, was.draft.fullSlug)] : [];
	const moved = was !== undefined && slugOf(was.folder) !== slugOf(is.folder);
	const events = moved ? [storyEvent('story.moved', is.id, is.draft.fullSlug)] : [];
	if (is.published && isNews(was?.published, is.published, moved)) {
		events.push(storyEvent('story.published', is.id, is.published.fullSlug));
	}
	if (was?.published && !is.published) events.push(storyEvent('story.unpublished', is.id, is.draft.fullSlug));
	return events;
}

function folderEvents(was: Folder | undefined, is: Folder | undefined): SpaceEvent[] {
	if (!was) return [];
	if (!is) return [storyEvent('story.deleted', was.id, was.fullSlug)];
	return slugOf(was.parent) === slugOf(is.parent) ? [] : [storyEvent('story.moved', is.id, is.fullSlug)];
}

function datasourceEvents(was: Datasource | undefined, is: Datasource | undefined): SpaceEvent[] {
	const slug = (is ?? was)?.slug;
	if (slug === undefined || JSON.stringify(was) === JSON.stringify(is)) return [];
	return [{ trigger: 'datasource.entries_updated', details: { datasource_slug: slug } }];
}

const slugOf = (folder: Folder | null) => folder?.fullSlug ?? '';

const storyEvent = (trigger: Trigger, id: number, fullSlug: string): SpaceEvent => ({
	trigger,
	details: { story_id: id, full_slug: fullSlug },
});

function isNews(was: Edition | undefined, is: Edition, moved: boolean): boolean {
	if (was === is) return false;
	return was === undefined || fingerprint(was, moved) !== fingerprint(is, moved);
}

/**
 * Everything that is told of an edition, but its dates: they change with the file, also where nothing in it does. Of a moved story less
 * what follows from where it lies.
 */
function fingerprint(edition: Edition, moved: boolean): string {
	const { translations, fullSlug, slug, dates, content, ...rest } = edition;
	const languages = [...translations].map(([code, translation]) => {
		const { fullSlug: path, slug: own, content: fields, ...told } = translation;
		return moved ? [code, told, fields()] : [code, told, fields(), path];
	});
	const told = [rest, content(), languages];
	return JSON.stringify(moved ? told : [...told, fullSlug]);
}
