const article = `---
const { blok } = Astro.props;
---
<article><h3>{blok.title}</h3><p>{blok.text}</p><a href={blok.href}>More</a></article>`;

/** Twenty bloks per page, in three levels. The page creates them, so that nothing else is measured. */
const content = `
const card = (id) => ({ _uid: id, component: 'card', title: 'Card ' + id, text: 'Text & more of it, as long as it would be on a page of a site.', href: '/' + id });
const grid = (id) => ({ _uid: id, component: 'teaser_grid', headline: 'Grid ' + id, items: ['a', 'b', 'c'].map((part) => card(id + part)) });
const page = (id) => ({ _uid: id, component: 'page', title: 'Page ' + id, body: ['a', 'b', 'c', 'd', 'e'].map((part) => grid(id + part)) });
export const paths = () => Array.from({ length: Number(process.env.BENCH_PAGES) }, (_, id) => ({ params: { path: String(id) }, props: { content: page(String(id)) } }));`;

const blok = "import Blok from 'astro-slugline/components/Blok.astro';";

const component = (imports: string, html: string) => `---
${imports}
const { blok } = Astro.props;
---
${html}`;

const page = (imports: string, shown: string) => `---
import { paths } from '../content.js';
${imports}
export const getStaticPaths = () => paths();
const { content } = Astro.props;
---
<html><head><title>{content.title}</title></head><body>${shown}</body></html>`;

const shared = {
	'package.json': JSON.stringify({ type: 'module', dependencies: { astro: '*', 'astro-slugline': '*' } }),
	'astro.config.mjs': `
import slugline from 'astro-slugline';
export default { integrations: [slugline({ space: './space' })] };`,
	'space/space.yaml': 'name: Bench\n',
	'src/content.js': content,
};

/** The pages by `<Blok>`, which finds each component by its name. */
export const byName: Record<string, string> = {
	...shared,
	'src/pages/[path].astro': page(blok, '<Blok blok={content} />'),
	'src/bloks/Page.astro': component(blok, '<main><h1>{blok.title}</h1><Blok blok={blok.body} /></main>'),
	'src/bloks/TeaserGrid.astro': component(
		blok,
		'<section><h2>{blok.headline}</h2><Blok blok={blok.items} /></section>',
	),
	'src/bloks/Card.astro': article,
};

/** The same pages, written by hand for their content. */
export const byHand: Record<string, string> = {
	...shared,
	'src/pages/[path].astro': page("import Page from '../hand/Page.astro';", '<Page blok={content} />'),
	'src/hand/Page.astro': component(
		"import Grid from './Grid.astro';",
		'<main><h1>{blok.title}</h1>{blok.body.map((blok) => <Grid blok={blok} />)}</main>',
	),
	'src/hand/Grid.astro': component(
		"import Card from './Card.astro';",
		'<section><h2>{blok.headline}</h2>{blok.items.map((blok) => <Card blok={blok} />)}</section>',
	),
	'src/hand/Card.astro': article,
};
