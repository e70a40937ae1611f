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
	it.each(triggers)('recognizes %s by the topic header', (trigger) => {
		expect(classify(trigger, { action: trigger.split('.')[1] })?.trigger).toBe(trigger);
	});

	it.each(triggers)('recognizes %s by its id fields if the header is missing', (trigger) => {
		const [family = '', verb = ''] = trigger.split('.');
		expect(classify(null, { action: verb, space_id: 1, ...fields[family] })?.trigger).toBe(trigger);
	});

	it.each(triggers)('recognizes %s by an action with its full name', (trigger) => {
		expect(classify(null, { action: trigger })?.trigger).toBe(trigger);
	});
});

it.each([
	['workflow.stage.changed', {}, 'stage.changed'],
	[null, { action: 'stage.changed', story_id: 7 }, 'stage.changed'],
	[null, { action: 'workflow_stage_changed', story_id: 7, workflow_stage_name: 'Done' }, 'stage.changed'],
	['datasource.datasource_entry_saved', { datasource_slug: 'colours' }, 'datasource.entries_updated'],
	[null, { action: 'datasource_entry_saved', datasource_slug: 'colours' }, 'datasource.entries_updated'],
	[null, { action: 'release_merged', release_id: 5 }, 'release.merged'],
	[null, { action: 'branch_deployed', branch_id: 3 }, 'pipeline.deployed'],
	[' Story.Published ', {}, 'story.published'],
	['', { action: 'published', story_id: 7 }, 'story.published'],
	[null, { action: 'published' }, 'story.published'],
	[null, { action: 'moved' }, 'story.moved'],
	[null, { action: 'published', full_slug: 'home' }, 'story.published'],
	['story.published', [], 'story.published'],
])('recognizes the topic %j with the body %j as %s', (topic, body, trigger) => {
	expect(classify(topic, body)?.trigger).toBe(trigger);
});

it.each([
	['discussion.created', { action: 'created', story_id: 7 }],
	['story.saved', { action: 'saved', story_id: 7 }],
	['toString', {}],
	[null, { action: 'deleted' }],
	[null, { action: 'created' }],
	[null, { action: 'created', story_id: 7 }],
	[null, { action: 'published', asset_id: 9 }],
	[null, { action: 'constructor' }],
	[null, { action: 7 }],
	[null, {}],
	[null, null],
	[null, 'published'],
])('does not recognize the topic %j with the body %j', (topic, body) => {
	expect(classify(topic, body)).toBeNull();
});

// The signature covers the body only, so an attacker with one signed call could send it again as another.
it.each([
	['story.published', { action: 'added', user_id: 4 }, 'user.added'],
	['story.published', { action: 'changed', story_id: 7, workflow_name: 'Default' }, 'stage.changed'],
	['story.published', { action: 'created', asset_id: 9 }, 'asset.created'],
	['story.deleted', { action: 'deleted', asset_id: 9 }, 'asset.deleted'],
	['story.unpublished', { action: 'published', story_id: 7 }, 'story.published'],
	['asset.deleted', { action: 'published' }, 'story.published'],
	['nonsense', { action: 'published', story_id: 7 }, 'story.published'],
	['story.x.published', { action: 'published', story_id: 7 }, 'story.published'],
	['experiment.published', { action: 'published' }, 'story.published'],
	['story.published', { action: 'whatever', story_id: 7 }, undefined],
])('ignores the topic %j if it is unknown or the body %j contradicts it', (topic, body, trigger) => {
	expect(classify(topic, body)?.trigger).toBe(trigger);
});

it('uses valid ids and slugs, and ignores invalid ones', () => {
	expect(classify('story.published', { story_id: 7, full_slug: 'blog/hello' })).toEqual({
		trigger: 'story.published',
		storyId: 7,
		slug: 'blog/hello',
	});
	expect(classify('story.published', { story_id: '7' })?.storyId).toBe(7);
	expect(classify('asset.replaced', { asset_id: 9 })?.assetId).toBe(9);
	expect(classify('story.deleted', { story_id: null, full_slug: 'x'.repeat(5000) })).toEqual({
		trigger: 'story.deleted',
	});
	expect(classify('datasource.entries_updated', { datasource_slug: ['a'] })).toEqual({
		trigger: 'datasource.entries_updated',
	});
});

it('never throws, whatever the body', () => {
	fc.assert(
		fc.property(fc.option(fc.string()), fc.jsonValue(), (topic, body) => {
			const event = classify(topic, body);
			if (event) expect(triggers).toContain(event.trigger);
		}),
		{ numRuns, seed: 5 },
	);
});
