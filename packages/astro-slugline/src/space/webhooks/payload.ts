import type { Trigger } from '../../wire/index.js';

/** Details of an event. Each trigger has its own fields, and unknown ones are sent, too. */
export type EventDetails = {
	readonly story_id?: number;
	readonly full_slug?: string;
	readonly datasource_slug?: string;
	readonly asset_id?: number;
	readonly user_id?: number;
	readonly workflow_name?: string;
	readonly workflow_stage_name?: string;
	readonly branch_id?: number;
	readonly release_id?: number;
	/** Replaces the generated description of the event. */
	readonly text?: string;
};

/**
 * The body of a webhook call. `action` is only the verb, except for `stage.changed`. The header contains the
 * whole trigger.
 *
 * @example payloadOf('story.published', 4711, { story_id: 1, full_slug: 'blog/hello' }).action // 'published'
 */
export function payloadOf(trigger: Trigger, spaceId: number, details: EventDetails): Record<string, unknown> {
	const action = trigger === 'stage.changed' ? trigger : trigger.slice(trigger.indexOf('.') + 1);
	const { text = sentence(trigger, spaceId, details), ...fields } = details;
	return { text, action, space_id: spaceId, ...fields };
}

function sentence(trigger: Trigger, spaceId: number, details: EventDetails): string {
	const [family = '', ...verb] = trigger.split('.');
	const subject = details.full_slug ?? details.datasource_slug;
	const first = `Space ${spaceId}: ${family} ${verb.join(' ').replaceAll('_', ' ')}${subject === undefined ? '' : ` (${subject})`}`;
	if (details.story_id === undefined) return first;
	return `${first}\nhttps://app.storyblok.com/#/me/spaces/${spaceId}/stories/0/0/${details.story_id}`;
}
