import { expect, it } from 'vitest';
import { openLive, story } from '../support/live-site.js';
import { docBlocks } from '../support/readme.js';
import { createSite } from '../support/site.js';

/** The files of the complete example on the page "Live pages". */
async function example(): Promise<Record<string, string>> {
	const blocks = (await docBlocks('live.md')).filter(({ section }) => section === 'A complete example');
	const pageOf = (language: string) => blocks.find((block) => block.language === language)?.code ?? '';
	return {
		...Object.fromEntries(blocks.flatMap(({ path, code }) => (path === undefined ? [] : [[path, code]]))),
		'src/pages/[...path].astro': pageOf('astro'),
	};
}

it('the example of the docs is a live site with a cache', async () => {
	const live = await openLive({
		...(await example()),
		'content/hello.md': story('Hello'),
		'content/blog/post.md': story('Post'),
	});
	for (const cache of ['MISS', 'HIT']) {
		const page = await live.server.ask('/hello/');
		expect([page.status, page.cache, page.text]).toEqual([
			200,
			cache,
			expect.stringContaining('<h1>Hello</h1><ul><li>Post</li></ul>'),
		]);
	}
});

it('the example works in astro dev with a folder and without a token', async () => {
	const site = await createSite({
		...(await example()),
		'space/space.yaml': 'name: Small\n',
		'space/hello.md': story('Hello'),
	});
	const dev = await site.dev();
	const page = await fetch(`${dev.url}/hello/`);
	expect([page.status, await page.text()]).toEqual([200, expect.stringMatching(/<h1[^>]*>Hello<\/h1>/)]);
	expect((await fetch(`${dev.url}/nothing/`)).status).toBe(404);
});
