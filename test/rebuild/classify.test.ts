import { classify } from 'astro-slugline/rebuild';
import { triggers } from 'astro-slugline/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLong } from '../support/long.js';

const numRuns = isLong ? 5000 : 300;

/** The fields of each trigger's body. */
const fields: Record<string, Record<string, unknown>> = {
	story: { story_id: 7, full_slug: 'blog/hello' },
	datasource: { datasource_slug: 'colours' },
	asset: { asset_id: 9 },
	user: { user_id: 4 },
	stage: { story_id: 7, workflow_name: 'Default', workflow_stage_name: 'Review' },
	pipeline: { branch_id: 3 },
	release: { release_id: 5 },
};

describe('classify()', () => {
	it.each(triggers)('recognizes %s by its verb and its id fields', (trigger) => {
		const [family = '', verb = ''] = trigger.split('.');
		expect(classify({ action: verb, space_id: 1, ...fields[family] })?.trigger).toBe(trigger);
	});

	it.each(triggers)('recognizes %s by an action with its full name', (trigger) => {
		expect(classify({ action: trigger })?.trigger).toBe(trigger);
	});
});

it.each([
	[{ action: 'stage.changed', story_id: 7 }, 'stage.changed'],
	[{ action: 'workflow.stage.changed' }, 'stage.changed'],
	[{ action: 'workflow_stage_changed', story_id: 7, workflow_stage_name: 'Done' }, 'stage.changed'],
	[{ action: 'datasource_entry_saved', datasource_slug: 'colours' }, 'datasource.entries_updated'],
	[{ action: 'release_merged', release_id: 5 }, 'release.merged'],
	[{ action: 'branch_deployed', branch_id: 3 }, 'pipeline.deployed'],
	[{ action: ' Story.Published ' }, 'story.published'],
	[{ action: 'published' }, 'story.published'],
	[{ action: 'moved' }, 'story.moved'],
	[{ action: 'published', full_slug: 'home' }, 'story.published'],
	[{ action: 'added', user_id: 4 }, 'user.added'],
	[{ action: 'changed', story_id: 7, workflow_name: 'Default' }, 'stage.changed'],
	[{ action: 'deleted', asset_id: 9 }, 'asset.deleted'],
])('recognizes the body %j as %s', (body, trigger) => {
	expect(classify(body)?.trigger).toBe(trigger);
});

it.each([
	{ action: 'created', story_id: 7 },
	{ action: 'saved', story_id: 7 },
	{ action: 'deleted' },
	{ action: 'created' },
	{ action: 'published', asset_id: 9 },
	{ action: 'whatever', story_id: 7 },
	{ action: 'constructor' },
	{ action: 7 },
	{ story_id: 7 },
	{},
	[],
	null,
	'published',
])('does not recognize the body %j', (body) => {
	expect(classify(body)).toBeNull();
});

it('uses valid ids and slugs, and ignores invalid ones', () => {
	expect(classify({ action: 'published', story_id: 7, full_slug: 'blog/hello' })).toEqual({
		trigger: 'story.published',
		storyId: 7,
		slug: 'blog/hello',
	});
	expect(classify({ action: 'published', story_id: '7' })?.storyId).toBe(7);
	expect(classify({ action: 'replaced', asset_id: 9 })?.assetId).toBe(9);
	expect(classify({ action: 'story.deleted', story_id: null, full_slug: 'x'.repeat(5000) })).toEqual({
		trigger: 'story.deleted',
	});
	expect(classify({ action: 'entries_updated', datasource_slug: ['a'] })).toEqual({
		trigger: 'datasource.entries_updated',
	});
});

it('never throws, whatever the body', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (body) => {
			const event = classify(body);
			if (event) expect(triggers).toContain(event.trigger);
		}),
		{ numRuns, seed: 5 },
	);
});
