import type { SpaceModel } from '../model.js';

/**
 * Space information as `/v1/space_info` returns it, with a complete owner for clients that read any of its
 * fields. The owner is fictitious, and all secrets are empty strings.
 */
export function spaceInfo({ id, name, domain, createdAt, languages }: SpaceModel) {
	return { id, name, domain, plan_level: 0, owner: owner(createdAt, id), languages };
}

/** The fictitious owner of a space. */
export const owner = (createdAt: string, spaceId: number) => ({
	id: 1,
	email: 'owner@example.com',
	created_at: createdAt,
	updated_at: createdAt,
	access_token: '',
	username: 'owner@example.com',
	role: null,
	sso: false,
	firstname: 'Space',
	lastname: 'Owner',
	euid: null,
	encrypted_otp_secret: '',
	encrypted_otp_secret_iv: '',
	encrypted_otp_secret_salt: '',
	otp_secret: '',
	consumed_timestep: 0,
	otp_required_for_login: false,
	login_strategy: 'password',
	phone: null,
	alt_email: null,
	organization: null,
	use_username: false,
	org_id: 1,
	org_role: 'admin',
	timezone: 'UTC',
	disabled: false,
	notified: [],
	avatar: null,
	deleted_at: null,
	lang: 'en',
	email_mapping: null,
	preferences: {
		job_role: '',
		company_name: '',
		job_function: '',
		business_area: '',
		beta_user: false,
		is_editor: false,
		track_statistics: false,
		first_space_created: true,
		favourite_spaces: [spaceId],
	},
	partner_id: 0,
	partner_role: '',
});
