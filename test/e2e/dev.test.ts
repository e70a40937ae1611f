import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { bodyOf, headersOf } from '../rebuild/support/calls.js';
import { startBrowser } from '../support/browser.js';
import { config, createSite, plainSite } from '../support/site.js';

// One dev server for all tests, since each takes seconds to start. The tests have stories of their own; the last one changes the site.

const story = (title: string, more = '') => `---
name: ${title}
${more}content:
  component: article
  title: ${title}
---
Text.
`;

/**
 * Loads the code of modules without running them, once content changes, as Astro does when it looks for styles. The dev server then
 * takes them for valid, although they have run with the former content.
 */
const lookingForStyles = `
import { setTimeout as delay } from 'node:timers/promises';
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

const configOf = (options: string) =>
	`import styles from './styles.mjs';${config(options, 'vite: { plugins: [styles] }')}`;

const browser = await startBrowser();
const site = await createSite({
	...plainSite,
	'styles.mjs': lookingForStyles,
	'astro.config.mjs': configOf(`{ space: './space', defaultLanguage: 'en' }`),
	'src/pages/bloks.astro': `---
import Blok from 'astro-slugline/components/Blok.astro';
---
<Blok blok={{ component: 'newsletter', _uid: 'n' }} />`,
	'src/wrong.ts': `import { routeOf } from 'astro-slugline/paths';

export const wrong = () => routeOf({ id: 'x', collection: 'notes' });
`,
	'src/pages/wrong.astro': `---\nimport { wrong } from '../wrong';\nwrong();\n---\n`,
	'src/pages/styled.astro': `---
