import type { AskAgain } from '../../shared/api/ask-again.js';
import { storyTags, type Trigger, tagText } from '../../wire/index.js';

/**
 * What leads to a build: a trigger of the service; `poll`, if the hook saw that the space or its edge has moved on; or
 * `unreadable`, if stored calls can no longer be read, so that all we know is that there were some.
 */
export type Cause = Trigger | OwnCause;

/** The causes that do not come from a call. */
export type OwnCause = 'poll' | 'unreadable';

/** What happened since the last build: one event for a whole burst, passed to each target. */
export interface RebuildEvent {
	/** What happened, each cause once, in order of appearance. */
	triggers: Cause[];
	/** The stories that calls named, each once. */
	stories: { id: number | null; slug: string | null }[];
	/** Slugs of the datasources that calls named. */
	datasources: string[];
	/** Numeric ids of the assets that calls named. */
	assets: number[];
	/** True if more may have changed than calls named: a merged release, a pipeline, a moved story, a very large burst. */
	more: boolean;
	/** How many webhook calls there were. */
	calls: number;
	/** The version of the space before the build, which is no `cv`; null if the service was not asked. */
	spaceVersion: number | null;
	/** 1 for the first try, 2 for the first retry. */
	attempt: number;
}

/** What a target receives besides the event. */
export interface TargetContext {
	/** Aborted when the target must stop, because the hook was closed or another receiver took over. */
	signal: AbortSignal;
	/** Name of the lock that is held. Of all receivers that share it, only one calls targets at a time. */
	lock?: string | undefined;
}

/**
 * What to do after a change. It has succeeded when its promise resolves; if it rejects, it is called again later. `remote` marks
 * a target that only starts a build elsewhere; it is not called twice for the same version of the space.
 */
export interface Target {
	/** Acts on one event. */
	(event: RebuildEvent, context: TargetContext): Promise<void> | void;
	/** True if the target only starts a build elsewhere. */
	readonly remote?: boolean | undefined;
	/** Gets ready for the next event, in a process that lasts; the signal is aborted when the hook is closed. */
	prepare?(context: TargetContext): Promise<void>;
}

/** True if the cause concerns only stories, so that an unchanged version of the space proves that nothing changed. */
export const isStoryCause = (cause: Cause): boolean => cause === 'poll' || cause.startsWith('story.');

/**
 * What the build's sync must fetch again.
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
 * The cache tags that an event makes stale: `story:<id>` and `story:<full slug>` of each story, `datasource:<slug>`, and
 * `asset:<id>`; `stories`, for lists and navigation, if a story changed or the event cannot name everything; and `space`, for
 * every page, if more may be stale than calls named: a merged release, a pipeline, a moved story that others link to.
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

/** What a target passes to the build that it starts. */
export interface BuildPayload {
	triggers: string[];
	/** The version of the space, which is no `cv`; null if the service was not asked. */
	spaceVersion: number | null;
	/** What the sync must fetch again. */
	askAgain: AskAgain;
}

/** Limit of characters, so that the names fit into an environment variable and into GitHub's 64 KB. */
const maxCharacters = 30_000;

/** The event as it is sent to a build elsewhere. If its names do not fit, it names nothing and asks for everything. */
export function payloadOf(event: RebuildEvent): BuildPayload {
	const again = askAgain(event);
	const fits = JSON.stringify(again).length <= maxCharacters;
	return {
		triggers: event.triggers,
		spaceVersion: event.spaceVersion,
		askAgain: fits ? again : { stories: [], slugs: [], datasources: [], everything: true },
	};
}
