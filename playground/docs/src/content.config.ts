import { defineCollection } from 'astro:content';
import { docsSchema } from '@astrojs/starlight/schema';
import { stories } from 'astro-slugline/loaders';
import { pageOf } from './lib/page-of.js';

export const collections = {
	docs: defineCollection({
		loader: stories({ id: ({ full_slug }) => (full_slug === 'home' ? 'index' : full_slug), entry: pageOf }),
		schema: docsSchema(),
	}),
};
