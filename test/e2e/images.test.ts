import { expect, it } from 'vitest';
import { config, createSite, plainSite, storyRoute } from '../support/site.js';

const photo = 'https://a.storyblok.com/f/1/1200x800/ab12/harbour.jpg';

const story = `---
name: Home
content:
  component: page
  photo: { fieldtype: asset, filename: ${photo}, alt: '<b>"A harbour"</b>' }
  bare: { fieldtype: asset, filename: ${photo}, alt: '' }
  logo: { fieldtype: asset, filename: //a.storyblok.com/f/1/24x24/ab/logo.svg, alt: Logo }
  hostile: { fieldtype: asset, filename: 'https://a.storyblok.com/f/1/9x9/ab/"onload="alert(1).jpg', alt: '" onload="alert(1)' }
  secret: { fieldtype: asset, filename: https://a.storyblok.com/f/1/9x9/ab/secret.jpg, alt: Secret, is_private: true }
  empty: { fieldtype: asset, filename: '', alt: '' }
---
`;

const site = await createSite({
	...plainSite,
	'astro.config.mjs': config(`{ space: './space', assets: { imageService: true } }`),
	'space/space.yaml': 'name: Small\n',
	'space/index.md': story,
	'src/pages/[...path].astro': storyRoute(
		`<StoryImage asset={photo} width={600} class="wide" id="photo" />
<StoryImage asset={photo} width={100} formats={['avif', 'webp']} id="formats" />
<StoryImage asset={bare} id="bare" /><StoryImage asset={logo} id="logo" />
<StoryImage asset={hostile} id="hostile" /><StoryImage asset={secret} id="secret" /><StoryImage asset={empty} id="empty" />
<Image src={photo.filename} alt="" width={300} height={200} densities={[1, 2]} quality="low" id="image" />
<Image src={photo.filename} alt="" inferSize widths={[400, 800, 5000]} sizes="100vw" id="inferred" />
<Picture src={photo.filename} alt="" width={300} height={300} formats={['avif', 'webp']} id="picture" />
<Image src="https://example.com/other.jpg" alt="" width={10} height={10} id="other" />`,
		{
			components: ['StoryImage'],
			code: `import { Image, Picture } from 'astro:assets';
const { photo, bare, logo, hostile, secret, empty } = Astro.props.story.data.content;`,
		},
	),
});
const said = await site.built();
const html = (await site.output())['index.html'] ?? '';

const inTag = '(?:[^"<>]|"[^"]*")*';

/** The attributes of the element with an id. */
function attributes(id: string): Record<string, string> | undefined {
	const tag = new RegExp(`<${inTag} id="${id}"${inTag}>`).exec(html)?.[0];
	return (
		tag &&
		Object.fromEntries([...tag.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
	);
}

it('renders an asset in several sizes, with everything escaped', () => {
	expect(attributes('photo')).toMatchObject({
		src: `${photo}/m/600x0/filters:format(webp)`,
		srcset: [320, 600, 640, 960, 1200]
			.map((width) => `${photo}/m/${width}x0/filters:format(webp) ${width}w`)
			.join(', '),
		sizes: '(min-width: 600px) 600px, 100vw',
		width: '600',
		height: '400',
		alt: '<b>&quot;A harbour&quot;</b>',
		loading: 'lazy',
		class: 'wide',
	});
	expect(html).toMatch(
		new RegExp(
			`<picture><source type="image/avif" srcset="[^"]*format\\(avif\\) 100w[^"]*"${inTag}><img${inTag} id="formats"`,
		),
	);
	expect(attributes('logo')?.['src']).toBe('https://a.storyblok.com/f/1/24x24/ab/logo.svg');
	expect(attributes('hostile')).toMatchObject({ alt: '&quot; onload=&quot;alert(1)' });
	expect(html).not.toMatch(/<[^>"]*(?:"[^"]*"[^>"]*)*\sonload=/);
	expect(attributes('secret')).toBeUndefined();
	expect(html).not.toContain('secret.jpg');
	expect(attributes('empty')).toBeUndefined();
});

it('warns about a missing alternative text and a private file', () => {
	expect(said).toContain('The image `harbour.jpg` has no alternative text.');
	expect(said).toContain('The private file `secret.jpg` is left out');
});

it("gives Astro's own components the sizes and formats of the image service", () => {
	expect(attributes('image')).toMatchObject({
		src: `${photo}/m/300x0/filters:format(webp):quality(25)`,
		srcset: `${photo}/m/300x0/filters:format(webp):quality(25) 1x, ${photo}/m/600x0/filters:format(webp):quality(25) 2x`,
		width: '300',
		height: '200',
	});
	expect(attributes('inferred')).toMatchObject({
		src: `${photo}/m/1200x0/filters:format(webp)`,
		srcset: `${photo}/m/400x0/filters:format(webp) 400w, ${photo}/m/800x0/filters:format(webp) 800w`,
		width: '1200',
		height: '800',
	});
	expect(attributes('picture')?.['src']).toBe(`${photo}/m/300x300/filters:format(png)`);
	expect(html).toContain(`<source srcset="${photo}/m/300x300/filters:format(avif)" type="image/avif">`);
	expect(attributes('other')?.['src']).toBe('https://example.com/other.jpg');
});
