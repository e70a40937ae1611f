import { href } from 'astro-slugline/paths';
import { type AssetField, assetHref, type ImageOptions, imageOf } from 'astro-slugline/rendering';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { collectNotices } from '../../packages/astro-keep/src/output/notices.js';
import { isLong } from '../support/long.js';

const warned: string[] = [];

beforeEach(() => {
	vi.spyOn(console, 'warn').mockImplementation((line: string) => {
		warned.push(line);
	});
});
afterEach(() => {
	vi.restoreAllMocks();
	expect(warned.splice(0)).toEqual([]);
});

const photo = 'https://a.storyblok.com/f/1/1200x800/ab12/harbour.jpg';
const asset = (fields: Partial<AssetField> = {}): AssetField => ({
	filename: photo,
	alt: 'A harbour',
	...fields,
});
const img = (fields: Partial<AssetField>, options: ImageOptions = {}) => imageOf(asset(fields), options)?.img;

it('requests an image in suitable sizes, never larger than the file', () => {
	expect(imageOf(asset(), { width: 700 })).toEqual({
		img: {
			src: `${photo}/m/700x0/filters:format(webp)`,
			srcset: [320, 640, 700, 960, 1200]
				.map((width) => `${photo}/m/${width}x0/filters:format(webp) ${width}w`)
				.join(', '),
			sizes: '(min-width: 700px) 700px, 100vw',
			width: 700,
			height: 467,
			alt: 'A harbour',
			loading: 'lazy',
			decoding: 'async',
		},
		sources: [],
	});
});

it('uses the size and the proportions of the file', () => {
	expect(img({})).toMatchObject({ width: 1200, height: 800, sizes: '(min-width: 1200px) 1200px, 100vw' });
	expect(img({}, { height: 200 })).toMatchObject({ width: 300, height: 200 });
});

it('crops around the focus', () => {
	const { src, srcset, width, height } = img({ focus: '10x20:30x40' }, { width: 400, height: 400 }) ?? {};
	expect(src).toBe(`${photo}/m/400x400/filters:format(webp):focal(10x20:30x40)`);
	expect(srcset?.split(', ').map((one) => one.split(' ')[1])).toEqual(['320w', '400w', '640w', '800w']);
	expect({ width, height }).toEqual({ width: 400, height: 400 });
	expect(img({ focus: '1x1):fill(f00' }, { width: 40, height: 40 })?.src).toBe(
		`${photo}/m/40x40/filters:format(webp)`,
	);
});

it('offers several formats, with the last one as the default', () => {
	const image = imageOf(asset(), { width: 400, formats: ['avif', 'jpeg'], quality: 70.4, sizes: '50vw' });
	expect(image?.sources.map(({ type, sizes }) => [type, sizes])).toEqual([['image/avif', '50vw']]);
	expect(image?.sources[0]?.srcset).toContain('/m/400x0/filters:format(avif):quality(70) 400w');
	expect(image?.img.src).toBe(`${photo}/m/400x0/filters:format(jpeg):quality(70)`);
});

it('loads a priority image eagerly', () => {
	expect(img({}, { priority: true })).toMatchObject({ loading: 'eager', fetchpriority: 'high' });
});

it.each([
	['//a.storyblok.com/f/1/1200x800/ab12/harbour.jpg', `${photo}/m/300x0`],
	['https://s3.amazonaws.com/a.storyblok.com/f/1/1200x800/ab12/harbour.jpg', `${photo}/m/300x0`],
	[`${photo}/m/100x100/filters:blur(3)`, `${photo}/m/300x0`],
	[` ${photo}?cache=1 `, `${photo}/m/300x0`],
	[
		'https://ASSETS.example.com:8080/f/1/1200x800/ab/x y.png',
		'https://assets.example.com:8080/f/1/1200x800/ab/x%20y.png/m/300x0',
	],
])('reads the address %s', (filename, expected) => {
	expect(img({ filename }, { width: 300 })?.src).toBe(`${expected}/filters:format(webp)`);
});

