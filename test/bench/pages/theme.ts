/** The site that all contenders build: a small layout and a few components, as one would write them. */
export const theme: Record<string, string> = {
	'src/components/Layout.astro': `---
import Nav from './Nav.astro';
const { title, description, lang } = Astro.props;
---
<html lang={lang}>
	<head>
		<meta charset="utf-8" />
		<meta name="viewport" content="width=device-width" />
		<title>{title}</title>
		<meta name="description" content={description} />
	</head>
	<body>
		<Nav />
		<main><slot /></main>
		<footer><p>Bench</p></footer>
	</body>
</html>
<style is:global>
	body { max-width: 40rem; margin: 0 auto; font: 1rem/1.5 system-ui; }
	nav a { margin-right: 1rem; }
</style>`,

	'src/components/Nav.astro': `---
import { sections } from '../content';
---
<nav>
	<a href="/">Home</a>
	{(await sections()).map((name) => <a href={'/#' + name}>{name}</a>)}
</nav>`,

	'src/components/Paragraph.astro': `---
const { heading, text } = Astro.props;
---
<section>
	<h2>{heading}</h2>
	<p>{text}</p>
</section>`,

	'src/components/Teaser.astro': `---
const { href, title, summary } = Astro.props;
---
<article>
	<h3><a href={href}>{title}</a></h3>
	{summary && <p>{summary}</p>}
</article>
<style>
	article { border-top: 1px solid #ccc; }
</style>`,

	'src/components/Story.astro': `---
import { related } from '../content';
import Layout from './Layout.astro';
import Paragraph from './Paragraph.astro';
import Teaser from './Teaser.astro';
const { story } = Astro.props;
const { title, summary, seo, body } = story.content;
---
<Layout title={title} description={seo.description} lang={story.lang}>
	<h1 data-slug={story.full_slug}>{title}</h1>
	<p>{summary}</p>
	{body.map((part) => <Paragraph heading={part.heading} text={part.text} />)}
	<aside>{(await related(story)).map((teaser) => <Teaser {...teaser} />)}</aside>
</Layout>`,

	'src/pages/index.astro': `---
import Layout from '../components/Layout.astro';
import Teaser from '../components/Teaser.astro';
import { latest } from '../content';
---
<Layout title="Bench" description="The latest articles" lang="en">
	<h1>Latest</h1>
	{(await latest()).map((teaser) => <Teaser {...teaser} />)}
</Layout>`,
};

/** A page for each story, for a contender that provides the result of `getStaticPaths`. */
export const storyPage = (imports: string, paths: string, story: string): string => `---
${imports}
import Story from '../components/Story.astro';
export const getStaticPaths = async () => ${paths};
---
<Story story={${story}} />`;

/** How many teasers the home page has, and how many sections the navigation. */
export const sizes = { latest: 20, sections: 8 };
