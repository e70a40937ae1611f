import { join } from 'node:path';
import { createSpace } from 'astro-slugline/space';
import { createSite, type Site } from '../../support/site.js';
import { writeBenchSpace } from './site.js';

/** A site with the vendor's integration, and the space that it asks. */
export interface VendorSite {
	site: Site;
	/** Address of the API. */
	api: string;
	close(): Promise<void>;
}

/**
 * The page of `largeSite` as the vendor's integration previews it: rendered on demand, each time with what the API answers. The
 * API is a space in this process, so neither the network nor a rate limit matters.
 *
 * @param editor origin of the editor
 */
export async function vendorSite(stories: number, editor: string): Promise<VendorSite> {
	const site = await createSite({
		'package.json': '{ "type": "module" }',
		'src/pages/[...path].astro': `---
import { getLiveStory, useStoryblokApi } from '@storyblok/astro';
import StoryblokComponent from '@storyblok/astro/StoryblokComponent.astro';
const api = useStoryblokApi();
const live = await getLiveStory(Astro);
const story = live ?? (await api.get('cdn/stories/' + Astro.params.path, { version: 'draft' })).data.story;
const list = (await api.get('cdn/stories', { version: 'draft', per_page: 10 })).data.stories;
---
<html><head><title>{story.name}</title></head><body><h1>{story.name}</h1><StoryblokComponent blok={story.content} /><ul>{list.map((entry) => <li>{entry.name}</li>)}</ul></body></html>`,
		'src/storyblok/Article.astro': `---
import { storyblokEditable } from '@storyblok/astro';
const { blok } = Astro.props;
---
<article {...storyblokEditable(blok)}><h2>{blok.title}</h2><p>{blok.body}</p></article>`,
	});
	await writeBenchSpace(join(site.folder, 'space'), stories);
	const space = createSpace(join(site.folder, 'space'));
	const { url } = await space.listen();
	const options = {
		accessToken: 'the-preview-token',
		livePreview: true,
		bridge: { customParent: editor },
		apiOptions: { endpoint: `${url}/v2`, rateLimit: 1000 },
	};
	await site.write({
		'astro.config.mjs': `import { storyblok } from '@storyblok/astro';
export default { output: 'server', vite: { server: { fs: { strict: false } } }, integrations: [storyblok(${JSON.stringify(options)})] };`,
	});
	return {
		site,
		api: url,
		async close() {
			await space.close();
			await site.delete();
		},
	};
}