it.each([
	['a drawing', 'https://a.storyblok.com/f/1/24x24/ab/logo.svg', {}],
	['an animation', 'https://a.storyblok.com/f/1/24x24/ab/wave.gif', {}],
	['a file of another host', 'https://example.com/images/a.jpg', { width: 24, height: 24 }],
	['a file of the site', '/base/images/a.svg', { width: 24, height: 24 }],
])('leaves %s as it is', (_what, filename, options) => {
	expect(img({ filename }, options)).toMatchObject({ src: filename, width: 24, height: 24 });
	expect(img({ filename }, options)?.srcset).toBeUndefined();
});

it('leaves an external file as it is, on any host', () => {
	expect(img({ is_external_url: true }, { width: 24, height: 24 })?.src).toBe(photo);
});

it('renders nothing for an empty field', () => {
	for (const empty of [null, '', ' ', {}, { filename: '' }, { filename: null }]) {
		expect(imageOf(empty)).toBeUndefined();
		expect(assetHref(empty)).toBeUndefined();
	}
	expect(assetHref(undefined)).toBeUndefined();
});

const page = new URL('https://example.com/blog/hello/');
const ofOwnHost = 'https://assets.my-site.example/f/1/1200x800/ab12/harbour.jpg';

it.each<[string, AssetField | undefined, string]>([
	[
		'a host of your own, with the option for it',
		asset({ filename: ofOwnHost }),
		"Images on the host `assets.my-site.example` are not resized. Their addresses look like the service's: if the host serves the space's assets, add it with `assets: { hosts: ['assets.my-site.example'] }`.",
	],
	[
		'an unknown size',
		asset({ filename: 'https://example.com/images/b.svg' }),
		'The size of the image `b.svg` is unknown, so the layout shifts when it loads. Pass `width` and `height` to <StoryImage>.',
	],
	[
		'an address that is not of a file',
		asset({ filename: `file:///etc/${'x'.repeat(200)}\n` }),
		`The file \`file:///etc/${'x'.repeat(67)}…\` is left out, because it is neither an http address nor a path in the site. Put it into public/, and begin its address with a slash.`,
	],
])('warns once about %s', (_what, field, sentence) => {
	for (let times = 0; times < 2; times += 1) imageOf(field, { page });
	expect(warned.splice(0)).toEqual([`[astro-slugline] ${sentence} Seen on /blog/hello/.`]);
});

it('shows what it can of an image that it warns about', () => {
	expect(img({ filename: ofOwnHost })).toMatchObject({ src: ofOwnHost, width: 1200, height: 800 });
	expect(img({ filename: 'https://my-site.example/f/1/ab12/a.jpg' }, { width: 10, height: 9 })?.width).toBe(
		10,
	);
	expect(img({ alt: ' ' })?.alt).toBe('');
	expect(img({ alt: null }, { alt: '' })?.alt).toBe('');
	expect(img({ alt: null, meta_data: { alt: 'Boats' } })?.alt).toBe('Boats');
	expect(img({ filename: '/images/c.svg' }, { width: 20 })).toMatchObject({ width: 20 });
	expect(img({ is_private: '' })?.src).toContain(photo);
	for (const none of [img, assetHref, href].map((give) => give(asset({ is_private: true }))))
		expect(none).toBeUndefined();
	warned.splice(0);
});

it('passes filters on to the image service', () => {
	const filtersOf = (options: ImageOptions) => img({}, { width: 600, ...options })?.src.slice(photo.length);
	expect(filtersOf({ filters: { blur: 20, brightness: -30, grayscale: true, rotate: 180 } })).toBe(
		'/m/600x0/filters:format(webp):blur(20):brightness(-30):grayscale():rotate(180)',
	);
	expect(filtersOf({ filters: { blur: 900, brightness: 900 } })).toBe(
		'/m/600x0/filters:format(webp):blur(150):brightness(100)',
	);
	expect(filtersOf({ height: 600, filters: { fill: '#ffcc00' } })).toBe(
		'/m/fit-in/600x600/filters:format(webp):fill(ffcc00)',
	);
	expect(filtersOf({ filters: { fill: 'red;x' } })).toBe('/m/600x0/filters:format(webp)');
	// An image that is rotated by 90 degrees is as wide as the file is high.
	expect(img({}, { filters: { rotate: 90 } })).toMatchObject({ width: 800, height: 1200 });
	expect(filtersOf({ filters: { rotate: 90 } })).toBe('/m/0x600/filters:format(webp):rotate(90)');
});

