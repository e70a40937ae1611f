import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startBrowser } from '../support/browser.js';
import { selectBefore } from '../support/folder-editor.js';
import { config, createSite, plainSite, storyRoute } from '../support/site.js';

const files = {
	...plainSite,
	'src/pages/[...path].astro': storyRoute(
		`<html lang="en"><head><title>{story.data.name}</title></head><body><h1>{story.data.content.title}</h1><Blok blok={story.data.content.parts} /><p class="text">{story.data.content.text}</p><a id="self" href={routeOf(story).href}>Here</a></body></html>`,
		{ components: ['Blok'] },
	),
	'src/bloks/Part.astro': `---
const { heading } = Astro.props.blok;
if (heading === 'Broken') throw new Error('This heading cannot be shown.');
---
<h2>{heading}</h2>`,
	'space/space.yaml':
		'name: Small\nid: 4711\nlanguages: [de]\ncontent_types: { page: { body: text, references: [author, related], richtext: [intro] } }\n',
	'space/home.md': `---
id: 1
name: Home
content:
  component: page
  title: Hello
  featured: false
  day: "2026-03-01"
  moment: "2026-03-01 09:30"
  color: red
  topics: [ropes]
  author: people/ada
  related: [people/ada]
  more: { fieldtype: multilink, linktype: url, url: "https://example.com/" }
  intro: Plain
  parts:
    - { _uid: p1, component: part, heading: First }
    - { _uid: p2, component: part, heading: Second }
---

A text of the page.
`,
	'space/other.md':
		'---\nname: Other\ncontent: { component: page, color: red, topics: [ropes, tides] }\n---\n',
	'space/third.md':
		'---\nname: Third\ncontent: { component: page, color: blue, topics: [tides, ropes, tides] }\n---\n',
	'space/fourth.md': '---\nname: Fourth\ncontent: { component: page, color: blue }\n---\n',
	'space/people/ada.md': '---\nname: Ada\ncontent: { component: person }\n---\n',
	'space/people/ben.md': '---\nname: Ben\ncontent: { component: person }\n---\n',
	'space/home.de.md': '---\nname: Startseite\ncontent: { title: Hallo }\n---\n',
};

const [browser, site] = await Promise.all([
	startBrowser(),
	createSite({
		...files,
		'astro.config.mjs': config(
			`{ space: './space', defaultLanguage: 'en', preview: {} }`,
			// Astro rejects URLs in one of two forms below a base. The editor must work with both.
			"base: '/docs', trailingSlash: 'always'",
		),
	}),
]);
const dev = await site.dev();
const url = `${dev.url}/docs`;
const page = await (await browser.newContext()).newPage();
/** URL of the editor, which has an origin of its own. */
const editorUrl = await dev.editor();
await page.goto(editorUrl);
await page.getByRole('button', { name: 'Home' }).waitFor();

const read = (path: string) => readFile(join(site.folder, path), 'utf8');
const shown = (selector: string) =>
	expect.poll(() =>
		page
			.frames()[1]
			?.textContent(selector)
			.catch(() => undefined),
	);
const previewToken = () => site.space().tokens.preview;
const status = () => expect.poll(() => page.textContent('#status'));

it('has an origin of its own, which it prints in the terminal', () => {
	expect(editorUrl).toMatch(/^http:\/\/localhost:\d+\/editor$/);
	expect(new URL(editorUrl).port).not.toBe(new URL(url).port);
});

/** Limit of Tab presses, higher than the number of controls in the editor. */
const maxTabs = 200;

/** Moves to the control with this name by Tab or Shift+Tab, as a keyboard user does. */
async function tabTo(name: string, nth = 0): Promise<void> {
	for (let presses = 0; presses <= maxTabs; presses++) {
		const key = await page.evaluate(
			([wanted, number]) => {
				const nameOf = (control: Element) =>
					control.ariaLabel ??
					(control as HTMLInputElement).labels?.[0]?.firstChild?.textContent?.trim() ??
					(control.querySelector('span') ?? control).firstChild?.textContent;
				const controls = [
					...document.querySelectorAll('button, input, textarea, select, [contenteditable=true]'),
				];
				const target = controls.filter((control) => nameOf(control) === wanted).at(number);
				const active = document.activeElement;
				if (!target || !active || target === active) return target ? '' : undefined;
				const isBehind = active.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
				return isBehind ? 'Tab' : 'Shift+Tab';
			},
			[name, nth] as const,
		);
		if (key === undefined) throw new Error(`The editor has no control ${name}.`);
		if (key === '') return;
		await page.keyboard.press(key);
	}
	throw new Error(`Tab does not lead to ${name}.`);
}

