import { uuids } from './page-routes.js';

// Stories in the shapes that public projects have recorded from the service over the years. All of their content is made up.

const asset = (more: object = {}) => ({
	id: 18_200_001,
	alt: 'A lighthouse',
	name: '',
	focus: '',
	title: '',
	source: '',
	filename: 'https://a.storyblok.com/f/90001/1600x900/0a1b2c3d4e/lighthouse.jpg',
	copyright: '',
	fieldtype: 'asset',
	...more,
});

const link = (more: object) => ({ id: '', url: '', cached_url: '', fieldtype: 'multilink', ...more });

/** A field that a multi-asset field has: without `fieldtype`, and with ids as text in older spaces. */
const member = (id: number | string, name: string) => {
	const { fieldtype: _, ...rest } = asset({
		id,
		filename: `https://a.storyblok.com/f/90001/800x600/${name}.png`,
	});
	return rest;
};

const comment = (id: string, uid: string, name: string) =>
	`<!--#storyblok#{"name": "${name}", "space": "90001", "uid": "${uid}", "id": "${id}"}-->`;

const cell = (value: string, uid: string) => ({ _uid: uid, value, component: '_table_col' });

/** The fields of one article, each in the forms that it occurs in. */
export const fields = {
	texts: {
		title: 'Lights & <shadows>',
		empty: '',
		none: null,
		lines: 'One\nTwo',
		markdown: '**Bold**\n\n- a\n- b',
	},
	numbers: { as_text: '270.50', as_json: 12.5, zero: 0, negative: -3, none: '' },
	flags: { on: true, off: false, never_set: null, older: '' },
	dates: { minute: '2024-05-01 10:00', day: '2024-05-01 00:00', empty: '' },
	options: { one: 'red', none: '', many: ['red', 'blue'], none_of_many: [] },
	references: { story: uuids.about, stories: [uuids.about, uuids.german], gone: uuids.unpublished, none: '' },
	assets: {
		usual: asset({ meta_data: { alt: 'A lighthouse', title: '' }, is_external_url: false }),
		id_as_text: asset({ id: '18200002' }),
		focused: asset({ focus: '820x310:821x311' }),
		private: asset({ is_private: true }),
		private_in_old_content: asset({ is_private: '' }),
		external: asset({ id: null, filename: 'https://images.example.com/x.webp', is_external_url: true }),
		without_protocol: asset({ filename: '//a.storyblok.com/f/90001/640x480/5e6f/boat.jpg' }),
		vector: asset({ filename: 'https://a.storyblok.com/f/90001/x/77aa/logo.svg' }),
		document: asset({ filename: 'https://a.storyblok.com/f/90001/x/88bb/plan.pdf', alt: null }),
		video: asset({ filename: 'https://a.storyblok.com/f/90001/1280x720/99cc/tide.mp4' }),
		empty: asset({
			id: null,
			filename: '',
			alt: null,
			name: null,
			title: null,
			source: null,
			copyright: null,
		}),
		least: { id: null, filename: null, fieldtype: 'asset' },
	},
	many_assets: [member(18_200_003, 'a/one'), member('18200004', 'b/two'), asset()],
	/** What images were before there were assets. */
	old_image: '//a.storyblok.com/f/90001/640x480/5e6f/boat.jpg',
	links: {
		story: link({ id: uuids.about, linktype: 'story', cached_url: 'about', target: '_self' }),
		story_with_anchor: link({ id: uuids.about, linktype: 'story', cached_url: 'about', anchor: 'tides' }),
		story_resolved: link({
			...{ id: uuids.about, linktype: 'story', cached_url: 'about/' },
			story: { name: 'About', id: 2, uuid: uuids.about, full_slug: 'about', _stopResolving: true },
		}),
		story_gone: link({ id: uuids.unpublished, linktype: 'story', cached_url: 'old' }),
		story_never_chosen: link({ linktype: 'story' }),
		url: link({
			linktype: 'url',
			url: 'https://example.com/?a=1&b=2',
			cached_url: 'https://example.com/?a=1&b=2',
			target: '_blank',
		}),
		url_only_cached: link({ linktype: 'url', cached_url: 'https://example.com/old' }),
		url_with_attributes: link({
			linktype: 'url',
			url: 'https://example.com/',
			rel: 'nofollow',
			title: 'Out',
		}),
		email: link({ linktype: 'email', email: 'ann@example.com', url: '' }),
		email_in_url: link({ linktype: 'email', url: 'ann@example.com', cached_url: 'ann@example.com' }),
		asset: link({
			linktype: 'asset',
			id: '18200005',
			url: 'https://a.storyblok.com/f/90001/x/88bb/plan.pdf',
			cached_url: 'https://a.storyblok.com/f/90001/x/88bb/plan.pdf',
		}),
		empty: link({ linktype: 'story', id: '', url: '', cached_url: '' }),
		without_linktype: link({ url: 'https://example.com/older', cached_url: 'https://example.com/older' }),
	},
	plugins: {
		seo: {
			...{ _uid: 'seo-1', plugin: 'seo_metatags', title: 'Lights', description: 'All lights' },
			...{ og_image: '', og_title: '', og_description: '' },
			...{ twitter_image: '', twitter_title: '', twitter_description: '' },
		},
		seo_without_uid: { plugin: 'seo_metatags', title: 'Lights' },
		color: { _uid: 'color-1', color: '#0b2a4a', plugin: 'native-color-picker' },
		color_empty: { color: '', plugin: 'native-color-picker' },
		/** Own plugins hold any JSON. */
		map: {
			plugin: 'map-pin',
			latitude: 54.1,
			longitude: 7.9,
			places: [{ name: 'Pier', open: null }, 3, 'x'],
		},
		list: [{ id: 1 }, { id: 2 }],
		word: 'plain',
		number: 7,
		truth: true,
	},
	table: {
		thead: [cell('Harbor', 't1'), cell('Depth', 't2')],
		tbody: [
			{ _uid: 'r1', body: [cell('Low', 't3'), cell('2 m', 't4')], component: '_table_row' },
			{ _uid: 'r2', body: [cell('', 't5'), cell('<b>4 m</b>', 't6')], component: '_table_row' },
		],
		fieldtype: 'table',
	},
	table_empty: { thead: [], tbody: [], fieldtype: 'table' },
	rich_text: {
		type: 'doc',
		content: [
			{ type: 'heading', attrs: { level: 2, textAlign: null }, content: [{ text: 'Tides', type: 'text' }] },
			{
				type: 'paragraph',
				attrs: { textAlign: null },
				content: [
					{ text: 'See ', type: 'text' },
					{
						text: 'the harbor',
						type: 'text',
						marks: [
							{
								type: 'link',
								attrs: {
									href: '/about',
									uuid: uuids.about,
									anchor: null,
									target: '_self',
									linktype: 'story',
								},
							},
							{ type: 'textStyle', attrs: { color: null } },
						],
					},
				],
			},
			{
				type: 'blok',
				attrs: { id: 'blok-1', body: [{ _uid: 'note-1', text: 'Mind the tide', component: 'note' }] },
			},
			{ type: 'paragraph' },
		],
	},
	rich_text_empty: { type: 'doc', content: [{ type: 'paragraph' }] },
	rich_text_never_set: '',
	bloks: [
		{
			_uid: 'section-1',
			component: 'section',
			columns: [
				{ _uid: 'col-1', component: 'column', body: [{ _uid: 'card-1', component: 'card', photo: asset() }] },
				{ _uid: 'col-2', component: 'column', body: [] },
			],
		},
		{ _uid: 'gone-1', component: 'removed-long-ago', title__i18n__de: 'Alt' },
	],
	bloks_never_set: null,
};

