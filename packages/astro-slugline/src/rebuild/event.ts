import type { AskAgain } from '../shared/ask-again.js';
import { storyTags, type Trigger, tagText } from '../wire/index.js';

/**
 * What leads to a build: a trigger of the service; `poll`: the hook saw that the space, or what the edge serves of it, moved on; `unreadable`: calls were
 * kept that cannot be read any more, so that it is only known that there were some.
 */
export type Cause = Trigger | OwnCause;

/** The causes that no call tells. */
export type OwnCause = 'poll' | 'unreadable';

/** What happened since the last build, as targets get it: one event for a whole burst. */
export interface RebuildEvent {
	/** What happened, each cause once, the first one first. */
	triggers: Cause[];
	/** The stories that were named, each once. */
	stories: { id: number | null; slug: string | null }[];
	/** Slugs of the datasources that were named. */
	datasources: string[];
	/** Numeric ids of the assets that were named. */
	assets: number[];
	/** True if more may have changed than is named: a merged release, a pipeline, a moved story, a very large burst. */
	more: boolean;
	/** How many webhook calls there were. */
	calls: number;
	/** The version of the space before the build, which is no `cv`; null if the service was not asked. */
	spaceVersion: number | null;
	/** 1 for the first try, 2 for the first retry. */
	attempt: number;
}

/** What a target gets beside the event. */
export interface TargetContext {
	/** Aborted if the target must stop: the hook is closed, or another receiver has taken over. */
	signal: AbortSignal;
	/** Names the lock under which it is called: of all receivers that share it, one calls targets at a time. */
	lock?: string | undefined;
}

/**
 * Something that a change leads to. It has succeeded when its promise resolves; when it rejects, it is called again later.
 * `remote` marks one that only starts a build elsewhere: it is not called twice for one cache version.
 */
export interface Target {
	(event: RebuildEvent, context: TargetContext): Promise<void> | void;
	readonly remote?: boolean | undefined;
}

/** Does it concern stories alone, so that an unmoved version of the space proves that nothing changed? */
export const isStoryCause = (cause: Cause): boolean => cause === 'poll' || cause.startsWith('story.');

/**
 * What the sync of the build must ask for again.
 *
 * @example askAgain(event) // { stories: [7], slugs: ['blog/hello'], datasources: [], everything: false }
 */
export function askAgain(event: RebuildEvent): AskAgain {
	return {
		stories: event.stories.flatMap(({ id }) => (id === null ? [] : [id])),
		slugs: event.stories.flatMap(({ slug }) => (slug === null ? [] : [slug])),
		datasources: event.datasources,
		everything: event.more && !event.triggers.every(isStoryCause),
	};
}

/**
 * The cache tags that an event makes stale: `story:<id>` and `story:<full slug>` of each story, `datasource:<slug>`,
 * `asset:<id>`; `stories`, for lists and navigation, if a story appeared, left or moved or the event cannot name all; and `space`,
 * for every page, if more may be stale than is named: a merged release, a pipeline, a moved story that others link to.
 *
 * @example await context.cache.invalidate({ tags: tagsOf(event) })
 */
export function tagsOf(event: RebuildEvent): string[] {
	const tags = event.stories.flatMap(({ id, slug }) => storyTags(id, slug));
	tags.push(...event.datasources.map((slug) => `datasource:${tagText(slug)}`));
	tags.push(...event.assets.map((id) => `asset:${id}`));
	if (event.more || event.triggers.some((cause) => cause.startsWith('story.'))) tags.push('stories');
	if (event.more) tags.push('space');
	return [...new Set(tags)];
}
