import * as compat from 'astro-slugline/compat';
import { expect, it } from 'vitest';
import * as outside from '../../packages/astro-slugline/src/compat/outside.js';

it('has the names of compat, and works where it needs no content', () => {
	expect(Object.keys(outside).sort()).toEqual(Object.keys(compat).sort());
	const blok = { component: 'page', _editable: '<!--#storyblok#{"id":"1","uid":"a"}-->' };
	expect(outside.storyblokEditable(blok)).toEqual({
		'data-blok-c': '{"id":"1","uid":"a"}',
		'data-blok-uid': '1-a',
	});
	expect(outside.storyblokEditable({ component: 'page' })).toEqual({});
	expect(outside.toCamelCase('hero-banner')).toBe('heroBanner');
	expect(outside.sanitizeJSON('</script>')).toBe('"\\u003c/script\\u003e"');
});

it('says where to call what needs the content of the site', () => {
	for (const call of [
		() => outside.useStoryblokApi(),
		() => outside.renderRichText({}),
		() => outside.storyblokApi['get']?.('cdn/stories'),
	])
		expect(call).toThrow(
			/^\S+\(\) is not part of astro-slugline\/compat in a browser or a script, because it needs the content of the site\. Call it in a page, and pass its result on\.$/,
		);
});
