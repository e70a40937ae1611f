import { describe, expect, it } from 'vitest';
import { withShown } from '../../../packages/astro-slugline/src/astro/session/entries/digest-parts.js';

const digestOf = (data: Record<string, unknown>) => withShown('own.0', data);

describe('the digest of what pages show of an entry', () => {
	it('is the same for equal data, whatever was parsed before it', () => {
		// In an engine, 0 may be an integer or a double, which depends on the values beside it.
		const alone = JSON.parse('[{"parent_id":0}]');
		const [, beside] = JSON.parse('[{"parent_id":191260016693534},{"parent_id":0}]');
		expect(digestOf(beside)).toBe(digestOf(alone[0]));
	});

	it('covers values that JSON cannot represent', () => {
		const date = (time: string) => digestOf({ at: new Date(time), tags: new Set(['a']) });
		expect(date('2026-01-01')).toBe(date('2026-01-01'));
		expect(date('2026-01-01')).not.toBe(date('2026-01-02'));
		expect(digestOf({ at: new Date('2026-01-01') })).not.toBe(digestOf({ at: '2026-01-01T00:00:00.000Z' }));
	});

	it('is that of its content for data that cannot be serialized', () => {
		expect(digestOf({ show: () => 'text' })).toBe('own.0.own');
	});
});
