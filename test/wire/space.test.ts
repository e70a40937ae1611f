import {
	currentSpaceAnswerSchema,
	currentSpaceSchema,
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

describe('space information', () => {
	const space = {
		id: 1,
		name: 'Magazine',
		domain: 'https://example.org/',
		plan_level: 200,
		languages: [{ code: 'de', name: 'German' }],
	};

	it('is parsed as documented', () => {
		expect(spaceInfoAnswerSchema.parse({ space })).toEqual({ space });
		expect(spaceInfoSchema.parse({ ...space, domain: null, languages: [] })).toMatchObject({
			domain: null,
			languages: [],
		});
	});

	it('drops its owner, and anything unknown, which may be secret', () => {
		const owner = { id: 1, access_token: 'secret-1' };
		expect(spaceInfoAnswerSchema.parse({ space: { ...space, owner, token: 'secret-2' } })).toEqual({ space });
	});

	it('needs its languages', () => {
		expect(spaceInfoSchema.safeParse({ ...space, languages: [{ code: 'de' }] }).success).toBe(false);
		expect(spaceInfoSchema.safeParse({ ...space, languages: undefined }).success).toBe(false);
	});
});
