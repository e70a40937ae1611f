import { triggers } from 'astro-slugline/wire';

const all = (table: string, ...names: readonly string[]): string[] => names.map((name) => `${table}.${name}`);

/** The fields of a space's owner. */
export const ownerFields = [
	'id',
	'email',
	'created_at',
	'updated_at',
	'access_token',
	'username',
	'role',
	'sso',
	'firstname',
	'lastname',
	'euid',
	'encrypted_otp_secret',
	'encrypted_otp_secret_iv',
	'encrypted_otp_secret_salt',
	'otp_secret',
	'consumed_timestep',
	'otp_required_for_login',
	'login_strategy',
	'phone',
	'alt_email',
	'organization',
	'use_username',
	'org_id',
	'org_role',
	'timezone',
	'disabled',
	'notified',
	'avatar',
	'deleted_at',
	'lang',
	'email_mapping',
	'preferences',
	'partner_id',
	'partner_role',
] as const;

/** The rows of the documentation's tables for the management API and for webhook calls, as `table.row`. */
export const managementRows: readonly string[] = [
	...all('SpaceInfo', 'id', 'name', 'domain', 'plan_level', 'owner', 'languages'),
	...all('Owner', ...ownerFields),
	...all('Webhook', 'id', 'name', 'description', 'endpoint', 'space_id', 'secret', 'actions', 'activated'),
	...all('Webhook', 'deleted_at', 'created_at', 'updated_at'),
	...all('States', 'webhook activated', 'webhook deleted_at'),
	...all('E1', 'management path', 'oauth path'),
	...all('E2', 'management path'),
	...all('E6', 'space_id', 'name', 'description', 'endpoint', 'secret', 'actions', 'activated', 'response'),
	...all('E7', 'space_id', 'webhook_endpoint_id', 'response'),
	...all('Authentication', 'management', 'management by query'),
	...all('Events', ...triggers),
	...all('Errors', '400', '401', '404', '422'),
	...all('Versioning', 'management paths'),
];
