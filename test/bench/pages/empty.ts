import { type Contender, plainConfig } from '../sites/site.js';

/** An Astro site of one page, without content: what Astro itself needs to start and to end. */
export const empty: Contender = {
	name: 'an empty Astro site',
	files: () => ({
		'astro.config.mjs': plainConfig,
		'src/pages/index.astro': '<html lang="en"><head><title>Empty</title></head><body></body></html>',
	}),
};
