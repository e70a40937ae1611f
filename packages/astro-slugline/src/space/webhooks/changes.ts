import type { Trigger } from '../../wire/index.js';
import type { Datasource, Edition, Folder, SpaceModel, Story } from '../model/space-model.js';
import type { EventDetails } from './deliveries.js';

/** Something that happened in the space, as reported to webhooks. */
export type SpaceEvent = { readonly trigger: Trigger; readonly details: EventDetails };

/**
 * The events between two readings of a folder. Stories are identified by uuid. A story with new published
 * content is published, and a story whose folder has a new slug is moved, like every story in a renamed
 * folder. Changes of drafts are no events.
 */
export function changesBetween(before: SpaceModel, after: SpaceModel): SpaceEvent[] {
	return [
		...both(before.stories, after.stories, ({ uuid }) => uuid, storyEvents),
		...both(before.folders, after.folders, ({ uuid }) => uuid, folderEvents),
		...both(before.datasources, after.datasources, ({ slug }) => slug, datasourceEvents),
	];
}

function both<T>(
	before: readonly T[],
	after: readonly T[],
	key: (each: T) => string,
	events: (was: T | undefined, is: T | undefined) => SpaceEvent[],
): SpaceEvent[] {
	const old = new Map(before.map((each) => [key(each), each]));
	const now = new Map(after.map((each) => [key(each), each]));
	return [...new Set([...old.keys(), ...now.keys()])].flatMap((each) => events(old.get(each), now.get(each)));
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
 * Everything about an edition except its dates, which change with the file even if nothing in it does. For a
 * moved story, also without what depends on its location.
 */
function fingerprint(edition: Edition, moved: boolean): string {
	const { translations, fullSlug, slug, dates, content, ...rest } = edition;
	const languages = [...translations].map(([code, translation]) => {
		const { fullSlug: path, slug: own, content: fields, ...facts } = translation;
		return moved ? [code, facts, fields()] : [code, facts, fields(), path];
	});
	const facts = [rest, content(), languages];
	return JSON.stringify(moved ? facts : [...facts, fullSlug]);
}