/** The fields of a story that say nothing. */
export const base = {
	created_at: '2021-03-01T08:00:00.000Z',
	published_at: '2024-05-01T09:30:11.482Z',
	first_published_at: '2021-03-02T08:00:00.000Z',
	updated_at: '2024-05-01T09:30:11.505Z',
	sort_by_date: null,
	position: -20,
	tag_list: [],
	is_startpage: false,
	parent_id: 0,
	meta_data: null,
	group_id: '5b1f7e2a-95d1-4a40-8f0e-2f6f3c4a9d10',
	release_id: null,
	lang: 'default',
	path: null,
	alternates: [],
	default_full_slug: null,
	translated_slugs: null,
};
const content = { _uid: 'root-1', component: 'article', ...fields };
const { sort_by_date: _s, translated_slugs: _t, default_full_slug: _d, updated_at: _u, ...older } = base;

const slugOf = (path: string) => path.replace(/\/$/, '').split('/').at(-1);

const story = (id: number, uuid: string, name: string, full_slug: string, more: object) => ({
	...base,
	...{ id, uuid, name, slug: slugOf(full_slug), full_slug, content: { _uid: 'root', component: 'page' } },
	...more,
});

/** A translation as its story lists it. */
const translated = (lang: string, path: string, name: string | null, more: object) => ({
	...{ path, name, lang },
	...more,
});

