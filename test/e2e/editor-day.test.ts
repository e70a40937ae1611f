import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { startBrowser } from '../support/browser.js';
import { openStory, selectBefore } from '../support/folder-editor.js';
import { config, createSite, plainSite, storyRoute } from '../support/site.js';

const link = { type: 'multilink' };
const components = JSON.stringify([
	{
		name: 'page',
		is_root: true,
		schema: {
			title: { type: 'text' },
			photo: { type: 'asset' },
			text: { type: 'richtext' },
			body: { type: 'bloks', restrict_components: true, component_whitelist: ['teaser'] },
		},
	},
	{ name: 'menu', is_root: true, schema: { items: { type: 'bloks', component_whitelist: ['item'] } } },
	{ name: 'teaser', schema: { heading: { type: 'text' }, target: link } },
	{ name: 'item', schema: { label: { type: 'text', required: true, display_name: 'Text' }, target: link } },
]);

/** What the developers of a site make. The editors make the rest. */
const site = await createSite({
	...plainSite,
	'components.json': components,
	'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
	'space/space.yaml':
		'name: Harbor\ndefault_language: { name: English }\nlanguages: [{ code: de, name: Deutsch }]\ncontent_types: { page: { richtext: [text] } }\n',
	'src/bloks/Teaser.astro': `---
import StoryLink from 'astro-slugline/components/StoryLink.astro';
const { blok } = Astro.props;
---
<StoryLink link={blok.target}>{blok.heading}</StoryLink>`,
	'src/pages/[...path].astro': storyRoute(
		`<html lang={routeOf(story).locale}><head><title>{story.data.name}</title></head><body>
<nav>{menu.data.content.items.map(({ target, label }) => <StoryLink link={target}>{label}</StoryLink>)}</nav>
<h1>{title}</h1>{photo?.filename && <StoryImage asset={photo} />}<main><RichText doc={text} /></main><Blok blok={body} /></body></html>`,
		{
			components: ['Blok', 'RichText', 'StoryImage', 'StoryLink'],
			code: `import { storyBySlug } from 'astro-slugline/content';
const { title, photo, text, body } = story.data.content;
const menu = await storyBySlug('settings/menu', { collection: 'pages', lang: 'en' }) ?? { data: { content: { items: [] } } };`,
		},
	),
	'astro.config.mjs': config(
		`{ space: './space', componentsFile: './components.json', preview: {}, routes: { exclude: ['settings/**'] } }`,
		`i18n: { locales: ['en', 'de'], defaultLocale: 'en' }`,
	),
});

/** A PNG of one pixel. */
const pixel = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

const pages = [
	['Boats', 'Boote'],
	['Tides', 'Gezeiten'],
	['Crew', 'Besatzung'],
	['Contact', 'Kontakt'],
	['Home', 'Start'],
] as const;

it('makes a site of five pages in two languages from an empty folder, without a file by hand', async () => {
	const browser = await startBrowser();
	const dev = await site.dev();
	const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
	page.setDefaultTimeout(10_000);
	await page.goto(await dev.editor());
	const box = (name: string) => page.getByLabel(name, { exact: true });
	const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
	const status = () => expect.poll(() => page.textContent('#status'));
	const create = async (name: string, type: string, folder = '') => {
		await press('New');
		await box('Name').fill(name);
		await box('Content type').selectOption(type);
		await box('In folder').selectOption(folder);
		await press('Create');
		await page.getByRole('dialog').waitFor({ state: 'hidden' });
	};
	const publish = async () => {
		await press('Publish');
		await status().toBe('Published');
	};

	for (const [name, german] of pages) {
		await create(name, 'page');
		await expect.poll(() => page.textContent('#title')).toBe(name);
		// The page of a new story is there before anything is typed.
		await expect.poll(() => page.frames()[1]?.content()).toContain('<nav');
		await box('title').fill(`${name} of the harbor`);
		await page.getByRole('textbox', { name: 'text', exact: true }).click();
		await page.keyboard.type(`All about ${name}.`);
		await press('Choose a file for File');
		if (name === 'Boats') {
			await box('From your machine').setInputFiles({
				...{ name: 'A Boat.PNG', mimeType: 'image/png', buffer: pixel },
			});
			await press('Upload');
		} else await press('/images/a-boat.png');
		await box('Alternative text').fill('A boat');
		await publish();
		await page.locator('#language').selectOption('de');
		await expect.poll(() => page.url()).toContain('/de');
		await box('title').fill(german);
		await publish();
		await page.locator('#language').selectOption('default');
		await expect.poll(() => page.url()).not.toContain('/de');
	}
	await page.getByRole('textbox', { name: 'text', exact: true }).click();
	await page.keyboard.press('Control+End');
	await page.keyboard.type(' See boats');
	await selectBefore(page, 'boats');
	await press('Link in text');
	const linked = page.getByRole('group', { name: 'Link' });
	await linked.getByLabel('Leads to').selectOption({ label: 'Story' });
	await linked.getByLabel('Story').fill('boats');
	await page.keyboard.press('Tab');
	await press('Add to body');
	await box('heading').fill('When the tide turns');
	const target = page.getByRole('group', { name: 'target' });
	await target.getByLabel('Leads to').selectOption({ label: 'Story' });
	await target.getByLabel('Story').fill('Tides (tides)');
	await publish();

	await create('Settings', '');
	await create('Menu', 'menu', 'settings');
	for (const [place, [name, german]] of pages.entries()) {
		await press('Add to items');
		if (place === 0) {
			await press('Publish');
			const why = 'Not published, because a build would fail: `items.0.label` must be text, but is missing.';
			await status().toContain(why);
		}
		await box('Text (required)').nth(place).fill(german);
		const item = page.getByRole('group', { name: 'target' }).nth(place);
		await item.getByLabel('Leads to').selectOption({ label: 'Story' });
		await item.getByLabel('Story').fill(`${name} (${name.toLowerCase()})`);
	}
	await publish();

	await openStory(page, 'Home');
	const frame = () => page.frames()[1];
	await expect
		.poll(() => frame()?.locator('nav a').allTextContents())
		.toEqual(pages.map(([, german]) => german));
	await expect
		.poll(() => frame()?.evaluate(() => (document.querySelector('img') as HTMLImageElement).naturalWidth))
		.toBe(1);

	await site.built();
	expect(await site.pages()).toEqual(
		pages
			.map(([name]) => (name === 'Home' ? '' : `${name.toLowerCase()}/`))
			.flatMap((path) => [`/${path}`, `/de/${path}`])
			.sort(),
	);
	const { 'index.html': english, 'de/index.html': german } = await site.output();
	expect(english).toContain('<p>All about Home. See <a href="/boats/">boats</a></p>');
	expect(english).toContain('<a href="/tides/">When the tide turns</a>');
	expect(german).toMatch(/<nav><a href="\/de\/boats\/">Boote<\/a>.*<h1>Start<\/h1><img[^>]*alt="A boat"/s);

	const git = (...args: string[]) =>
		execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], {
			cwd: `${site.folder}/space`,
			encoding: 'utf8',
		});
	git('init', '-q');
	git('add', '-A');
	git('commit', '-qm', 'The site');
	await box('heading').fill('When the tide turns back');
	await publish();
	expect(git('diff', '--stat')).toBe(' index.md | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n');
	expect(git('diff', '-U0', 'index.md')).toMatch(/\n-.*heading: When the tide turns\n\+.*turns back\n/);
	await page.context().close();
}, 240_000);
