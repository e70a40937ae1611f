import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { startAssetServer } from '../support/asset-server.js';
import { startBrowser } from '../support/browser.js';
import { config, createSite, plainSite, storyRoute } from '../support/site.js';
import { serveFolder } from '../support/static-server.js';

/** Releases the held images. */
let release: () => void = () => {};
let held: Promise<void> = Promise.resolve();

const images = await startAssetServer();
images.answer = (path, response) => {
	const [, width = '1200', height = '0'] = /\/m\/(\d+)x(\d+)/.exec(path) ?? [];
	const image = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${Number(height) || (Number(width) * 2) / 3}"/>`;
	void held.then(() => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(image));
	return true;
};
const filename = `${images.url}/f/1/1200x800/ab12/harbour.jpg`;
const site = await createSite({
	...plainSite,
	'astro.config.mjs': config(`{ space: './space', assets: { hosts: ['${images.host}'] } }`),
	'space/space.yaml': 'name: Small\n',
	'space/index.md': `---\nname: Home\ncontent: { component: page, photo: { fieldtype: asset, filename: '${filename}', alt: A harbour } }\n---\n`,
	'src/pages/[...path].astro': storyRoute(
		`<html><head><style is:global>body { margin: 0 } img { max-width: 100%; height: auto }</style></head>
<body><StoryImage asset={photo} width={700} /><StoryImage asset={photo} width={200} height={200} /><p>Text</p></body></html>`,
		{ components: ['StoryImage'], code: `const { photo } = Astro.props.story.data.content;` },
	),
});
await site.built();
const server = await serveFolder(join(site.folder, 'dist'));
const browser = await startBrowser();

async function open(width: number, deviceScaleFactor: number): Promise<Page> {
	const page = await browser.newPage({ viewport: { width, height: 2000 }, deviceScaleFactor });
	await page.goto(server.url, { waitUntil: 'domcontentloaded' });
	return page;
}

const loaded = (page: Page) =>
	page.waitForFunction(() =>
		[...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
	);

it.each([
	[320, 1, ['320x0', '200x200']],
	[320, 2, ['640x0', '400x400']],
	[1000, 1, ['700x0', '200x200']],
	[1000, 2, ['1200x0', '400x400']],
])('loads the image size that fits a window of %i pixels at density %i', async (width, density, expected) => {
	const page = await open(width, density);
	await loaded(page);
	const chosen = await page.evaluate(() => [...document.images].map(({ currentSrc }) => currentSrc));
	expect(chosen.map((address) => /\/m\/(\d+x\d+)/.exec(address)?.[1])).toEqual(expected);
	await page.close();
});

it('does not shift the layout while images load', async () => {
	held = new Promise((resolve) => {
		release = resolve;
	});
	const page = await open(500, 1);
	const places = () =>
		page.evaluate(() =>
			[...document.querySelectorAll('img, p')].map((element) => {
				const { top, width, height } = element.getBoundingClientRect();
				return [top, width, height].map(Math.floor);
			}),
		);
	const before = await places();
	release();
	await loaded(page);
	expect(await places()).toEqual(before);
	expect(before[0]).toEqual([0, 500, 333]);
	await page.close();
});
