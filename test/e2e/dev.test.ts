import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createSpace } from 'astro-slugline/space';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.js';
import { config, createSite, plainSite, type Site } from '../support/site.js';

let browser: Browser;
beforeAll(async () => {
	browser = await startBrowser();
});
afterAll(() => browser.close());

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const cleanup of cleanups.splice(0)) await cleanup();
});

const story = (title: string) => `---
name: Hello
content:
  component: article
  title: ${title}
---
Text.
`;

async function siteOf(files: Record<string, string> = {}): Promise<Site> {
	const site = await createSite({
		...plainSite,
		'astro.config.mjs': config(`{ space: './space', defaultLanguage: 'en' }`),
		'space/space.yaml': 'name: Small\nlanguages: [de]\ntokens: { public: the-public-token }\n',
		'space/hello.md': story('First'),
		'space/news/old.md': story('Old'),
		...files,
	});
	cleanups.push(site.delete);
	return site;
}

it('shows an edit of the embedded space in the browser at once', async () => {
	const site = await siteOf();
	const { url, synced } = await site.dev();
	const page = await browser.newPage();
	// An edit reaches only pages that are connected.
	const connected = page.waitForEvent('console', (message) => message.text() === '[vite] connected.');
	await page.goto(`${url}/hello`);
	await connected;
	expect(await page.textContent('h1')).toBe('First');

	await synced(() => site.write({ 'space/hello.md': story('Second') }));
	await page.getByRole('heading', { name: 'Second' }).waitFor();

	// A new story has a route without a restart, and a removed one has none.
	await page.close();
	await synced(() => site.write({ 'space/news/new.md': story('New') }));
	expect((await fetch(`${url}/news/new`)).status).toBe(200);
	await synced(() => site.remove('space/hello.md'));
	expect((await fetch(`${url}/hello`)).status).toBe(404);
});

it("serves the API of the embedded space on Astro's own server", async () => {
	const site = await siteOf();
	const { url } = await site.dev();
	const me = await fetch(`${url}/_slugline/v2/cdn/spaces/me?token=the-public-token`);
	const { space } = (await me.json()) as { space: { name: string; version: number } };
	expect(space.name).toBe('Small');
	// Without cv the service redirects to the address with it.
	const stories = await fetch(`${url}/_slugline/v2/cdn/stories?token=the-public-token`);
	expect(stories.url).toBe(`${url}/_slugline/v2/cdn/stories?token=the-public-token&cv=${space.version}`);
	expect(await stories.json()).toMatchObject({
		cv: space.version,
		stories: [{ full_slug: 'hello' }, { full_slug: 'news/old' }],
	});
	expect((await fetch(`${url}/_slugline/v2/cdn/stories?token=wrong`)).status).toBe(401);

	// A page of another site in the developer's browser can neither read a draft nor start a rebuild.
	const { preview } = createSpace(join(site.folder, 'space')).tokens;
	const draft = `${url}/_slugline/v2/cdn/stories?token=${preview}&version=draft`;
	expect((await fetch(draft)).headers.get('access-control-allow-origin')).toBeNull();
	const fromEvil = await fetch(draft, { headers: { Origin: 'http://evil.example' } });
	expect(fromEvil.headers.get('access-control-allow-origin')).toBeNull();
	const crossSite = { method: 'POST', body: '{}', headers: { Origin: 'http://evil.example' } };
	expect((await fetch(`${url}/_slugline/rebuild`, crossSite)).status).toBe(403);
});

it('shows the last valid content while a file is broken, and says what is wrong', async () => {
	const site = await siteOf();
	const { url, output, synced } = await site.dev();
	expect(await (await fetch(`${url}/hello`)).text()).toContain('First');
	await site.write({ 'space/hello.md': '---\nname: Hello\ncontnt:\n  component: article\n---\n' });
	await expect
		.poll(output, { timeout: 20_000, interval: 500 })
		.toContain('hello.md:2:1: `content`: Expected');
	// A browser shows it in Astro's overlay, above what the page showed last.
	const page = await browser.newPage();
	await page.goto(`${url}/hello`);
	await page.getByText('hello.md:2:1').first().waitFor();
	expect(
		await page
			.locator('vite-error-overlay')
			.evaluate((overlay) => /hello\.md:.*/.exec(overlay.shadowRoot?.textContent ?? '')?.[0]),
	).toMatchInlineSnapshot(
		`"hello.md:2:1: content: Expected a front matter with a map content: that has the component of the story."`,
	);
	await page.close();
	expect(await (await fetch(`${url}/hello`)).text()).toContain('First');
	await synced(() => site.write({ 'space/hello.md': story('Mended') }));
	expect(await (await fetch(`${url}/hello`)).text()).toContain('Mended');
});

it('applies changed options without a manual restart', async () => {
	const site = await siteOf({
		'other/space.yaml': 'name: Other\n',
		'other/elsewhere.md': story('Elsewhere'),
	});
	const { url } = await site.dev();
	expect((await fetch(`${url}/hello`)).status).toBe(200);
	// Replaced in one step, as editors do: Astro would read a half-written file as a config without integrations.
	await site.write({ 'astro.config.next': config(`{ space: './other' }`) });
	await rename(join(site.folder, 'astro.config.next'), join(site.folder, 'astro.config.mjs'));
	await expect
		.poll(async () => (await fetch(`${url}/elsewhere`).catch(() => undefined))?.status, {
			timeout: 60_000,
			interval: 500,
		})
		.toBe(200);
});

/**
 * Loads the code of modules without running them, once content changes, as Astro does when it looks for styles. The dev server then
 * takes them for valid, although they have run with the former content.
 */
const lookingForStyles = `
const load = async (environment, module) => {
	if (module.transformResult || !module.id) return;
	await environment.fetchModule(module.id);
	for (const importer of module.importers) await load(environment, importer);
};
export default {
	name: 'looking-for-styles',
	configureServer({ environments: { ssr }, middlewares }) {
		middlewares.use('/styles', async (request, response) => {
			for (const id of ['astro:data-layer-content', 'virtual:astro-slugline/routes']) {
				const module = ssr.moduleGraph.getModuleById('\\0' + id);
				while (module.transformResult) await delay(5);
				await load(ssr, module);
			}
			response.end();
		});
	},
};`;

it('shows an edit although Astro looks for styles just then', async () => {
	const site = await siteOf({
		'styles.mjs': lookingForStyles,
		'astro.config.mjs': `import styles from './styles.mjs';${config(
			`{ space: './space', defaultLanguage: 'en' }`,
			'vite: { plugins: [styles] }',
		)}`,
		'src/pages/index.astro': `---
import { getCollection } from 'astro:content';
import { routeOf } from 'astro-slugline/paths';
export const prerender = false;
const [story] = (await getCollection('pages')).filter(({ data }) => data.name === 'Hello');
---
<h1>{story.data.content.title} {routeOf(story).href}</h1>`,
	});
	const edited = (name: string) =>
		site.write({ 'space/hello.md': story(name).replace('content:', `path: ${name}\ncontent:`) });
	await edited('v0');
	const { url, synced } = await site.dev();
	const shown = async () => /<h1[^>]*>(.*?)<\/h1>/.exec(await (await fetch(url)).text())?.[1];
	expect(await shown()).toBe('v0 /v0/');

	await synced(() => edited('v1'));
	await fetch(`${url}/styles`);
	expect(await shown()).toBe('v1 /v1/');
});
