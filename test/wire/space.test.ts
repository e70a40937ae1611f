import {
	currentSpaceAnswerSchema,
	currentSpaceSchema,
	ownerSchema,
	spaceInfoAnswerSchema,
	spaceInfoSchema,
} from 'astro-slugline/wire';
import { describe, expect, it } from 'vitest';

describe('the current space', () => {
	const space = {
		id: 107_350_093_062_144,
		name: 'Magazine',
		domain: 'https://example.org/',
		version: 1_714_557_600,
	};

	it('is parsed as documented', () => {
		expect(currentSpaceAnswerSchema.parse({ space })).toEqual({ space });
		expect(currentSpaceSchema.parse({ ...space, language_codes: ['de'], extra: 1 })).toMatchObject({
			language_codes: ['de'],
			extra: 1,
		});
		expect(currentSpaceSchema.parse({ ...space, domain: null }).domain).toBeNull();
	});

	it('has a whole number as its version', () => {
		for (const version of [null, undefined, '1714557600', 1.5]) {
			expect(currentSpaceSchema.safeParse({ ...space, version }).success).toBe(false);
		}
	});
});

/** The fields of an owner that are not dropped. */
const owner = {
	id: 1,
	email: 'ann@example.org',
	created_at: '2024-05-01T10:00:00.000Z',
	updated_at: '2024-05-01T10:00:00.000Z',
	username: 'ann',
	role: null,
	sso: false,
	firstname: 'Ann',
	lastname: 'Example',
	euid: null,
	login_strategy: 'password',
	phone: null,
	alt_email: null,
	organization: null,
	use_username: false,
	org_id: 2,
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
		is_editor: true,
		track_statistics: false,
		first_space_created: true,
		favourite_spaces: [1],
	},
	partner_id: 3,
	partner_role: '',
};

/** The fields of an owner that must go. */
const secrets = {
	access_token: 'secret-1',
	encrypted_otp_secret: 'secret-2',
	encrypted_otp_secret_iv: 'secret-3',
	encrypted_otp_secret_salt: 'secret-4',
	otp_secret: 'secret-5',
	consumed_timestep: 12_345_678,
	otp_required_for_login: true,
};

describe('space information', () => {
	const space = {
		id: 1,
		name: 'Magazine',
		domain: 'https://example.org/',
		plan_level: 200,
		owner,
		languages: [{ code: 'de', name: 'German' }],
	};

	it('is parsed as documented', () => {
		expect(spaceInfoAnswerSchema.parse({ space })).toEqual({ space });
		expect(spaceInfoSchema.parse({ ...space, domain: null, languages: [] })).toMatchObject({
			domain: null,
			languages: [],
		});
	});

	it('drops secrets of the owner, and anything unknown', () => {
		expect(ownerSchema.parse({ ...owner, ...secrets, new_secret: 'secret-6' })).toEqual(owner);
		const read = spaceInfoAnswerSchema.parse({
			space: { ...space, owner: { ...owner, ...secrets, new_secret: 'secret-6' }, token: 'secret-7' },
			token: 'secret-8',
		});
		expect(read).toEqual({ space });
		expect(JSON.stringify(read)).not.toMatch(/secret|12345678/);
	});

	it('is parsed without an owner, or with one of another shape', () => {
		expect(spaceInfoSchema.parse({ ...space, owner: undefined }).owner).toBeUndefined();
		expect(spaceInfoSchema.parse({ ...space, owner: { id: 1, ...secrets } }).owner).toMatchObject({ id: 1 });
		expect(spaceInfoSchema.parse({ ...space, owner: { id: 'one', ...secrets } }).owner).toBeNull();
	});

	it('needs its languages', () => {
		expect(spaceInfoSchema.safeParse({ ...space, languages: [{ code: 'de' }] }).success).toBe(false);
		expect(spaceInfoSchema.safeParse({ ...space, languages: undefined }).success).toBe(false);
	});
});
