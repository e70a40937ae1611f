import type { ISbConfig, ISbStoryData, SbBlokData, SbRichTextDoc } from 'astro-slugline/compat';
import {
	buildStoryblokImage,
	getLiveStory,
	getPayload,
	isEditorRequest,
	sanitizeJSON,
	splitTableRows,
	toCamelCase,
} from 'astro-slugline/compat';
import { expect, it } from 'vitest';

interface Article extends ISbStoryData<SbBlokData> {
	position: number;
}

// The type check of this file is a part of the test.
it('types the live preview as the vendor does', async () => {
	const typed = await getPayload<{ users?: string[] }, Article>({ locals: {} });
	const position: number | undefined = typed.story?.position;
	const users: string[] = typed.serverData?.users ?? [];
	let story = (await getPayload({ locals: {} })).story ?? (await getLiveStory({ locals: {} }));
	if (story?.name === '') story = null;
	const config: ISbConfig = { accessToken: 'a' };
	const doc: SbRichTextDoc = { type: 'doc', content: [] };
	expect([position, users, story?.name, config, doc.content]).toEqual([
		...[undefined, [], undefined],
		...[{ accessToken: 'a' }, []],
	]);
});

it('answers helpers of the vendor, or says what takes their place', () => {
	expect(isEditorRequest(new URL('https://a.example/?_storyblok=1'), { spaceId: '1' })).toBe(false);
	expect(toCamelCase('hero-banner_Wide')).toBe('heroBannerWide');
	const json = sanitizeJSON({ text: '</script><!--\u2028&' });
	expect(json).toBe('{"text":"\\u003c/script\\u003e\\u003c!--\\u2028\\u0026"}');
	expect(JSON.parse(json)).toEqual({ text: '</script><!--\u2028&' });
	expect(() => buildStoryblokImage('a.png')).toThrowErrorMatchingInlineSnapshot(
		`[Error: buildStoryblokImage() is not part of astro-slugline/compat, because images are made by Slugline. Use <StoryImage>, or imageOf() of astro-slugline/rendering, instead.]`,
	);
	expect(() => splitTableRows([])).toThrowErrorMatchingInlineSnapshot(
		`[Error: splitTableRows() is not part of astro-slugline/compat, because rich text is rendered by Slugline. Use <RichText nodes={…} marks={…}> of astro-slugline/components/RichText.astro instead.]`,
	);
});
