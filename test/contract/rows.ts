import { triggers } from 'astro-slugline/wire';

/** The fields of a space's owner. */
export const ownerFields = [
	...'id email created_at updated_at access_token username role sso firstname lastname euid'.split(' '),
	...'encrypted_otp_secret encrypted_otp_secret_iv encrypted_otp_secret_salt otp_secret'.split(' '),
	...'consumed_timestep otp_required_for_login login_strategy phone alt_email organization'.split(' '),
	...'use_username org_id org_role timezone disabled notified avatar deleted_at lang'.split(' '),
	...'email_mapping preferences partner_id partner_role'.split(' '),
];

/** Rows of the documentation's tables, as `table.row`. @example rowsOf('Datasource: id, name') */
export const rowsOf = (...tables: readonly string[]): string[] =>
	tables.flatMap((text) => {
		const [table, rows = ''] = text.split(': ');
		return rows.split(', ').map((row) => `${table}.${row}`);
	});

/** All rows of the documentation's tables, and the measured behavior of the edge in front of the API. */
export const rows = rowsOf(
	'Story: id, uuid, name, slug, full_slug, created_at, published_at, first_published_at, content',
	'Story: sort_by_date, position, tag_list, is_startpage, parent_id, meta_data, group_id, release_id',
	'Story: lang, path, alternates, default_full_slug, translated_slugs',
	'Content: fields, asset, seo',
	'StoryList: stories, cv, rels, links',
	'Link: id, uuid, slug, path, real_path, name, published, parent_id, is_folder, is_startpage, position',
	'Link: dates, alternates',
	'LinkAlternate: path, name, lang, published, translated_slug',
	'Datasource: id, name, slug, dimensions',
	'Dimension: id, name, entry_value, datasource_id, created_at, updated_at',
	'DatasourceList: datasources, cv',
	'CurrentSpace: id, name, domain, version',
	'States: story version, link published, webhook activated, webhook deleted_at',
	'E1: management path, oauth path',
	'E2: token, filter_query, version, language, cv, management path',
	'Filter: form, nested paths, several values, like without the field, in, not_in, like, not_like',
	'Filter: lt_int, lt_float, lt_date, gt_date, all_in_array, any_in_array, is, translated fields',
	'E3: token, without cv',
	'E4: token, starts_with, version, cv, with_parent, include_dates, page, per_page, paginated, links map',
	'E5: token, page, per_page',
	'E6: space_id, name, description, endpoint, secret, actions, activated, response',
	'E7: space_id, webhook_endpoint_id, response',
	'Authentication: delivery, management, management by query',
	'Limits: per_page default, per_page maximum, page default, datasource list, links list',
	'Versioning: paths, version, cv, age of the space, management paths',
	'SpaceInfo: id, name, domain, plan_level, owner, languages',
	`Owner: ${ownerFields.join(', ')}`,
	'Webhook: id, name, description, endpoint, space_id, secret, actions, activated',
	'Webhook: deleted_at, created_at, updated_at',
	`Events: ${triggers.join(', ')}`,
	'Errors: 400, 401, 404, 422',
	'Edge: redirect without cv, redirect of an unknown cv, snapshots by cv, X-Cache',
	'Edge: hits are free of the rates, Minimum Cache TTL, spaces/me for two seconds',
	'Edge: lower version from another location, drafts, links report no cv, experiments, assets/me',
);
