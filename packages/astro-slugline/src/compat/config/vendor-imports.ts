/** Vite's aliases that answer the imports of the vendor's integration by ours, so that pages keep them. */
export const vendorAliases = [
	{ find: /^@storyblok\/astro(?:\/client|\/middleware\.ts)?$/, replacement: 'astro-slugline/compat' },
	{
		find: /^@storyblok\/astro\/(Storyblok(?:Component|RichText)\.astro)$/,
		replacement: 'astro-slugline/compat/$1',
	},
];

/** The types of these imports, which come before those of an installed package. */
export const vendorTypes = `declare module '@storyblok/astro' {
	export * from 'astro-slugline/compat';
}
declare module '@storyblok/astro/client' {
	export { storyblokApi } from 'astro-slugline/compat';
}
declare module '@storyblok/astro/middleware.ts' {
	export { onRequest } from 'astro-slugline/compat';
}
declare module '@storyblok/astro/StoryblokComponent.astro' {
	export { default } from 'astro-slugline/compat/StoryblokComponent.astro';
}
declare module '@storyblok/astro/StoryblokRichText.astro' {
	export { default } from 'astro-slugline/compat/StoryblokRichText.astro';
}
`;
