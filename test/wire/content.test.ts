import { assetSchema, contentSchema, seoSchema } from 'astro-slugline/wire';
import { describe, expect, it } from 'vitest';

describe('content', () => {
	it('has its component, and any fields', () => {
		const content = {
			_uid: 'c',
			component: 'page',
			title: 'T',
			on: true,
			body: [{ _uid: 'b', component: 'x' }],
			none: null,
		};
		expect(contentSchema.parse(content)).toEqual(content);
		expect(contentSchema.safeParse({ component: 'page' }).success).toBe(false);
		expect(contentSchema.safeParse({ _uid: 'c', component: 1 }).success).toBe(false);
	});
});

describe('an asset', () => {
	const asset = {
		id: 1,
		alt: 'A tree',
		name: '',
		focus: '10x10:20x20',
		title: '',
		source: '',
		filename: 'https://example.org/f/1/100x100/abc/tree.jpg',
		copyright: '',
		fieldtype: 'asset',
		meta_data: {},
	};

	it('is parsed as documented, with the flags that some have', () => {
		expect(assetSchema.parse(asset)).toEqual(asset);
		const flagged = { ...asset, is_private: false, is_external_url: true, extra: 1 };
		expect(assetSchema.parse(flagged)).toEqual(flagged);
		expect(assetSchema.parse({ ...asset, is_private: '' }).is_private).toBe('');
	});

	it('may be empty', () => {
		expect(assetSchema.parse({ fieldtype: 'asset', id: null, filename: '' })).toEqual({
			fieldtype: 'asset',
			id: null,
			filename: '',
			alt: null,
			name: null,
			focus: null,
			title: null,
			source: null,
			copyright: null,
			meta_data: null,
		});
	});

	it('is distinguished from other fields', () => {
		expect(assetSchema.safeParse({ ...asset, fieldtype: 'multilink' }).success).toBe(false);
		expect(assetSchema.safeParse({ ...asset, id: true }).success).toBe(false);
	});
});

describe('an SEO field', () => {
	const seo = {
		_uid: 's',
		title: 'T',
		plugin: 'seo_metatags',
		og_image: '',
		og_title: '',
		description: 'D',
		twitter_image: '',
		twitter_title: '',
		og_description: '',
		twitter_description: '',
	};

	it('has its ten texts, and possibly more', () => {
		expect(seoSchema.parse(seo)).toEqual(seo);
		expect(seoSchema.parse({ ...seo, extra: 1 })).toMatchObject({ extra: 1 });
		for (const field of Object.keys(seo))
			expect(seoSchema.safeParse({ ...seo, [field]: 1 }).success).toBe(false);
	});
});
