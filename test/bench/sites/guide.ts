import { token } from '../service/start.js';
import { type Contender, pageOfStory, plainConfig } from './site.js';

/**
 * The pattern of the official integration's guide, with the client that the integration uses: all links give the paths,
 * and each page asks for its story. It has no collections, and always a page for each story.
 */
export const guide: Contender = {
	name: "the guide's pattern",
	files: ({ url, codes }) => ({
		'astro.config.mjs': plainConfig,
		'src/api.ts': `
import StoryblokClient from 'storyblok-js-client';
export const api = new StoryblokClient({ accessToken: '${token}', endpoint: '${url}/v2' });`,
		'src/pages/[...path].astro': `---
import { api } from '../api';
export async function getStaticPaths() {
	const links = await api.getAll('cdn/links', { version: 'published' });
	return links
		.filter((link) => !link.is_folder)
		.flatMap((link) => [
			{ params: { path: link.slug }, props: { slug: link.slug } },
			...${JSON.stringify(codes)}.map((language) => ({
				params: { path: \`\${language}/\${link.slug}\` },
				props: { slug: link.slug, language },
			})),
		]);
}
const { slug, language } = Astro.props;
const { data } = await api.get(\`cdn/stories/\${slug}\`, { version: 'published', ...(language ? { language } : {}) });
const { story } = data;
---
${pageOfStory}`,
	}),
};
