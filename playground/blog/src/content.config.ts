import { defineCollection } from 'astro:content';
import { datasource, stories, storyCollections } from 'astro-slugline/loaders';
import { minutesToRead } from './lib/text.js';

const articles = stories({ contentType: 'article' });

export const collections = {
	...storyCollections({ types: ['author', 'category', 'settings'] }),
	pages: defineCollection({
		loader: stories({ contentType: ['home', 'section', 'archive', 'page', 'article'] }),
	}),
	articles: defineCollection({
		loader: articles,
		// What lists say of an article, so that they need not read its text and change with every word of it.
		schema: articles.schema.transform((story) => ({
			...story,
			date: story.first_published_at ?? story.created_at,
			minutes: minutesToRead(story.content.text),
			category: story.content.categories[0],
		})),
	}),
	labels: defineCollection({ loader: datasource('labels') }),
	waters: defineCollection({ loader: datasource('waters') }),
};
