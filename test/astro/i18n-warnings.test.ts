import type { AstroConfig } from 'astro';
import { expect, it } from 'vitest';
import { i18nWarnings } from '../../packages/astro-slugline/src/astro/settings/index.js';

it('warns of settings of i18n with which addresses would be wrong, and of no others', () => {
	const warnings = (i18n?: object, isIncremental = false) =>
		i18nWarnings({ i18n } as Pick<AstroConfig, 'i18n'>, isIncremental);
	expect(warnings({ fallback: { es: 'en' } }, true)).toEqual([]);
	expect([warnings(), warnings({ locales: ['en'], fallback: {}, domains: {} })]).toEqual([[], []]);
	expect(warnings({ fallback: { es: 'en' }, domains: { mx: 'https://mx.example.com' } })).toEqual([
		expect.stringContaining('also writes /es/es/…'),
	]);
});
