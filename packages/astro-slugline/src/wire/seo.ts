import { z } from 'zod';

/** The SEO plugin's field in a story's content. */
export const seoSchema = z.looseObject({
	_uid: z.string(),
	title: z.string(),
	plugin: z.string(),
	og_image: z.string(),
	og_title: z.string(),
	description: z.string(),
	twitter_image: z.string(),
	twitter_title: z.string(),
	og_description: z.string(),
	twitter_description: z.string(),
});

/** The field of the SEO plugin. */
export type Seo = z.infer<typeof seoSchema>;
