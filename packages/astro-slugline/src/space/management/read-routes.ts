import { pageOf, readParameters, readRange } from '../delivery/parameters.js';
import { json } from '../http/answers.js';
import type { SpaceModel } from '../model/space-model.js';
import { componentsOf } from './components.js';

/** The lists below `/v1/spaces/:id` that are read only, by their name in path and body. */
const lists: Readonly<Record<string, (model: SpaceModel, query: URLSearchParams) => readonly unknown[]>> = {
	components: componentsOf,
	component_groups: () => [],
	presets: () => [],
	internal_tags: () => [],
	datasources: ({ datasources }) =>
		datasources.map(({ id, name, slug, dimensions, createdAt, updatedAt }) => ({
			...{ id, name, slug, created_at: createdAt, updated_at: updatedAt },
			dimensions: dimensions.map((each) => ({ id: each.id, name: each.name, entry_value: each.entryValue })),
		})),
	datasource_entries: ({ datasources }, query) =>
		datasources
			.filter(
				({ id, slug }) =>
					[String(id), null].includes(query.get('datasource_id')) &&
					[slug, null].includes(query.get('datasource_slug')),
			)
			.flatMap(({ id, entries }) =>
				entries.map((entry) => ({ id: entry.id, name: entry.name, value: entry.value, datasource_id: id })),
			),
};

/** What the management API of an embedded space has, for a request of anything else. */
export const whatIsServed = `The embedded space has /v1/users/me, /v1/space_info, /v1/stories, and below /v1/spaces/:id the space itself, webhook_endpoints, and, read only, ${Object.keys(lists).join(', ')}.`;

/** The fictitious user whom the token belongs to. */
export function user({ createdAt, id }: SpaceModel): Response {
	return json(200, { user: { ...owner(createdAt, id), friendly_name: 'Space Owner', has_org: false } });
}

/** Responds to a read below `/v1/spaces/:id`; undefined if there is no such resource. */
export function readSpaceResource(
	model: SpaceModel,
	url: URL,
	parts: readonly string[],
): Response | undefined {
	const [name, ...more] = parts;
	if (name === undefined) return json(200, { space: spaceOf(model) });
	const list = more.length === 0 && Object.hasOwn(lists, name) ? lists[name] : undefined;
	if (!list) return undefined;
	const { items, headers } = pageOf(
		list(model, url.searchParams),
		readRange(readParameters(url.search), 1000),
	);
	return json(200, { [name]: items }, headers);
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
	...{ plan_level: 0, region: 'eu', owner_id: 1, stories_count: stories.length },
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
