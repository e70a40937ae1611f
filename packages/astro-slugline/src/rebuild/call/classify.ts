import { z } from 'zod';
import { type Trigger, triggers } from '../../wire/index.js';

/** A webhook call after it was parsed. */
export interface WebhookEvent {
	trigger: Trigger;
	/** Numeric id of the story. */
	storyId?: number | undefined;
	/** Full slug of the story, as in the call. */
	slug?: string | undefined;
	/** Slug of the datasource. */
	datasource?: string | undefined;
	/** Numeric id of the asset. */
	assetId?: number | undefined;
}

const id = z
	.union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
	.optional()
	.catch(undefined);
// A name longer than any slug is dropped, and the event still counts.
const name = z.string().min(1).max(1000).optional().catch(undefined);

const payloadSchema = z.looseObject({
	action: z.string().catch(''),
	story_id: id,
	full_slug: name,
	datasource_slug: name,
	asset_id: id,
});

type Payload = z.infer<typeof payloadSchema>;

/** The spellings of space-level hooks and of older services. */
const legacy: Record<string, Trigger> = {
	'workflow.stage.changed': 'stage.changed',
	workflow_stage_changed: 'stage.changed',
	'datasource.datasource_entry_saved': 'datasource.entries_updated',
	datasource_entry_saved: 'datasource.entries_updated',
	'release.release_merged': 'release.merged',
	release_merged: 'release.merged',
	'branch.branch_deployed': 'pipeline.deployed',
	'pipeline.branch_deployed': 'pipeline.deployed',
	'branch.deployed': 'pipeline.deployed',
	branch_deployed: 'pipeline.deployed',
};

/** The family of triggers that a field belongs to. Stage events come first, because they name a story, too. */
const families: readonly (readonly [field: string, family: string])[] = [
	['workflow_stage_name', 'stage'],
	['workflow_name', 'stage'],
	['story_id', 'story'],
	['full_slug', 'story'],
	['datasource_slug', 'datasource'],
	['asset_id', 'asset'],
	['branch_id', 'pipeline'],
	['release_id', 'release'],
	['user_id', 'user'],
];

/**
 * The event of a webhook call; null if its trigger is unknown. The header with the topic is not signed, so it says nothing: `action`
 * has the verb or the whole trigger, and the id fields say of what.
 *
 * @param body the call's JSON
 * @example classify({ action: 'published', story_id: 7, full_slug: 'blog/hello' })
 * // { trigger: 'story.published', storyId: 7, slug: 'blog/hello', … }
 */
export function classify(body: unknown): WebhookEvent | null {
	const payload: Payload = payloadSchema.safeParse(body).data ?? { action: '' };
	const trigger = triggerOf(payload);
	if (!trigger) return null;
	const { story_id: storyId, full_slug: slug, datasource_slug: datasource, asset_id: assetId } = payload;
	return { trigger, storyId, slug, datasource, assetId };
}

const familiesOf = (payload: Payload): string[] =>
	families.flatMap(([field, family]) =>
		payload[field] === undefined || payload[field] === null ? [] : [family],
	);

function triggerOf(payload: Payload): Trigger | undefined {
	const action = payload.action.trim().toLowerCase();
	const whole =
		triggers.find((trigger) => trigger === action) ??
		(Object.hasOwn(legacy, action) ? legacy[action] : undefined);
	if (whole) return whole;
	const [family] = familiesOf(payload);
	if (family) return triggers.find((trigger) => trigger === `${family}.${action}`);
	// `created` and `deleted` are also used for things that we do not know.
	if (action === 'created' || action === 'deleted') return undefined;
	const same = triggers.filter((trigger) => trigger.endsWith(`.${action}`));
	return same.length === 1 ? same[0] : undefined;
}
