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
import { expect, it } from 'vitest';

const uuid = '7b6b1d5e-0f0e-4f4e-9d5f-1d2c3b4a5968';
const time = '2024-05-01T10:00:00+0000';

const content = {
	_uid: 'c1',
	component: 'article',
	title: 'Hallo',
	featured: false,
	author: uuid,
	topics: ['one', 'two'],
	body: [{ _uid: 'b1', component: 'quote', text: '…' }],
	none: null,
};
const storyAlternate = { id: 2, name: 'Hello', slug: 'hello', full_slug: 'en/hello' };
const leastStory = {
	id: 107_350_093_062_144,
	uuid,
	name: 'Hallo',
	slug: 'hallo',
	full_slug: 'de/blog/hallo',
	created_at: '2024-05-01T10:00:00.000Z',
	content,
};
const story = {
	...leastStory,
	published_at: '2024-05-02T10:00:00.000Z',
	first_published_at: '2024-05-01T11:00:00.000Z',
	updated_at: null,
	sort_by_date: null,
	position: -10,
	tag_list: ['new'],
	is_startpage: false,
	parent_id: 12,
	meta_data: { note: 'x' },
	group_id: 'd5c0e1c4-5e0a-4f86-b18f-ec8cf2c0cb57',
	release_id: null,
	lang: 'de',
	path: null,
	alternates: [{ ...storyAlternate, published: true, is_folder: false, parent_id: 3 }],
	default_full_slug: 'blog/hello',
	translated_slugs: [{ path: 'blog/hallo', name: null, lang: 'de', published: true }],
};
const linkAlternate = {
	path: 'blog/hallo',
	name: 'Hallo',
	lang: 'de',
	published: true,
	translated_slug: 'x',
};
const leastLink = { id: 1, uuid: 'u', slug: 'blog/hello', name: 'Hello' };
const link = {
	...leastLink,
	path: null,
	real_path: '/blog/hello',
	published: true,
	parent_id: 2,
	is_folder: false,
	is_startpage: false,
	position: -10,
	published_at: time,
	created_at: time,
	updated_at: null,
	alternates: [linkAlternate],
};
const leastEndpoint = {
	id: 1,
	name: 'Rebuild',
	endpoint: 'https://example.org/hook',
	space_id: 2,
	actions: ['story.published', 'story.deleted'],
	activated: true,
};
const endpoint = {
	...leastEndpoint,
	description: 'Builds the site',
	secret: 'sssh',
	deleted_at: '2024-05-01 10:00',
	created_at: time,
	updated_at: time,
};
const request = { name: 'Rebuild', endpoint: 'https://example.org/hook', actions: ['story.published'] };
const leastDimension = { id: 3, name: 'German', entry_value: 'de', datasource_id: null };
const dimension = { ...leastDimension, datasource_id: 2, created_at: time, updated_at: time };
const datasource = { id: 2, name: 'Labels', slug: 'labels', dimensions: [dimension] };
const entry = { id: 5, name: 'read-more', value: 'Read more', dimension_value: 'Weiterlesen' };
const currentSpace = { id: 1, name: 'Magazine', domain: 'https://example.org/', version: 1_714_557_600 };
const spaceInfo = {
	id: 1,
	name: 'Magazine',
	domain: 'https://example.org/',
	plan_level: 200,
	languages: [{ code: 'de', name: 'German' }],
};
const nulls = (...names: string[]) => Object.fromEntries(names.map((name) => [name, null]));

it.each([
	['a story', storySchema, story],
	['a story with unknown fields', storySchema, { ...story, extra: 1, content: { ...content, more: 2 } }],
	['a story list', storyListSchema, { stories: [story], cv: 1, rels: [story], links: [], rel_uuids: [uuid] }],
	['a link', linkSchema, { ...link, extra: 1, alternates: [{ ...linkAlternate, extra: 2 }] }],
	['a link list', linkListSchema, { links: { [link.uuid]: link }, cv: 1 }],
	['content', contentSchema, content],
	['a dimension', dimensionSchema, dimension],
	['a datasource', datasourceSchema, { ...datasource, extra: 1 }],
	['a datasource list', datasourceListSchema, { datasources: [datasource], cv: 1 }],
	['an entry', datasourceEntrySchema, { ...entry, extra: 3 }],
	['an entry list', datasourceEntryListSchema, { datasource_entries: [entry], cv: null }],
	['a current space', currentSpaceAnswerSchema, { space: { ...currentSpace, language_codes: ['de'] } }],
	['space information', spaceInfoAnswerSchema, { space: spaceInfo }],
	['a webhook endpoint', webhookEndpointAnswerSchema, { webhook_endpoint: endpoint }],
	['a request for one', newWebhookEndpointSchema, { ...request, description: 'x', secret: 's' }],
])('%s of the documented shape is parsed unchanged', (_, schema, value) => {
	expect(schema.parse(value)).toEqual(value);
});

