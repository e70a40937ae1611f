import { expect, test } from 'vitest';
import { openSpace, storyFile } from './open-space.js';

/** The fields that the vendor's specification requires, by the path and the place in its answer. */
const required: readonly (readonly [path: string, place: string, fields: string])[] = [
	['spaces/me', 'space', 'id name domain version language_codes'],
	['stories', '', 'stories cv'],
	[
		'stories',
		'stories.0',
		'name created_at published_at id uuid content slug full_slug sort_by_date position tag_list is_startpage parent_id meta_data group_id first_published_at release_id lang path alternates default_full_slug translated_slugs',
	],
	['stories', 'stories.0.alternates.0', 'id name slug published full_slug is_folder parent_id'],
	['stories', 'stories.0.translated_slugs.0', 'path name lang published'],
	['stories/en/a', '', 'story cv'],
	['links/uuid-a', 'link', 'id uuid slug name published parent_id is_folder is_startpage position'],
	['links/uuid-a', 'link.alternates.0', 'path name lang published translated_slug'],
	['datasources', 'datasources.0', 'id name slug dimensions'],
	['datasources', 'datasources.0.dimensions.0', 'id name entry_value'],
	['datasources/colors', '', 'datasource cv'],
	['datasource_entries', 'datasource_entries.0', 'id name value dimension_value'],
	['tags', 'tags.0', 'name taggings_count'],
	['experiments', '', 'experiments cv'],
	[
		'assets/me',
		'asset',
		'alt asset_folder_id content_length content_type copyright created_at updated_at expire_at filename focus is_private title signed_url',
	],
];

test.each(required)('%s has at “%s” what the specification requires', async (path, place, fields) => {
	const { ask } = await openSpace({
		'space.yaml':
			'languages: [de]\ntranslatable_slugs: true\ntokens: { public: pub, preview: pre, oauth: oa, asset: as }\n',
		'en/a.md': storyFile('uuid: uuid-a\ngroup_id: g\ntag_list: [x]\nposition: -1\n', 'component: page\n'),
		'en/a.de.md': storyFile('slug: ah\n', 'title: A\n'),
		'fr/a.md': storyFile('group_id: g\n', 'component: page\n'),
		'datasources/colors.yaml':
			'dimensions: [{ name: German, entry_value: de }]\nentries: [{ name: sea, value: blue }]\n',
	});
	const query: Record<string, string> =
		path === 'assets/me' ? { token: 'as', filename: 'https://a.example/f/1/a.png' } : {};
	const { status, body } = await ask(`/v2/cdn/${path}`, query);
	expect(status).toBe(200);
	const at = place.split('.').reduce((value, key) => (key === '' ? value : value[key]), body);
	expect(fields.split(' ').filter((field) => at[field] === undefined)).toEqual([]);
});
