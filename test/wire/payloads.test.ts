import { href, type Linkable } from 'astro-slugline/paths';
import {
	type AssetLike,
	assetHref,
	bloksOf,
	editable,
	imageOf,
	linkAttributes,
	richTextParts,
} from 'astro-slugline/rendering';
import { factsOf, inferTypes, writeTypes } from 'astro-slugline/types';
import { type Content, storySchema } from 'astro-slugline/wire';
import { expect, it, vi } from 'vitest';
import { fields, payloads } from '../support/payloads.js';

// Whatever the service has served over the years is read, and shown where it can be.

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});

const each = <Value>(record: Record<string, Value>, show: (value: Value) => unknown) =>
	Object.fromEntries(Object.entries(record).map(([name, value]) => [name, show(value)]));

it.each(Object.entries(payloads))('reads %s, and loses nothing of it', (_, payload) => {
	const story = storySchema.parse(payload);
	const { translated_slugs: slugs, alternates, ...rest } = payload;
	expect(story).toMatchObject(rest);
	expect(JSON.stringify(story.content)).toBe(JSON.stringify(payload['content']));
	if (Array.isArray(slugs)) {
		expect(story.translated_slugs?.map(({ lang, path, published }) => [lang, path, published])).toEqual([
			['de', 'blog/lichter', true],
			['fr', 'blog/lights', false],
			['es', 'blog/luces', true],
			['it', 'blog/luci', false],
		]);
	}
	if (Array.isArray(alternates)) expect(story.alternates).toHaveLength(alternates.length);
});

it('links every form of a link', () => {
	expect(each<Linkable>(fields.links, (link) => href(link))).toMatchInlineSnapshot(`
		{
		  "asset": "https://a.storyblok.com/f/90001/x/88bb/plan.pdf",
		  "email": "mailto:ann@example.com",
		  "email_in_url": "mailto:ann@example.com",
		  "empty": undefined,
		  "story": "/base/about/",
		  "story_gone": undefined,
		  "story_never_chosen": undefined,
		  "story_resolved": "/base/about/",
		  "story_with_anchor": "/base/about/#tides",
		  "url": "https://example.com/?a=1&b=2",
		  "url_only_cached": "https://example.com/old",
		  "url_with_attributes": "https://example.com/",
		  "without_linktype": "https://example.com/older",
		}
	`);
	expect(linkAttributes(fields.links.url_with_attributes)).toEqual({
		href: 'https://example.com/',
		rel: 'nofollow',
		title: 'Out',
	});
});

it('shows every form of an asset', () => {
	const sizeOf = (asset: AssetLike) => {
		const img = imageOf(asset, { width: 400 })?.img;
		return img && [String(img.src).replace(/^.*\/f\/90001\//, ''), img.width, img.height];
	};
	expect(each<AssetLike>(fields.assets, sizeOf)).toMatchInlineSnapshot(`
		{
		  "document": undefined,
		  "empty": undefined,
		  "external": [
		    "https://images.example.com/x.webp",
		    400,
		    undefined,
		  ],
		  "focused": [
		    "1600x900/0a1b2c3d4e/lighthouse.jpg/m/400x0/filters:format(webp)",
		    400,
		    225,
		  ],
		  "id_as_text": [
		    "1600x900/0a1b2c3d4e/lighthouse.jpg/m/400x0/filters:format(webp)",
		    400,
		    225,
		  ],
		  "least": undefined,
		  "private": undefined,
		  "private_in_old_content": [
		    "1600x900/0a1b2c3d4e/lighthouse.jpg/m/400x0/filters:format(webp)",
		    400,
		    225,
		  ],
		  "usual": [
		    "1600x900/0a1b2c3d4e/lighthouse.jpg/m/400x0/filters:format(webp)",
		    400,
		    225,
		  ],
		  "vector": [
		    "x/77aa/logo.svg",
		    400,
		    undefined,
		  ],
		  "video": undefined,
		  "without_protocol": [
		    "640x480/5e6f/boat.jpg/m/400x0/filters:format(webp)",
		    400,
		    300,
		  ],
		}
	`);
	expect(
		warn.mock.calls.flat().filter((line) => String(line).includes('not an image')),
	).toMatchInlineSnapshot(`
		[
		  "[astro-slugline] \`plan.pdf\` is not an image, so it is not shown. Choose an image in the editor, or link to the file with assetHref().",
		  "[astro-slugline] \`tide.mp4\` is not an image, so it is not shown. Choose an image in the editor, or link to the file with assetHref().",
		]
	`);
	expect(fields.many_assets.map((asset) => assetHref(asset))).toMatchInlineSnapshot(`
		[
		  "https://a.storyblok.com/f/90001/800x600/a/one.png",
		  "https://a.storyblok.com/f/90001/800x600/b/two.png",
		  "https://a.storyblok.com/f/90001/1600x900/0a1b2c3d4e/lighthouse.jpg",
		]
	`);
	expect(assetHref(fields.old_image)).toMatchInlineSnapshot(
		`"https://a.storyblok.com/f/90001/640x480/5e6f/boat.jpg"`,
	);
});

it('renders rich text and bloks in each form', () => {
	const texts = [fields.rich_text, fields.rich_text_empty, fields.rich_text_never_set];
	expect(
		texts.map((text) => richTextParts(text).filter((part) => typeof part === 'string')),
	).toMatchInlineSnapshot(`
		[
		  [
		    "<h2>Tides</h2><p>See <a href="/base/about/">the harbor</a></p>",
		    "<p></p>",
		  ],
		  [
		    "<p></p>",
		  ],
		  [],
		]
	`);
	expect(bloksOf(fields.bloks_never_set)).toEqual([]);
	const draft = payloads['a draft']?.['content'] as Content;
	expect(editable(draft)).toMatchInlineSnapshot(`
		{
		  "data-blok-c": "{"name": "article", "space": "90001", "uid": "root-1", "id": "430000002"}",
		  "data-blok-uid": "430000002-root-1",
		}
	`);
	expect(editable({ ...draft, _editable: '<!-- broken -->' })).toEqual({});
});

it('has types for all of it', () => {
	const contents = Object.values(payloads).map((payload) => storySchema.parse(payload).content);
	const types = writeTypes(inferTypes(contents.flatMap((content) => [...factsOf(content)])), {
		space: 'default',
		from: 'payloads',
	});
	expect(types).toContain('many_assets?: AssetField[]');
	expect(types).toContain('table?: TableField');
	expect(types).toContain('rich_text?: RichTextField');
});
