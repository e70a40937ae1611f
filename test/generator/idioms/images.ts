import { type Idiom, page } from '../idiom.js';

/** A picture as text: Astro does not convert SVG. */
const picture = (color: string): string =>
	`<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="${color}"/></svg>`;

/** The header of a GIF of that width, in characters of one byte each. */
const gif = (width: number): string => `GIF89a${String.fromCharCode(width, 0, 1, 0, 0, 0, 0)};`;

/** Images of Astro, in pages and in entries. */
export const images: Record<string, Idiom> = {
	'images: in pages': {
		files: {
			'src/images/a.svg': picture('red'),
			'src/images/b.svg': picture('blue'),
			'src/pages/images/a.astro': page(
				`import { Image } from 'astro:assets';\nimport a from '../../images/a.svg?url';\nimport b from '../../images/b.svg';`,
				'<img src={a} alt=""><Image src={b} alt="" width={10} />',
			),
			'src/pages/images/b.astro': page(`import b from '../../images/b.svg';`, '<img src={b.src} alt="">'),
		},
		changes: {
			'a picture is replaced': (random) => ({ 'src/images/b.svg': picture(`#${100 + random.below(800)}`) }),
		},
	},
	'images: in Markdown entries': {
		files: {
			'shots/shot.md': '---\ntitle: Shot\n---\nv0 ![A picture](./shot.svg)\n',
			'shots/shot.svg': picture('green'),
			'src/pages/shots/[id].astro': `---
import { getCollection, render } from 'astro:content';
export const getStaticPaths = async () => (await getCollection('shots')).map((shot) => ({ params: { id: shot.id }, props: { shot } }));
const { Content } = await render(Astro.props.shot);
---
<html><head><title>shot</title></head><body><Content /></body></html>`,
		},
		content: {
			imports: `import { glob as shotsGlob } from 'astro/loaders';`,
			collections: `shots: defineCollection({ loader: shotsGlob({ pattern: '*.md', base: './shots' }) })`,
		},
		changes: {
			'a picture of an entry is replaced': (random) => ({
				'shots/shot.svg': picture(`#${100 + random.below(800)}`),
			}),
			'an entry with a picture is edited': 'shots/shot.md',
		},
	},
	'images: in frontmatter': {
		files: {
			'covers/one.md': '---\ntitle: One\ncover: ./one.gif\n---\nCovered.\n',
			'covers/one.gif': gif(5),
			'src/pages/cover.astro': page(
				`import { getEntry } from 'astro:content';\nconst { data } = await getEntry('covers', 'one');`,
				'<img src={data.cover.src} width={data.cover.width} alt={data.title}>',
			),
		},
		content: {
			imports: `import { glob as coversGlob } from 'astro/loaders';\nimport { z as coverZ } from 'astro/zod';`,
			collections: `covers: defineCollection({ loader: coversGlob({ pattern: '*.md', base: './covers' }), schema: ({ image }) => coverZ.object({ title: coverZ.string(), cover: image() }) })`,
		},
		changes: {
			'a cover is replaced': (random) => ({ 'covers/one.gif': gif(6 + random.below(90)) }),
		},
	},
};
