import { defineCollection } from 'astro:content';
import { datasource, stories, storySchema } from 'astro-slugline/loaders';
import {
	anyPageContent,
	articleContent,
	authorContent,
	categoryContent,
	settingsContent,
} from './content-types.js';

export const collections = {
	pages: defineCollection({
		loader: stories({ contentType: ['home', 'section', 'archive', 'page', 'article'] }),
		schema: storySchema({ content: anyPageContent }),
	}),
	articles: defineCollection({
		loader: stories({ contentType: 'article' }),
		schema: storySchema({ content: articleContent }),
	}),
	authors: defineCollection({
		loader: stories({ startsWith: 'authors/' }),
		schema: storySchema({ content: authorContent }),
	}),
	categories: defineCollection({
		loader: stories({ startsWith: 'categories/' }),
		schema: storySchema({ content: categoryContent }),
	}),
	settings: defineCollection({
		loader: stories({ startsWith: 'settings/' }),
		schema: storySchema({ content: settingsContent }),
	}),
	labels: defineCollection({ loader: datasource('labels') }),
	waters: defineCollection({ loader: datasource('waters') }),
};