it.each([
	[
		'a story',
		storySchema,
		leastStory,
		{
			...nulls('published_at', 'first_published_at', 'updated_at', 'parent_id', 'meta_data', 'group_id'),
			...nulls('release_id', 'path', 'default_full_slug'),
			...{ position: 0, tag_list: [], is_startpage: false, lang: 'default', alternates: [] },
		},
	],
	['an alternate', storyAlternateSchema, storyAlternate, nulls('published', 'is_folder', 'parent_id')],
	['a story list', storyListSchema, { stories: [] }, { cv: null, rels: [], links: [] }],
	[
		'a link',
		linkSchema,
		leastLink,
		{
			...nulls('path', 'real_path', 'published', 'parent_id'),
			...{ is_folder: false, is_startpage: false, position: 0, alternates: [] },
		},
	],
	[
		'a language of a link',
		linkAlternateSchema,
		{ lang: 'de' },
		nulls('path', 'name', 'published', 'translated_slug'),
	],
	['a datasource', datasourceSchema, { id: 2, name: 'Labels', slug: 'labels' }, { dimensions: [] }],
	['a dimension', dimensionSchema, leastDimension, {}],
	['a datasource list', datasourceListSchema, { datasources: [] }, { cv: null }],
	['an entry', datasourceEntrySchema, { id: 5, name: 'a', value: '' }, { dimension_value: null }],
	['a current space', currentSpaceSchema, { ...currentSpace, domain: null }, {}],
	['space information', spaceInfoSchema, { ...spaceInfo, domain: null, languages: [] }, {}],
	[
		'a webhook endpoint',
		webhookEndpointSchema,
		{ ...leastEndpoint, actions: ['experiment.started'] },
		nulls('description', 'secret', 'deleted_at'),
	],
])('%s may lack fields that some servers omit', (_, schema, least, filled) => {
	expect(schema.parse(least)).toEqual({ ...least, ...filled });
});

it('reads null as an empty list, and 0 as a folder', () => {
	expect(
		storySchema.parse({ ...leastStory, ...nulls('alternates', 'tag_list'), parent_id: 0 }),
	).toMatchObject({
		alternates: [],
		tag_list: [],
		parent_id: 0,
	});
	expect(linkSchema.parse({ ...link, alternates: null, parent_id: 0 })).toMatchObject({
		alternates: [],
		parent_id: 0,
	});
});

it('reads the time of publishing of a translated slug as published', () => {
	const published = (value: unknown) =>
		translatedSlugSchema.parse({ path: 'a', lang: 'de', published: value }).published;
	expect([true, time].map(published)).toEqual([true, true]);
	expect([false, null, undefined, ''].map(published)).toEqual([false, false, false, false]);
});

it('drops the owner of a space, and anything unknown, which may be secret', () => {
	const owner = { id: 1, access_token: 'secret-1' };
	const read = spaceInfoAnswerSchema.parse({ space: { ...spaceInfo, owner, token: 'secret-2' } });
	expect(read).toEqual({ space: spaceInfo });
});

it('has the fifteen triggers', () => {
	expect(triggers).toHaveLength(15);
});

it.each([
	[
		'a story',
		storySchema,
		story,
		{ id: '12', uuid: '', full_slug: null, tag_list: 'new', is_startpage: 'yes' },
	],
	['a story', storySchema, story, { content: null }],
	['a story', storySchema, story, { content: { _uid: 'c1' } }],
	['a story list', storyListSchema, {}, { stories: undefined }],
	['a story list', storyListSchema, {}, { stories: {} }],
	['a link', linkSchema, link, { id: null, uuid: '', slug: undefined, published: 'true', is_folder: 1 }],
	['a link', linkSchema, link, { alternates: [{ path: 'a' }] }],
	[
		'a link',
		linkSchema,
		link,
		{ slug: 'a'.repeat(8001), path: '/'.repeat(8001), real_path: '/'.repeat(8001) },
	],
	['a link list', linkListSchema, {}, { links: [link] }],
	['a link list', linkListSchema, {}, { links: undefined }],
	['content', contentSchema, content, { _uid: undefined, component: 1 }],
	['a datasource list', datasourceListSchema, {}, { datasources: undefined }],
	['a datasource', datasourceSchema, datasource, { slug: null }],
	['a dimension', dimensionSchema, dimension, { entry_value: undefined }],
	['an entry', datasourceEntrySchema, entry, { value: 1 }],
	['a current space', currentSpaceSchema, currentSpace, { version: null }],
	['a current space', currentSpaceSchema, currentSpace, { version: '1714557600' }],
	['a current space', currentSpaceSchema, currentSpace, { version: 1.5 }],
	['space information', spaceInfoSchema, spaceInfo, { languages: [{ code: 'de' }] }],
	['space information', spaceInfoSchema, spaceInfo, { languages: undefined }],
	[
		'a webhook endpoint',
		webhookEndpointSchema,
		endpoint,
		nulls('id', 'name', 'endpoint', 'space_id', 'actions', 'activated'),
	],
	[
		'a request for one',
		newWebhookEndpointSchema,
		request,
		{ name: '', endpoint: 'not an address', actions: [], activated: 'yes' },
	],
	['a request for one', newWebhookEndpointSchema, request, { actions: ['story.saved'] }],
])('refuses each wrong field of %s', (_, schema, value, wrong) => {
	for (const [field, one] of Object.entries(wrong)) {
		const read = schema.safeParse({ ...value, [field]: one });
		expect(read.error?.issues[0]?.path[0], field).toBe(field);
	}
});

it('refuses unknown fields in a request for a webhook endpoint, and a page in place of a list', () => {
	expect(newWebhookEndpointSchema.safeParse({ ...request, space_id: 1 }).success).toBe(false);
	expect(storyListSchema.safeParse('<html>').success).toBe(false);
});
