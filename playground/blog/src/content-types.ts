import { z } from 'astro/zod';

/** What this site reads of each content type and blok. More fields than these may be there. */

const text = z.string();
const uuid = z.string();

const asset = z.looseObject({ fieldtype: z.literal('asset'), filename: text, alt: text });

const seo = z.looseObject({
	title: text.optional(),
	description: text.optional(),
	og_title: text.optional(),
	og_description: text.optional(),
	og_image: text.optional(),
});

const figure = z.looseObject({ component: z.literal('figure'), image: asset, caption: text });

const fact = z.looseObject({ component: z.literal('fact'), kind: text, value: text });

const navItem = z.looseObject({ component: z.literal('nav_item'), text, story: uuid });

const blok = z.discriminatedUnion('component', [
	z.looseObject({ component: z.literal('lead'), story: uuid }),
	z.looseObject({ component: z.literal('departures'), title: text, intro: text, count: text }),
	z.looseObject({ component: z.literal('quote'), text, source: text, story: uuid }),
	z.looseObject({ component: z.literal('shelf'), title: text, intro: text, stories: z.array(uuid) }),
	z.looseObject({ component: z.literal('tide'), title: text, text, link_text: text, story: uuid }),
	z.looseObject({ component: z.literal('crew'), title: text }),
	figure,
]);

export const homeContent = z.looseObject({
	component: z.literal('home'),
	title: text,
	body: z.array(blok),
	seo: seo.optional(),
});

export const sectionContent = z.looseObject({
	component: z.literal('section'),
	title: text,
	standfirst: text,
	text,
	seo: seo.optional(),
});

export const archiveContent = z.looseObject({
	component: z.literal('archive'),
	title: text,
	standfirst: text,
	seo: seo.optional(),
});

export const pageContent = z.looseObject({
	component: z.literal('page'),
	title: text,
	standfirst: text,
	text,
	blocks: z.array(blok).default([]),
	seo: seo.optional(),
});

export const articleContent = z.looseObject({
	component: z.literal('article'),
	title: text,
	standfirst: text,
	text,
	author: uuid,
	categories: z.array(uuid),
	water: text,
	chart: z.enum(['river', 'estuary', 'sound', 'fjord', 'lake', 'island', 'tide', 'flags']),
	facts: z.array(fact).default([]),
	figure: figure.optional(),
	seo: seo.optional(),
});

export const authorContent = z.looseObject({
	component: z.literal('author'),
	name: text,
	role: text,
	home_water: text,
	bio: text,
});

export const categoryContent = z.looseObject({
	component: z.literal('category'),
	name: text,
	flag: z.enum(['P', 'D', 'H', 'G', 'K']),
	meaning: text,
	text,
});

export const settingsContent = z.looseObject({
	component: z.literal('settings'),
	title: text,
	tagline: text,
	description: text,
	navigation: z.array(navItem),
	footer_text: text,
	footer_links: z.array(navItem),
});

/** Everything that has an address of its own. */
export const anyPageContent = z.discriminatedUnion('component', [
	homeContent,
	sectionContent,
	archiveContent,
	pageContent,
	articleContent,
]);

export type Blok = z.infer<typeof blok>;
export type HomeContent = z.infer<typeof homeContent>;
export type SectionContent = z.infer<typeof sectionContent>;
export type ArchiveContent = z.infer<typeof archiveContent>;
export type PageContent = z.infer<typeof pageContent>;
export type ArticleContent = z.infer<typeof articleContent>;
