/** Vite's aliases that answer the imports of the vendor's integration by ours, so that pages keep them. */
export const vendorAliases = [
	{ find: /^@storyblok\/astro(?:\/client|\/middleware\.ts)?$/, replacement: 'astro-slugline/compat' },
	{
		find: /^@storyblok\/astro\/((?:Fallback|Storyblok)Component\.astro|Storyblok(?:RichText|ServerData)\.astro)$/,
		replacement: 'astro-slugline/compat/$1',
	},
];

/** The types of these imports, which come before those of an installed package. */
export const vendorTypes = [
	['', '*', ''],
	['/client', '{ storyblokApi }', ''],
	['/middleware.ts', '{ onRequest }', ''],
	...['FallbackComponent', 'StoryblokComponent', 'StoryblokRichText', 'StoryblokServerData'].map((name) => {
		const file = `/${name}.astro`;
		return [file, '{ default }', file];
	}),
]
	.map(
		([path, names, from]) =>
			`declare module '@storyblok/astro${path}' {\n\texport ${names} from 'astro-slugline/compat${from}';\n}\n`,
	)
	.join('');
