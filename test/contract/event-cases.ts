import { type Trigger, triggers } from 'astro-slugline/wire';
import { expect } from 'vitest';
import { startService } from '../client/service.js';
import { type Api, contractCase } from './contract.js';
import { createHook } from './management-cases.js';

/** A separate space whose events arrive at a server. */
async function listen(api: Api, actions: readonly Trigger[]) {
	const own = await api.open({ 'loose.md': '---\nname: Loose\ncontent: { component: page }\n---\n' });
	const { url, asked } = await startService(() => ({ body: {} }));
	expect((await createHook(own, { name: 'all', endpoint: url, secret: 'hush', actions })).status).toBe(201);
	return {
		own,
		/** The events since the last call. */
		async reported() {
			await own.space.idle();
			return asked.splice(0).map(
				({ headers, body }): Record<string, unknown> => ({
					topic: headers['x-storyblok-topic'],
					...Object(body),
				}),
			);
		},
	};
}

/** Each trigger, by a change if the space supports it, or else by firing it. */
export const eventCases = [
	contractCase(
		'publishing, unpublishing, moving, and deleting a story are reported',
		['Events: story.published, story.unpublished, story.moved, story.deleted'],
		async (api) => {
			const { own, reported } = await listen(api, triggers);
			const { id } = await own.link('loose');
			await own.space.edit.unpublish('loose');
			await own.space.edit.publish('loose');
			await own.space.edit.move('loose', 'blog');
			await own.space.edit.delete('blog/loose');
			const common = { story_id: id, space_id: 4711, text: expect.any(String) };
			expect((await reported()).sort((a, b) => (String(a['topic']) < String(b['topic']) ? -1 : 1))).toEqual([
				{ ...common, topic: 'story.deleted', action: 'deleted', full_slug: 'blog/loose' },
				{ ...common, topic: 'story.moved', action: 'moved', full_slug: 'blog/loose' },
				{ ...common, topic: 'story.published', action: 'published', full_slug: 'loose' },
				{ ...common, topic: 'story.unpublished', action: 'unpublished', full_slug: 'loose' },
			]);
		},
	),
	contractCase(
		'saving an entry of a datasource is reported',
		['Events: datasource.entries_updated'],
		async (api) => {
			const { own, reported } = await listen(api, ['datasource.entries_updated']);
			await own.space.edit.setEntry('sizes', { name: 'small', value: 's' });
			expect(await reported()).toEqual([
				{
					topic: 'datasource.entries_updated',
					action: 'entries_updated',
					datasource_slug: 'sizes',
					space_id: 4711,
					text: expect.any(String),
				},
			]);
		},
	),
	contractCase(
		'events of assets, users, stages, pipelines, and releases can be fired',
		[`Events: ${triggers.filter((each) => !/^(story|datasource)\./.test(each)).join(', ')}`],
		async (api) => {
			const { own, reported } = await listen(api, triggers);
			const details: Partial<Record<Trigger, object>> = {
				'asset.created': { asset_id: 1 },
				'asset.replaced': { asset_id: 1 },
				'asset.deleted': { asset_id: 1 },
				'asset.restored': { asset_id: 1 },
				'user.added': { user_id: 2 },
				'user.removed': { user_id: 2 },
				'user.roles_updated': { user_id: 2 },
				'stage.changed': { story_id: 3, workflow_name: 'Default', workflow_stage_name: 'Review' },
				'pipeline.deployed': { branch_id: 4 },
				'release.merged': { release_id: 5 },
			};
			for (const trigger of triggers) {
				const fields = details[trigger];
				if (!fields) continue;
				own.space.fire(trigger, fields);
				const action = trigger === 'stage.changed' ? trigger : trigger.split('.')[1];
				const text = expect.any(String);
				expect(await reported()).toEqual([{ topic: trigger, action, space_id: 4711, text, ...fields }]);
			}
			expect(Object.keys(details)).toHaveLength(10);
		},
	),
];
