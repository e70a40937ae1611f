import { buildIncrementally, type IncrementalOptions } from 'astro-keep/build';
import { addStoryKinds } from '../explain/index.js';
import { reportPages } from '../output/index.js';

/** What of the engine's options is the same on every site. */
type OwnRules = Pick<IncrementalOptions, 'readers' | 'services' | 'isKnownKey' | 'report'>;

/** What Slugline's pages have that the engine cannot know. */
const ownRules: OwnRules = {
	readers: {
		'astro-slugline/paths': ['routeOf', 'href'],
		'astro-slugline/content': ['query', 'resolve', 'storyBySlug', 'alwaysRender'],
		'astro-slugline/compat': [
			...['useStoryblokApi', 'renderRichText', 'richTextResolver'],
			['storyblokApi', 'useStoryblokApi'],
		],
		'astro-slugline/rendering': [
			...['assetHref', 'feedItems', 'headOf', 'imageOf', 'linkAttributes'],
			...['markdownHtml', 'richTextParts'],
		],
	},
	services: { renderMarkdown: 'ask', askSpace: 'ask', wantAsset: 'ignore' },
	isKnownKey: (key) => isStoryKey(key),
	report: reportPages,
};

/** True for a cache key that `storyPaths()` made, whose content is already in the props and in the recorded reads. */
export function isStoryKey(cacheKey: string): boolean {
	return /^[0-9a-f]{16,}\.[0-9a-f]+\.[0-9a-f]{16,} [0-9a-f]{16}$/.test(cacheKey);
}

/** Makes a build render only the pages that a change affects. */
export async function keepPages(
	updateConfig: Parameters<typeof buildIncrementally>[0],
	options: Omit<IncrementalOptions, keyof OwnRules>,
): Promise<void> {
	addStoryKinds();
	await buildIncrementally(updateConfig, { ...options, ...ownRules });
}