it('reads the size of an image of the site, and warns if the finished site lacks it', () => {
	const image = { filename: '/images/boat.png', alt: 'Boat' };
	expect(img(image, { page })).toMatchObject({ src: '/base/images/boat.png', width: 300, height: 200 });
	expect(img(image, { page, width: 150 })).toMatchObject({ width: 150, height: 100 });
	expect(warned.splice(0)).toEqual([]);
	const notices = collectNotices(() => false, 'SLUGLINE_EXPLAIN=1');
	notices.begin();
	img(image, { page });
	img({ ...image, filename: '/images/gone.png' }, { page });
	img({ ...image, filename: '/images/gone.png' }, { page: '/blog/two/' });
	img({ ...image, filename: '/public/images/boat.png' }, { page });
	expect(
		notices.end({ has: (address) => address === '/base/images/boat.png', near: () => undefined }),
	).toMatchInlineSnapshot(`
		[
		  "The file \`/images/gone.png\` does not exist in the site. Put it into public/, or choose another one in the editor. Seen on /blog/hello/, /blog/two/.",
		  "The file \`/public/images/boat.png\` does not exist in the site. Addresses of files in public/ begin after that folder. Seen on /blog/hello/.",
		]
	`);
});

it.each([
	['/images/boat.png', '150x100:150x100', 'object-fit: cover; object-position: 50% 50%'],
	['/base/images/boat.png', '0x100:100x200', 'object-fit: cover; object-position: 17% 75%'],
	['/images/boat.png', '9000x9000:9000x9000', 'object-fit: cover; object-position: 100% 100%'],
	['/images/boat.png', null, 'object-fit: cover'],
	[
		'https://a.storyblok.com/f/1/400x100/ab/logo.svg',
		'100x50:100x50',
		'object-fit: cover; object-position: 25% 50%',
	],
	['https://elsewhere.example/photo.jpg', '100x50:100x50', 'object-fit: cover'],
])('crops %s with CSS, around the focus %s', (filename, focus, style) => {
	expect(img({ filename, focus }, { page, width: 90, height: 90 })).toMatchObject({
		width: 90,
		height: 90,
		style,
	});
	expect(img({ filename, focus }, { page, width: 90 })?.style).toBeUndefined();
	warned.splice(0);
});

it.each([
	'javascript:alert(1)',
	' java\tscript:alert(1)',
	'data:image/svg+xml,<svg onload=alert(1)>',
	'images/a.jpg',
	'/\\evil.example',
])('leaves out %j, with a warning', (filename) => {
	expect(img({ filename }, { page })).toBeUndefined();
	expect(warned.splice(0)[0]).toContain(
		'is left out, because it is neither an http address nor a path in the site. Put it into public/, and begin its address with a slash.',
	);
});

it('says how to write the address of a file in public/, and where it is written', async () => {
	const { buildChannel } = await import('astro-keep/tracking');
	buildChannel().blokPlaces = (filename) => [`space/${filename.length}.md:1:2`];
	for (const filename of ['boat.png', './images/boat.png', 'public/boat.png', 'c:\\boat.png'])
		img({ filename }, { page });
	buildChannel().blokPlaces = undefined;
	expect(warned.splice(0).map((line) => line.slice(line.indexOf('with a slash.')))).toEqual([
		'with a slash. Write `/boat.png`. It is in space/8.md:1:2. Seen on /blog/hello/.',
		'with a slash. Write `/images/boat.png`. It is in space/17.md:1:2. Seen on /blog/hello/.',
		'with a slash. Write `/boat.png`. It is in space/15.md:1:2. Seen on /blog/hello/.',
		'with a slash. It is in space/11.md:1:2. Seen on /blog/hello/.',
	]);
});

