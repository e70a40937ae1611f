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
 * The event of a webhook call; null if its trigger is unknown.
 *
 * @param topic the topic header, which has the whole trigger. It is not signed: if it is unknown, or the body contradicts it,
 * `action` has the verb, and the id fields say of what
 * @param body the call's JSON
 * @example classify('story.published', { action: 'published', story_id: 7, full_slug: 'blog/hello' })
 * // { trigger: 'story.published', storyId: 7, slug: 'blog/hello', … }
 */
export function classify(topic: string | null, body: unknown): WebhookEvent | null {
	const payload: Payload = payloadSchema.safeParse(body).data ?? { action: '' };
	const named = triggerNamed(topic ?? '');
	const trigger = named && agrees(named, payload) ? named : fromFields(payload);
	if (!trigger) return null;
	const { story_id: storyId, full_slug: slug, datasource_slug: datasource, asset_id: assetId } = payload;
	return { trigger, storyId, slug, datasource, assetId };
}

function triggerNamed(spelling: string): Trigger | undefined {
	const plain = spelling.trim().toLowerCase();
	return (
		triggers.find((trigger) => trigger === plain) ??
		(Object.hasOwn(legacy, plain) ? legacy[plain] : undefined)
	);
}

/** True if the body says nothing else than this trigger. */
function agrees(trigger: Trigger, payload: Payload): boolean {
	const verb = payload.action.trim().toLowerCase();
	const named = familiesOf(payload);
	return (
		(verb === '' || trigger.endsWith(`.${verb}`) || triggerNamed(verb) === trigger) &&
		(named.length === 0 || named.some((family) => trigger.startsWith(`${family}.`)))
	);
}

const familiesOf = (payload: Payload): string[] =>
	families.flatMap(([field, family]) =>
		payload[field] === undefined || payload[field] === null ? [] : [family],
	);

function fromFields(payload: Payload): Trigger | undefined {
	const whole = triggerNamed(payload.action);
	if (whole) return whole;
	const verb = payload.action.trim().toLowerCase();
	const [family] = familiesOf(payload);
	if (family) return triggers.find((trigger) => trigger === `${family}.${verb}`);
	// `created` and `deleted` are also used for things that we do not know.
	if (verb === 'created' || verb === 'deleted') return undefined;
	const same = triggers.filter((trigger) => trigger.endsWith(`.${verb}`));
	return same.length === 1 ? same[0] : undefined;
}