/** Presses a key on a control. */
async function press(name: string, key = 'Enter', nth = 0): Promise<void> {
	await tabTo(name, nth);
	await page.keyboard.press(key);
}

/** Replaces the text of a control by typing. In a list of options, typing selects one. */
async function write(name: string, text: string): Promise<void> {
	await press(name, 'ControlOrMeta+A');
	await page.keyboard.type(text);
}

it('shows each keystroke, saves, publishes, and unpublishes with the keyboard alone', async () => {
	await write('Find a story', 'hom');
	await press('Home');
	await shown('h1').toBe('Hello');
	await press('title', 'End');
	await page.keyboard.type(' there');
	await shown('h1').toBe('Hello there');
	expect(await page.textContent('#status')).toBe('Not saved');
	await write('text', 'Another text.');
	await shown('.text').toBe('Another text.');

	await page.keyboard.press('Control+s');
	await status().toBe('Saved as a draft');
	expect(await read('space/home.draft.md')).toMatch(/title: Hello there[\s\S]*Another text\./);
	expect(await read('space/home.md')).toBe(files['space/home.md']);

	await press('Publish');
	await status().toBe('Published');
	expect(await read('space/home.md')).toContain('title: Hello there');
	for (const [name, done] of [
		['Unpublish', 'Unpublished in Default and de. Undo publishes it again.'],
		['Publish', 'Published'],
	] as const) {
		await press(name);
		await status().toBe(done);
	}
	await shown('h1').toBe('Hello there');
	await press('Find a story', 'Escape');
});

it('moves, duplicates, removes, and adds bloks with the keyboard alone', async () => {
	const headings = () => expect.poll(() => page.frames()[1]?.locator('h2').allTextContents());
	await press('Move down: part 1');
	await headings().toEqual(['Second', 'First']);
	// The focus stays with the moved blok, on the button that moves it back.
	await page.keyboard.press('Enter');
	await headings().toEqual(['First', 'Second']);
	await press('Duplicate: part 1');
	await headings().toEqual(['First', 'First', 'Second']);
	await press('Remove: part 3');
	await headings().toEqual(['First', 'First']);
	await press('Remove: part 2');
	await headings().toEqual(['First']);
	await write('Blok to add to parts', 'part');
	await press('Add to parts');
	// The focus is in the first field of the new blok.
	await page.keyboard.type('Third');
	await headings().toEqual(['First', 'Third']);
});

it('edits a translation with the keyboard alone', async () => {
	await write('Language', 'de');
	await shown('h1').toBe('Hallo');
	await write('title', 'Guten Tag');
	await shown('h1').toBe('Guten Tag');
	await page.keyboard.press('Control+s');
	await status().toBe('Saved as a draft');
	expect(await read('space/home.de.draft.md')).toContain('title: Guten Tag');
});

it('shows what was typed before the page listened, and what is typed while a saved state loads', async () => {
	const title = page.getByLabel('title', { exact: true });
	// The client script arrives late: the page shows what the server sent, and does not follow the editor yet.
	let release = () => {};
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route(/preview-client/, async (route) => {
		await held;
		await route.continue();
	});
	await page.getByLabel('Language').selectOption('default');
	await shown('h1').toBe('Hello there');
	await title.fill('Typed early');
	release();
	await shown('h1').toBe('Typed early');
	await page.unroute(/preview-client/);

	// A page that is opened again shows unsaved changes.
	const isOld = () => page.frames()[1]?.evaluate(() => Reflect.get(globalThis, 'isOld') === true);
	await page.frames()[1]?.evaluate(() => Object.assign(globalThis, { isOld: true }));
	await page
		.frames()[1]
		?.locator('#self')
		.click({ modifiers: ['Control'] });
	await expect.poll(() => isOld()?.catch(() => true)).toBe(false);
	await shown('h1').toBe('Typed early');

	// Typing continues while the saved state loads.
	await page.route(/_slugline\/preview\/$/, async (route) => {
		if (route.request().postDataJSON()?.do === 'refresh') await title.fill('Typed late');
		await route.continue();
	});
	await title.press('Control+s');
	await shown('h1').toBe('Typed late');
	await status().toBe('Not saved');
	await page.unroute(/_slugline\/preview\/$/);
	expect(await read('space/home.draft.md')).toContain('title: Typed early');
});