/** A story of another folder as its group lists it. */
const alternate = (id: number, name: string, full_slug: string, more: object = {}) => ({
	...{ id, name, slug: slugOf(full_slug), full_slug, is_folder: false, parent_id: 12 },
	...more,
});

/** Stories by what is special about them. */
export const payloads: Record<string, Record<string, unknown>> = {
	'an article with every kind of field': story(430_000_001, uuids.about, 'Lights', 'blog/lights', {
		parent_id: 430_000_000,
		content,
	}),
	'a draft': story(430_000_002, uuids.home, 'Draft', 'draft', {
		...{ published_at: null, first_published_at: null },
		content: {
			...content,
			_editable: comment('430000002', 'root-1', 'article'),
			bloks: [{ _uid: 'b', component: 'card', _editable: comment('430000002', 'b', 'card') }],
			title__i18n__de: 'Entwurf',
		},
	}),
	'a translation': story(430_000_001, uuids.about, 'Lichter', 'de/blog/lichter', {
		lang: 'de',
		content: { _uid: 'root-1', component: 'article', title: 'Lichter' },
		default_full_slug: 'blog/lights',
		translated_slugs: [
			translated('de', 'blog/lichter', 'Lichter', { published: true }),
			translated('fr', 'blog/lights', null, { published: null }),
			translated('es', 'blog/luces', 'Luces', { published: '2024-05-01T09:30:11.482Z' }),
			translated('it', 'blog/luci', 'Luci', {}),
		],
	}),
	'one of a group of folders': story(430_000_003, uuids.german, 'Nur', 'de/nur', {
		tag_list: ['sea', 'Über uns'],
		alternates: [
			alternate(430_000_004, 'Only', 'en/only', { published: true }),
			alternate(430_000_005, 'Seul', 'fr/seul'),
		],
	}),
	'a start page with a real path': story(430_000_006, uuids.unpublished, 'Blog', 'blog/', {
		...{ is_startpage: true, path: 'journal/', meta_data: { note: 'x', depth: 2 } },
		content: { _uid: 'root-6', component: 'page', body: [] },
	}),
	'one of a release': story(430_000_007, uuids.home, 'Next', 'next', {
		...{ release_id: 9001, sort_by_date: '2024-06-01' },
	}),
	'a story of years ago': {
		...older,
		...{ id: 107_350, uuid: uuids.home, name: 'Old', slug: 'old', full_slug: 'old', parent_id: null },
		content: { _uid: 'root-8', component: 'page', image: fields.old_image },
	},
};