import { getEntry } from 'astro:content';
import { routeOf } from 'astro-slugline/paths';
export const prerender = false;
const story = await getEntry('pages', 'news/styled');
---
<h1>{story.data.content.title} {routeOf(story).href}</h1>`,
	'src/bloks/Hero.astro': '<h2>Hero</h2>',
	'space/space.yaml': 'name: Small\nlanguages: [de]\ntokens: { public: the-public-token }\n',
	'space/hello.md': story('First'),
	'space/broken.md': story('Whole'),
	'space/news/styled.md': story('v0', 'path: v0\n'),
	'other/space.yaml': 'name: Other\n',
	'other/elsewhere.md': story('Elsewhere'),
});
const dev = await site.dev();

const textOf = async (path: string) => (await fetch(dev.url + path)).text();

it("serves the API of the embedded space on Astro's own server", async () => {
	const { url } = dev;
	const me = await fetch(`${url}/_slugline/v2/cdn/spaces/me?token=the-public-token`);
	const { space } = (await me.json()) as { space: { name: string; version: number } };
	expect(space.name).toBe('Small');
	// Without cv the service redirects to the address with it.
	const stories = await fetch(`${url}/_slugline/v2/cdn/stories?token=the-public-token`);
	expect(stories.url).toBe(`${url}/_slugline/v2/cdn/stories?token=the-public-token&cv=${space.version}`);
	const { cv, stories: listed } = await stories.json();
	expect(cv).toBe(space.version);
	expect(listed.map((one: { full_slug: string }) => one.full_slug).sort()).toEqual([
		...['broken', 'hello', 'news/styled'],
	]);
	expect((await fetch(`${url}/_slugline/v2/cdn/stories?token=wrong`)).status).toBe(401);
	expect(await textOf('/_slugline/preview/home')).toContain('write `preview: {}` into the options');

	// A page of another site in the developer's browser can neither read a draft nor start a rebuild.
	const { preview } = site.space().tokens;
	const draft = `${url}/_slugline/v2/cdn/stories?token=${preview}&version=draft`;
	expect((await fetch(draft)).headers.get('access-control-allow-origin')).toBeNull();
	const fromEvil = await fetch(draft, { headers: { Origin: 'http://evil.example' } });
	expect(fromEvil.headers.get('access-control-allow-origin')).toBeNull();
	const crossSite = { method: 'POST', body: '{}', headers: { Origin: 'http://evil.example' } };
	expect((await fetch(`${url}/_slugline/rebuild`, crossSite)).status).toBe(403);
});

it('shows an edit of the embedded space in the browser at once', async () => {
	const { url, synced } = dev;
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

it('shows an edit although Astro looks for styles just then', async () => {
	const shown = async () => /<h1[^>]*>(.*?)<\/h1>/.exec(await textOf('/styled'))?.[1];
	expect(await shown()).toBe('v0 /v0/');
	await dev.synced(() => site.write({ 'space/news/styled.md': story('v1', 'path: v1\n') }));
	await textOf('/styles');
	expect(await shown()).toBe('v1 /v1/');
});

it('shows a placeholder until a missing component exists', async () => {
	const missing = 'Add <code>src/bloks/Newsletter.astro</code>';
	const page = async () => (await textOf('/bloks')).replace(/ data-astro-source-\w+="[^"]*"/g, '');
	expect(await page()).toContain(missing);
	await site.write({ 'src/bloks/Newsletter.astro': '<p>Subscribe</p>' });
	await expect.poll(page).toContain('<p>Subscribe</p>');
	await site.remove('src/bloks/Newsletter.astro');
	await expect.poll(page).toContain(missing);
});

it('says where the site made a mistake, and no place in a package', async () => {
	await textOf('/wrong');
	const said = () => dev.output().split('ERROR] [SluglinePageError]')[1];
	await expect.poll(said).toContain(`at ${join(site.folder, 'src/wrong.ts')}:3:`);
	expect(said()).toContain('The entry `x` of the collection `notes` has no route');
	expect(dev.output()).not.toMatch(/\bat .*astro-slugline\/dist/);
});

it('shows the last valid content while a file is broken, and says what is wrong', async () => {
	const { url, output, synced } = dev;
	expect(await (await fetch(`${url}/broken`)).text()).toContain('Whole');
	await site.write({ 'space/broken.md': '---\nname: Broken\ncontnt:\n  component: article\n---\n' });
	await expect.poll(output).toContain('broken.md:3:1: `contnt` is not');
	// A browser shows it in Astro's overlay, above what the page showed last.
	const page = await browser.newPage();
	await page.goto(`${url}/broken`);
	await page.getByText('broken.md:3:1').first().waitFor();
	expect(
		await page
			.locator('vite-error-overlay')
			.evaluate((overlay) => /broken\.md:.*/.exec(overlay.shadowRoot?.textContent ?? '')?.[0]),
	).toMatchInlineSnapshot(`"broken.md:3:1: contnt is not a valid field here. Did you mean content?"`);
	await page.close();
	expect(await (await fetch(`${url}/broken`)).text()).toContain('Whole');
	await synced(() => site.write({ 'space/broken.md': story('Mended') }));
	expect(await (await fetch(`${url}/broken`)).text()).toContain('Mended');
});

it('accepts unsigned webhook calls if no secret is set, also with an embedded space', async () => {
	for (const [trigger, fields] of [
		['story.published', { story_id: 1 }],
		['release.merged', { release_id: 1 }],
	] as const) {
		const body = bodyOf(trigger, fields);
		const headers = headersOf(trigger, body, { secret: null });
		const response = await fetch(`${dev.url}/_slugline/rebuild`, { method: 'POST', body, headers });
		expect(response.status).toBe(202);
	}
	expect((await fetch(`${dev.url}/_slugline/v2/cdn/spaces/me?token=wrong`)).status).toBe(401);
	expect((await fetch(`${dev.url}/broken`)).status).toBe(200);
});

it('applies changed options without a manual restart', async () => {
	expect((await fetch(`${dev.url}/broken`)).status).toBe(200);
	// Replaced in one step, as editors do: Astro would read a half-written file as a config without integrations.
	await site.write({ 'astro.config.next': configOf(`{ space: './other' }`) });
	await rename(join(site.folder, 'astro.config.next'), join(site.folder, 'astro.config.mjs'));
	await expect
		.poll(async () => (await fetch(`${dev.url}/elsewhere`).catch(() => undefined))?.status)
		.toBe(200);
	// What ran with the options of before has ended: an edit loads content once.
	const loads = () => dev.output().split('Synced content').length;
	await delay(3000);
	const before = loads();
	await dev.synced(() => site.write({ 'other/elsewhere.md': story('Edited elsewhere') }));
	await delay(1500);
	expect(loads()).toBe(before + 1);
});
