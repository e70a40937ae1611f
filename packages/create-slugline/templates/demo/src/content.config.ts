import { defineCollection } from 'astro:content';
import { datasource, stories } from 'astro-slugline/loaders';

export const collections = {
	pages: defineCollection({ loader: stories() }),
	labels: defineCollection({ loader: datasource('labels') }),
};
