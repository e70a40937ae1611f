import { defineCollection } from 'astro:content';
import { datasource, stories } from 'astro-slugline/loaders';

export const collections = {
	pages: defineCollection({ loader: stories({ contentType: ['page', 'article'] }) }),
	authors: defineCollection({ loader: stories({ contentType: 'author' }) }),
	labels: defineCollection({ loader: datasource('labels') }),
};
