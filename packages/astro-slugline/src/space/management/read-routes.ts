import { catalogOf } from '../delivery/catalog.js';
import { serveDatasource } from '../delivery/datasources.js';
import { type Parameters, pageOf, readParameters, readRange } from '../delivery/parameters.js';
import { json } from '../http/answers.js';
import type { SpaceModel } from '../model/space-model.js';
import { componentsOf } from './components.js';
import { assetsOf } from './contents.js';
import { listManagedStories, oneManagedStory } from './stories.js';

/** The lists below `/v1/spaces/:id` that are read only, by their name in path and body. */
const lists: Readonly<Record<string, (model: SpaceModel, query: Parameters) => readonly object[]>> = {
	components: (model, query) => componentsOf(model).filter(contains(query.text('search'), 'name')),
	datasources: ({ datasources }, query) =>
		datasources
			.map((each) => ({
				...serveDatasource(each),
				...{ created_at: each.createdAt, updated_at: each.updatedAt },
			}))
			.filter(contains(query.text('search'), 'name', 'slug')),
	datasource_entries: entriesOf,
	assets: (model, query) =>
		assetsOf(model).filter(contains(query.text('search'), 'filename', 'alt', 'title')),
};

/** Lists of what a folder cannot have. Tools that copy a whole space ask for each. */
const emptyLists: readonly string[] = [
	...['component_groups', 'presets', 'internal_tags', 'asset_folders', 'shared_asset_folders', 'api_keys'],
	...['collaborators', 'space_roles', 'tasks', 'activities', 'field_types', 'releases', 'branches'],
	...['workflows', 'workflow_stages', 'workflow_stage_changes'],
];

/** True for an object that has a text in one of its fields. */
const contains =
	(term: string | undefined, ...fields: readonly string[]) =>
	(item: object): boolean =>
		term === undefined ||
		fields.some((field) =>
			String((item as Record<string, unknown>)[field] ?? '')
				.toLowerCase()
				.includes(term.toLowerCase()),
		);

/** The entries of a datasource, or of all, with their value in a dimension, which is given by its numeric id. */
function entriesOf({ datasources }: SpaceModel, query: Parameters) {
	const [byId, bySlug] = [query.text('datasource_id'), query.text('datasource_slug')];
	const asked = query.integer('dimension', {});
	return datasources
		.filter(({ id, slug }) => [String(id), undefined].includes(byId) && [slug, undefined].includes(bySlug))
		.flatMap(({ id: datasource_id, dimensions, entries }) => {
			const dimension = dimensions.find(({ id }) => id === asked)?.entryValue ?? '';
			return entries.map(({ id, name, value, dimensions }) => {
				const dimension_value = Object.hasOwn(dimensions, dimension) ? dimensions[dimension] : null;
				return { id, name, value, dimension_value, datasource_id };
			});
		});
}

/** What the management API of an embedded space has, for a request of anything else. */
export const whatIsServed = `The embedded space has /v1/users/me, /v1/space_info, /v1/stories, and below /v1/spaces/:id the space itself, webhook_endpoints, and, read only, stories, ${Object.keys(lists).join(', ')}. Empty are ${emptyLists.join(', ')}.`;

/** The fictitious user whom the token belongs to. */
export function user({ createdAt, id }: SpaceModel): Response {
	const more = {
		...{ friendly_name: 'Space Owner', userid: 'owner@example.com', org: {}, ui_theme: {} },
		...all(false, 'has_org', 'has_partner', 'beta_user', 'track_statistics', 'live_chat_enabled'),
		...all([], 'favourite_spaces', 'favourite_ideas', 'configured_2fa_options', 'disclaimer_ids'),
		...{ confirmed: true, totp_factor_verified: false },
	};
	return json(200, { user: { ...owner(createdAt, id), ...more } });
}

/** Responds to a read below `/v1/spaces/:id`; undefined if there is no such resource. */
export function readSpaceResource(
	model: SpaceModel,
	url: URL,
	parts: readonly string[],
): Response | undefined {
	const [name, ...more] = parts;
	if (name === undefined) return json(200, { space: spaceOf(model) });
	const query = readParameters(url.search);
	if (name === 'stories' && more.length === 0) return listManagedStories(query, catalogOf(model));
	if (name === 'stories' && more.length === 1 && /^\d+$/.test(more[0] ?? ''))
		return oneManagedStory(Number(more[0]), catalogOf(model));
	const list = emptyLists.includes(name) ? () => [] : Object.hasOwn(lists, name) ? lists[name] : undefined;
	if (!list || more.length > 0) return undefined;
	const { items, headers } = pageOf(list(model, query), readRange(query, 1000));
	const groups = name === 'components' ? { component_groups: [] } : {};
	return json(200, { [name]: items, ...groups }, headers);
}

const spaceOf = ({
	id,
	name,
	domain,
	createdAt,
	cv,
	languages,
	defaultLanguage,
	tokens,
	stories,
}: SpaceModel) => ({
	...{ id, name, domain, created_at: createdAt, updated_at: createdAt, version: cv, languages },
	...{ plan: 'embedded', plan_level: 0, region: 'eu', owner_id: 1, role: 'admin' },
	...{ stories_count: stories.length, assets_count: 0, default_root: '', traffic_limit: 0 },
	...all(0, 'request_count_today', 'api_requests', 'exceeded_requests'),
	...all(0, 'monthly_ai_tokens_traffic', 'monthly_ai_tokens_traffic_limit'),
	...all(false, 'trial', 'has_slack_webhook', 'has_pending_tasks', 'assistance_mode'),
	...all(false, 'ai_text_generator_disabled', 'ai_text_generator_feature_disabled'),
	...{ limits: {}, options: {}, feature_limit_exceeded_flags: {} },
	...{ environments: [], space_roles: [], collaborators: [] },
	default_lang_name: defaultLanguage.name ?? defaultLanguage.code ?? 'Default',
	first_token: tokens.preview,
});

/**
 * Space information as `/v1/space_info` returns it, with a complete owner for clients that read any of its
 * fields. The owner is fictitious, and all secrets are empty strings.
 */
export function spaceInfo({ id, name, domain, createdAt, languages }: SpaceModel) {
	return { id, name, domain, plan_level: 0, owner: owner(createdAt, id), languages };
}

/** Names that share a value. */
const all = (value: unknown, ...names: string[]) => Object.fromEntries(names.map((name) => [name, value]));

/** The fictitious owner of a space. */
const owner = (createdAt: string, spaceId: number) => ({
	...{
		id: 1,
		email: 'owner@example.com',
		username: 'owner@example.com',
		firstname: 'Space',
		lastname: 'Owner',
	},
	...{
		created_at: createdAt,
		updated_at: createdAt,
		timezone: 'UTC',
		lang: 'en',
		login_strategy: 'password',
	},
	...{ org_id: 1, org_role: 'admin', partner_id: 0, partner_role: '', notified: [], consumed_timestep: 0 },
	...all('', 'access_token', 'otp_secret', 'encrypted_otp_secret'),
	...all('', 'encrypted_otp_secret_iv', 'encrypted_otp_secret_salt'),
	...all(false, 'sso', 'otp_required_for_login', 'use_username', 'disabled'),
	...all(null, 'role', 'euid', 'phone', 'alt_email', 'organization', 'avatar', 'deleted_at', 'email_mapping'),
	preferences: {
		...all('', 'job_role', 'company_name', 'job_function', 'business_area'),
		...all(false, 'beta_user', 'is_editor', 'track_statistics'),
		...{ first_space_created: true, favourite_spaces: [spaceId] },
	},
});
