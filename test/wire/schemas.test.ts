import {
	contentSchema,
	currentSpaceAnswerSchema,
	currentSpaceSchema,
	datasourceEntryListSchema,
	datasourceEntrySchema,
	datasourceListSchema,
	datasourceSchema,
	dimensionSchema,
	linkAlternateSchema,
	linkListSchema,
	linkSchema,
	newWebhookEndpointSchema,
	spaceInfoAnswerSchema,
	spaceInfoSchema,
	storyAlternateSchema,
	storyListSchema,
	storySchema,
	translatedSlugSchema,
	triggers,
	webhookEndpointAnswerSchema,
	webhookEndpointSchema,
} from 'astro-slugline/wire';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';

const uuid = '7b6b1d5e-0f0e-4f4e-9d5f-1d2c3b4a5968';
const time = '2024-05-01T10:00:00+0000';

const nulls = (...names: string[]) => Object.fromEntries(names.map((name) => [name, null]));

/** What the documentation says of a body, or of a part of one. */
interface Shape {
	schema: z.ZodType;
	/** What every server sends. */
	least: Record<string, unknown>;
	/** What is read in place of fields that some servers omit. */
	filled?: Record<string, unknown>;
	/** Other documented fields. */
	more?: Record<string, unknown>;
	/** Fields that are refused, one at a time. */
	wrong?: Record<string, unknown>[];
}

const storyAlternate: Shape = {
	schema: storyAlternateSchema,
	least: { id: 2, name: 'Hello', slug: 'hello', full_slug: 'en/hello' },
	filled: nulls('published', 'is_folder', 'parent_id'),
	more: { published: true, is_folder: false, parent_id: 3 },
};
const content: Shape = {
	schema: contentSchema,
	least: { _uid: 'c1', component: 'article' },
	more: {
		...{ title: 'Hallo', featured: false, author: uuid, topics: ['one', 'two'], none: null },
		body: [{ _uid: 'b1', component: 'quote', text: '…' }],
	},
	wrong: [{ _uid: undefined, component: 1 }],
};
const story: Shape = {
	schema: storySchema,
	least: {
		...{ id: 107_350_093_062_144, uuid, name: 'Hallo', slug: 'hallo', full_slug: 'de/blog/hallo' },
		...{ created_at: '2024-05-01T10:00:00.000Z', content: content.least },
	},
	filled: {
		...nulls('published_at', 'first_published_at', 'updated_at', 'parent_id', 'meta_data', 'group_id'),
		...nulls('release_id', 'path', 'default_full_slug'),
		...{ position: 0, tag_list: [], is_startpage: false, lang: 'default', alternates: [] },
	},
	more: {
		...{ published_at: time, sort_by_date: null, position: -10, tag_list: ['new'], parent_id: 0 },
		...{ meta_data: { note: 'x' }, group_id: uuid, lang: 'de', default_full_slug: 'blog/hello' },
		content: { ...content.least, ...content.more },
		alternates: [{ ...storyAlternate.least, ...storyAlternate.more }],
		translated_slugs: [{ path: 'blog/hallo', name: null, lang: 'de', published: true }],
	},
	wrong: [
		{ id: '12', uuid: '', full_slug: null, tag_list: 'new', is_startpage: 'yes', content: null },
		{ content: { _uid: 'c1' } },
	],
};
const linkAlternate: Shape = {
	schema: linkAlternateSchema,
	least: { lang: 'de' },
	filled: nulls('path', 'name', 'published', 'translated_slug'),
	more: { path: 'blog/hallo', name: 'Hallo', published: true, translated_slug: 'x' },
};
const link: Shape = {
	schema: linkSchema,
	least: { id: 1, uuid: 'u', slug: 'blog/hello', name: 'Hello' },
	filled: {
		...nulls('path', 'real_path', 'published', 'parent_id'),
		...{ is_folder: false, is_startpage: false, position: 0, alternates: [] },
	},
	more: {
		...{ real_path: '/blog/hello', published: true, parent_id: 0, position: -10, updated_at: null },
		...{
			published_at: time,
			created_at: time,
			alternates: [{ ...linkAlternate.least, ...linkAlternate.more }],
		},
	},
	wrong: [
		{ id: null, uuid: '', slug: undefined, published: 'true', is_folder: 1, alternates: [{ path: 'a' }] },
		{ slug: 'a'.repeat(8001), path: '/'.repeat(8001), real_path: '/'.repeat(8001) },
	],
};
const dimension: Shape = {
	schema: dimensionSchema,
	least: { id: 3, name: 'German', entry_value: 'de', datasource_id: null },
	more: { datasource_id: 2, created_at: time, updated_at: time },
	wrong: [{ entry_value: undefined }],
};
const datasource: Shape = {
	schema: datasourceSchema,
	least: { id: 2, name: 'Labels', slug: 'labels' },
	filled: { dimensions: [] },
	more: { dimensions: [{ ...dimension.least, ...dimension.more }] },
	wrong: [{ slug: null }],
};
const entry: Shape = {
	schema: datasourceEntrySchema,
	least: { id: 5, name: 'read-more', value: 'Read more' },
	filled: { dimension_value: null },
	more: { dimension_value: 'Weiterlesen' },
	wrong: [{ value: 1 }],
};
const currentSpace: Shape = {
	schema: currentSpaceSchema,
	least: { id: 1, name: 'Magazine', domain: null, version: 1_714_557_600 },
	more: { domain: 'https://example.org/', language_codes: ['de'] },
	wrong: [{ version: null }, { version: '1714557600' }, { version: 1.5 }],
};
const spaceInfo = { id: 1, name: 'Magazine', domain: null, plan_level: 200, languages: [] };
const endpoint: Shape = {
	schema: webhookEndpointSchema,
	least: {
		...{ id: 1, name: 'Rebuild', endpoint: 'https://example.org/hook', space_id: 2, activated: true },
		actions: ['story.published', 'experiment.started'],
	},
	filled: nulls('description', 'secret', 'deleted_at'),
	more: { description: 'Builds the site', secret: 'sssh', deleted_at: '2024-05-01 10:00', created_at: time },
	wrong: [nulls('id', 'name', 'endpoint', 'space_id', 'actions', 'activated')],
};
const request: Shape = {
	schema: newWebhookEndpointSchema,
	least: { name: 'Rebuild', endpoint: 'https://example.org/hook', actions: ['story.published'] },
	more: { description: 'x', secret: 's' },
	wrong: [
		{ name: '', endpoint: 'not an address', actions: [], activated: 'yes' },
		{ actions: ['story.saved'] },
	],
};