it('links to files at their address', () => {
	expect(href({ linktype: 'asset', url: '//a.storyblok.com/f/1/x/ab/timetable.pdf' })).toBe(
		'https://a.storyblok.com/f/1/x/ab/timetable.pdf',
	);
	expect(assetHref({ filename: '//a.storyblok.com/f/1/x/ab/timetable.pdf' }, page)).toBe(
		'https://a.storyblok.com/f/1/x/ab/timetable.pdf',
	);
});

const side = fc.integer({ min: 1, max: 6000 });
const askedFor = fc.record({
	width: fc.option(side, { nil: undefined }),
	height: fc.option(side, { nil: undefined }),
});

it('never requests more pixels than the file has, or a different shape', () => {
	fc.assert(
		fc.property(side, side, askedFor, (width, height, options) => {
			const filename = `https://a.storyblok.com/f/1/${width}x${height}/ab/a.jpg`;
			const image = img({ filename }, options);
			const shown = [image?.width ?? 0, image?.height ?? 0] as const;
			expect(shown.every((pixels) => Number.isInteger(pixels) && pixels > 0)).toBe(true);
			if (options.width) expect(shown[0]).toBe(options.width);
			if (options.height) expect(shown[1]).toBe(options.height);
			const addresses = [
				image?.src ?? '',
				...(image?.srcset?.split(', ').map((one) => one.split(' ')[0] ?? '') ?? []),
			];
			for (const address of addresses) {
				const [, w, h] = /\/m\/(\d+)x(\d+)\//.exec(address) ?? [];
				expect(Number(w)).toBeGreaterThan(0);
				expect(Number(w)).toBeLessThanOrEqual(Math.min(width, 2 * shown[0]));
				const isCrop = options.width !== undefined && options.height !== undefined;
				expect(Number(h) > 0).toBe(isCrop);
				if (isCrop) {
					expect(Number(h)).toBeLessThanOrEqual(height);
					const off = Math.abs(Number(h) - (Number(w) * shown[1]) / shown[0]);
					if (Number(h) < height) expect(off).toBeLessThanOrEqual(1);
				}
			}
			const widths =
				image?.srcset?.split(', ').map((one) => Number.parseInt(one.split(' ')[1] ?? '', 10)) ?? [];
			expect([...widths].sort((a, b) => a - b)).toEqual([...new Set(widths)]);
		}),
		{ seed: 7, numRuns: isLong ? 5000 : 300 },
	);
});

it('turns any file name into an address that is valid in a srcset and never runs', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (name) => {
			const image = img({ filename: `https://a.storyblok.com/f/1/1200x800/ab/${name}.jpg` }, { width: 300 });
			if (!image) return;
			expect(image.src).toMatch(/^https:\/\/a\.storyblok\.com\/[^\s"'<>]+$/);
			for (const one of image.srcset?.split(', ') ?? []) expect(one).toMatch(/^https:\S+[^,\s] \d+w$/);
		}),
		{ seed: 8, numRuns: isLong ? 5000 : 500 },
	);
	warned.splice(0);
});

it('takes sizes that are texts as numbers or as a style, and leaves out others', () => {
	const sized = (width: string, height?: string) => img({}, { width, height } as unknown as ImageOptions);
	expect(sized('300')).toEqual(img({}, { width: 300 }));
	expect(sized('100%', 'auto')).toEqual({ ...img({}), style: 'width: 100%; height: auto' });
	expect(sized('100%; position: fixed', 'NaN')).toEqual(img({}));
	expect(
		img({ filename: 'https://a.storyblok.com/f/1/80x60/abc/a.svg' }, { width: '50vw' } as never)?.style,
	).toBe('width: 50vw');
});
