import type { AstroConfig } from 'astro';
import { expect, it } from 'vitest';
import { i18nWarnings, rootWarnings } from '../../packages/astro-slugline/src/astro/settings/index.js';

it('warns of settings of i18n with which addresses would be wrong, and of no others', () => {
	const warnings = (i18n?: object, isIncremental = false) =>
		i18nWarnings({ i18n } as Pick<AstroConfig, 'i18n'>, isIncremental);
	expect(warnings({ fallback: { es: 'en' } }, true)).toEqual([]);
	expect([warnings(), warnings({ locales: ['en'], fallback: {}, domains: {} })]).toEqual([[], []]);
	expect(warnings({ fallback: { es: 'en' }, domains: { mx: 'https://mx.example.com' } })).toEqual([
		expect.stringContaining('also writes /es/es/…'),
	]);
});

it('warns of a root without a page or a redirect, if all pages are below their language', () => {
	const warnings = (routing?: unknown, base = '/', answered: string[] = [], trailingSlash = 'ignore') =>
		rootWarnings(
			{ i18n: { defaultLocale: 'en', locales: ['en', 'de'], routing }, base, trailingSlash } as never,
			(address) => answered.includes(address),
		);
	const prefixed = { prefixDefaultLocale: true };
	expect(warnings(prefixed)).toEqual([
		"Nothing answers /, because all languages are below their prefix. Add `redirects: { '/': '/en/' }` to astro.config.",
	]);
	expect(warnings(prefixed, '/docs/', ['/'], 'never')).toEqual([
		expect.stringMatching(/^Nothing answers \/docs\/, .* Add `redirects: \{ '\/': '\/docs\/en' \}`/),
	]);
	expect(warnings(prefixed, '/docs', ['/docs/'])).toEqual([]);
	for (const routing of ['manual', undefined, { prefixDefaultLocale: false }])
		expect(warnings(routing)).toEqual([]);
	expect(rootWarnings({ i18n: undefined, base: '/', trailingSlash: 'never' }, () => false)).toEqual([]);
});