const shapes: Record<string, Shape> = {
	...{ content, story, link, dimension, datasource, entry, endpoint, request },
	'story alternate': storyAlternate,
	'link alternate': linkAlternate,
	'current space': currentSpace,
	'answer about the current space': {
		schema: currentSpaceAnswerSchema,
		least: { space: currentSpace.least },
	},
	'space information': {
		schema: spaceInfoSchema,
		least: spaceInfo,
		more: { domain: 'https://example.org/', languages: [{ code: 'de', name: 'German' }] },
		wrong: [{ languages: [{ code: 'de' }] }, { languages: undefined }],
	},
	'answer with an endpoint': {
		schema: webhookEndpointAnswerSchema,
		least: { webhook_endpoint: { ...endpoint.least, ...endpoint.filled } },
	},
	'story list': {
		schema: storyListSchema,
		least: { stories: [] },
		filled: { cv: null, rels: [], links: [] },
		more: { stories: [{ ...story.least, ...story.filled }], cv: 1, rels: [{}], rel_uuids: [uuid] },
		wrong: [{ stories: undefined }, { stories: {} }],
	},
	'link list': {
		schema: linkListSchema,
		least: { links: {} },
		more: { links: { u: { ...link.least, ...link.filled } }, cv: 1 },
		wrong: [{ links: [link.least] }, { links: undefined }],
	},
	'datasource list': {
		schema: datasourceListSchema,
		least: { datasources: [] },
		filled: { cv: null },
		more: { datasources: [{ ...datasource.least, ...datasource.filled }], cv: 1 },
		wrong: [{ datasources: undefined }],
	},
	'entry list': {
		schema: datasourceEntryListSchema,
		least: { datasource_entries: [], cv: null },
		more: { datasource_entries: [{ ...entry.least, ...entry.filled }] },
	},
};

describe.each(Object.entries(shapes))('%s', (_, { schema, least, filled = {}, more = {}, wrong = [] }) => {
	it('may lack fields that some servers omit, and loses none that it has', () => {
		expect(schema.parse(least)).toEqual({ ...least, ...filled });
		const all = { ...least, ...filled, ...more };
		expect(schema.parse(all)).toEqual(all);
	});

	it('is refused with a field of another kind', () => {
		for (const [field, value] of wrong.flatMap(Object.entries)) {
			const read = schema.safeParse({ ...least, [field]: value });
			expect(read.error?.issues[0]?.path[0], field).toBe(field);
		}
		expect(schema.safeParse('<html>').success).toBe(false);
	});
});

it('keeps fields that nobody knows, but for those of a space, which may be secret', () => {
	for (const { schema, least } of [content, story, link, datasource, entry, currentSpace])
		expect(schema.parse({ ...least, extra: 1 })).toMatchObject({ extra: 1 });
	const secrets = { owner: { id: 1, access_token: 'secret-1' }, token: 'secret-2' };
	expect(spaceInfoAnswerSchema.parse({ space: { ...spaceInfo, ...secrets } })).toEqual({ space: spaceInfo });
	expect(newWebhookEndpointSchema.safeParse({ ...request.least, space_id: 1 }).success).toBe(false);
});

it('reads null as an empty list', () => {
	expect(storySchema.parse({ ...story.least, ...nulls('alternates', 'tag_list') })).toMatchObject({
		alternates: [],
		tag_list: [],
	});
	expect(linkSchema.parse({ ...link.least, alternates: null })).toMatchObject({ alternates: [] });
});

it('reads the time of publishing of a translated slug as published', () => {
	const published = (value: unknown) =>
		translatedSlugSchema.parse({ path: 'a', lang: 'de', published: value }).published;
	expect([true, time].map(published)).toEqual([true, true]);
	expect([false, null, undefined, ''].map(published)).toEqual([false, false, false, false]);
});

it('has the fifteen triggers', () => {
	expect(triggers).toHaveLength(15);
});