it('closes the error overlay when content cannot be rendered, and recovers', async () => {
	const frame = page.frames()[1];
	await frame?.evaluate(() => {
		// The overlay needs storage, which browsers deny to a frame of another site.
		Object.defineProperty(globalThis, 'localStorage', { value: {} });
		new MutationObserver(() => {
			if (document.querySelector('vite-error-overlay')) Object.assign(globalThis, { sawOverlay: true });
		}).observe(document.body, { childList: true });
	});
	const heading = page.getByLabel('heading', { exact: true }).first();
	const before = await heading.inputValue();
	await heading.fill('Broken');
	const overlay = () =>
		frame?.evaluate(() => ({
			was: Reflect.get(globalThis, 'sawOverlay') === true,
			is: document.querySelector('vite-error-overlay') !== null,
		}));
	await expect.poll(overlay).toEqual({ was: true, is: false });
	await heading.fill('Whole');
	await shown('h2').toBe('Whole');
	await heading.fill(before);
	await shown('h2').toBe(before);
});

it('has a control for each kind of field that works with the keyboard alone', async () => {
	const open = async (name: string) => {
		await write('Find a story', name);
		await press(name);
		await expect.poll(() => page.textContent('#title')).toBe(name);
	};
	await open('Other');
	await open('Home');
	const field = (name: string) => page.getByLabel(name, { exact: true });
	// Unsaved changes are still there.
	expect(await field('title').inputValue()).toBe('Typed late');
	expect(
		await field('color').evaluate((box: HTMLInputElement) =>
			[...(box.list?.options ?? [])].map(({ value }) => value),
		),
	).toEqual(['blue', 'red']);
	expect(await field('author').inputValue()).toBe('Ada (people/ada)');

	await press('featured', 'Space');
	await tabTo('day');
	await page.keyboard.type('04022026');
	await tabTo('moment');
	await page.keyboard.type('04022026');
	await page.keyboard.press('ArrowRight');
	await page.keyboard.type('1045AM');
	await write('color', 'blue');
	await press('tides', 'Space');
	await write('Another value for topics', 'knots');
	await press('Add a value to topics');
	await write('author', 'Ben');
	await write('Story to add to related', 'Ben');
	await page.keyboard.press('Enter');
	await press('Move up: Ben');
	// The focus stays with the story that moved.
	expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Move down: Ben');
	await write('intro', 'Title');
	await write('Kind of text in intro', 'Heading 2');
	await press('intro', 'End');
	await page.keyboard.press('Enter');
	await page.keyboard.type('With ');
	await page.keyboard.press('Control+b');
	await page.keyboard.type('bold');
	await page.keyboard.press('Control+b');
	await page.keyboard.type(' words by Ben');
	await selectBefore(page, 'Ben');
	// A toolbar is one stop of Tab, and the arrows move within it.
	await tabTo('Kind of text in intro');
	const tool = () => page.evaluate(() => document.activeElement?.ariaLabel);
	for (let moves = 0; moves < 20 && (await tool()) !== 'Link in intro'; moves++)
		await page.keyboard.press('ArrowRight');
	await page.keyboard.press('Enter');
	await status().toMatch(/A link leads nowhere/);
	const link = page.getByRole('group', { name: 'Link' });
	await link.getByLabel('Leads to').press('S');
	await link.getByLabel('Story').pressSequentially('people/ben');
	await page.keyboard.press('Tab');
	await status().toBe('Not saved');
	// Moving past other kinds of links loses nothing.
	await press('Leads to', 'ArrowDown');
	await page.keyboard.press('ArrowUp');
	expect(await field('Address').inputValue()).toBe('https://example.com/');
	await write('Leads to', 'Story');
	await write('Story', 'Ada');
	await press('Save draft');
	await status().toBe('Saved as a draft');

	const space = await (
		await fetch(`${url}/_slugline/v2/cdn/stories?version=draft&starts_with=people/&token=${previewToken()}`)
	).json();
	const uuidOf = (name: string) => space.stories.find((story: { name: string }) => story.name === name).uuid;
	const { story } = await (
		await fetch(`${url}/_slugline/v2/cdn/stories/home?version=draft&token=${previewToken()}`)
	).json();
	expect(story.content).toMatchObject({
		...{ title: 'Typed late', featured: true, color: 'blue' },
		...{ day: '2026-04-02', moment: '2026-04-02 10:45' },
		...{
			topics: ['ropes', 'tides', 'knots'],
			author: uuidOf('Ben'),
			related: [uuidOf('Ben'), uuidOf('Ada')],
		},
		more: { linktype: 'story', id: uuidOf('Ada') },
		intro: {
			type: 'doc',
			content: [
				{ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Title' }] },
				{
					type: 'paragraph',
					content: [
						{ type: 'text', text: 'With ' },
						{ type: 'text', text: 'bold', marks: [{ type: 'bold' }] },
						{ type: 'text', text: ' words by ' },
						{ type: 'text', text: 'Ben', marks: [{ type: 'link', attrs: { uuid: uuidOf('Ben') } }] },
					],
				},
			],
		},
	});
	expect(await read('space/home.draft.md')).toContain(
		'intro: |-\n    ## Title\n\n    With **bold** words by [Ben](people/ben)\n',
	);
});

it('opens from the dev toolbar', async () => {
	const [site, editor] = [await browser.newPage(), await browser.newPage()];
	await site.goto(`${url}/home/`);
	const app = site.locator('astro-dev-toolbar-app-canvas[data-app-id="astro-slugline"]');
	await expect.poll(() => app.locator('h1').textContent()).toBe('Small');
	await expect
		.poll(() => app.locator('li').allTextContents())
		.toContainEqual(expect.stringMatching(/^Hello|^Home/));
	expect(await app.locator('dl').textContent()).toMatch(/4711, drafts[\s\S]*2 languages/);
	// A page that reloads, such as after an earlier edit, closes what was open in its toolbar.
	const pressSync = async () => {
		await site.locator('button[data-app-id="astro-slugline"]').click();
		return app.getByText('Sync now').click({ timeout: 5000 });
	};
	await expect
		.poll(() =>
			pressSync().then(
				() => true,
				() => false,
			),
		)
		.toBe(true);
	await expect
		.poll(() => app.locator('li').allTextContents())
		.toContain(`Preview address: ${url}/_slugline/preview/`);
	// By its text, not its role: a reload after the sync closes the toolbar's window, and its links then have no role.
	const link = app.locator('a', { hasText: 'open in editor' }).first();
	await editor.goto((await link.getAttribute('href', { timeout: 60_000 })) ?? '');
	await expect.poll(() => editor.textContent('#title')).toBe('Home');
	await site.close();
	await editor.close();
});

it('saves what was typed while the dev server was stopped', async () => {
	const editor = await browser.newPage();
	await editor.goto(editorUrl);
	await editor.getByRole('button', { name: 'Other' }).click();
	await editor.getByLabel('Story name').fill('Typed before');
	await dev.stop();
	await editor.getByRole('button', { name: 'Save draft' }).click();
	const said = () => expect.poll(() => editor.textContent('#status'));
	await said().toMatch(/^The dev server does not answer\./);
	const again = await site.dev();
	expect(await again.editor()).toBe(editorUrl);
	await editor.keyboard.press('Control+s');
	await said().toBe('Saved as a draft');
	expect(await read('space/other.draft.md')).toContain('name: Typed before');
	await editor.close();
});
