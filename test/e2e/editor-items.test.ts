import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeEach, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.js';
import { askEditor, findings, openStory, serveFolderEditor } from '../support/folder-editor.js';
import { isLong } from '../support/long.js';
import { proxyHeaders } from '../support/proxy-headers.js';

const story = (name: string, content: string) =>
	`---\nname: ${name}\ncontent:\n  component: page\n${content}---\n`;

const files: Record<string, string> = {
	'space.yaml':
		'name: Harbor\nlanguages: [{ code: de, name: Deutsch }]\ncontent_types: { page: { references: [related] }, voyage: { body: log, references: [boat], richtext: [plan] }, fact: { richtext: [more] } }\n',
	'about.md': story(
		'About',
		'  title: About\n  # Of note.\n  facts:\n    - { component: fact, text: One }\n    - { component: fact, text: Two }\n',
	),
	'about.de.md': '---\nname: Über uns\nslug: ueber\n---\n',
	'blog/one.md': story('One', '  title: One\n  related: [about]\n'),
	'blog/two.md': story('Two', '  title: Two\n  text: See [us](/about).\n'),
};

const browser = await startBrowser();
const editor = await serveFolderEditor(browser, files);

beforeEach(() => editor.reset());

const status = (page: Page) => expect.poll(() => page.textContent('#status'));
const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const box = (page: Page, name: string) => page.getByLabel(name, { exact: true }).first();
const dialog = (page: Page) => page.getByRole('dialog');
const listed = (page: Page) => expect.poll(() => page.locator('#stories small').allTextContents());
const folderFiles = async () =>
	(await readdir(editor.folder, { recursive: true })).filter((path) => path.includes('.')).sort();

it('creates a story, a copy, a folder, and its start page', async () => {
	const page = await editor.open();
	await act(page, 'New');
	await page.getByLabel('Name', { exact: true }).fill('Tïdes & boats');
	expect(await page.getByLabel('Slug', { exact: true }).inputValue()).toBe('tides-boats');
	await page.getByLabel('In folder').selectOption('blog');
	await page.getByLabel('Slug', { exact: true }).press('Enter');
	await expect.poll(() => page.textContent('#title')).toBe('Tïdes & boats');
	expect(await editor.read('blog/tides-boats.draft.md')).toBe(
		'---\nname: Tïdes & boats\ncontent:\n  component: page\n---\n',
	);
	const unpublish = page.getByRole('button', { name: 'Unpublish' });
	expect(await unpublish.isDisabled()).toBe(true);
	// It has the fields of others of its kind.
	await page.getByLabel('title', { exact: true }).fill('Tides');
	await page.keyboard.press('Control+s');
	await status(page).toBe('Saved as a draft');
	expect(await unpublish.isDisabled()).toBe(true);
	await act(page, 'Publish');
	await status(page).toBe('Published');
	expect(await unpublish.isDisabled()).toBe(false);

	await openStory(page, 'About');
	await act(page, 'Copy');
	await page.getByLabel('Name', { exact: true }).fill('About');
	await act(page, 'Create');
	await expect
		.poll(() => dialog(page).textContent())
		.toContain('There is a story or a folder "about" already. Choose another slug.');
	await page.getByLabel('Slug', { exact: true }).fill('us');
	await act(page, 'Create');
	await expect.poll(() => page.url()).not.toContain('undefined');
	await expect.poll(folderFiles).toContain('us.draft.md');
	expect(await editor.read('us.draft.md')).toContain('  # Of note.');
	expect(await editor.read('us.de.draft.md')).toBe('---\nname: Über uns\n---\n');
	await act(page, 'Take that back');
	await expect.poll(folderFiles).not.toContain('us.draft.md');

	await act(page, 'New');
	await page.getByLabel('Name', { exact: true }).fill('News');
	await page.getByLabel('Content type').selectOption('Folder');
	await act(page, 'Create');
	await expect.poll(folderFiles).toContain('news/_folder.yaml');
	await page.locator('#stories button', { hasText: 'News' }).click();
	await act(page, 'Add a start page');
	await act(page, 'Create');
	await expect.poll(() => page.textContent('#title')).toBe('News');
	expect(await folderFiles()).toContain('news/index.draft.md');
	await page.context().close();
});

it('cleans the slug that is typed, and knows the slug of a language that has just been written', async () => {
	const page = await editor.open('Two');
	await page.locator('#language').selectOption('de');
	await expect.poll(() => page.url()).toContain('/de');
	await page.getByLabel('title', { exact: true }).fill('Zwei');
	await page.keyboard.press('Control+s');
	await status(page).toBe('Saved as a draft');
	await act(page, 'Rename or move');
	await page.getByLabel('Slug in Deutsch').fill('Zwei Boote!');
	await page.getByLabel('Slug', { exact: true }).fill('Get in touch!');
	await page.getByLabel('In folder').focus();
	expect(await page.getByLabel('Slug', { exact: true }).inputValue()).toBe('get-in-touch');
	await act(page, 'Rename');
	await status(page).toBe('Renamed');
	expect(await editor.read('blog/get-in-touch.de.draft.md')).toContain('slug: zwei-boote');
	await act(page, 'Copy');
	expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Two (copy)');
	expect(await page.getByLabel('Slug', { exact: true }).inputValue()).toBe('two-copy');
	await page.context().close();
});

it('gives a new story of a type that space.yaml names the fields that it names', async () => {
	const page = await editor.open();
	await act(page, 'New');
	const kind = page.getByLabel('Content type');
	expect(await kind.locator('option').allTextContents()).toEqual(['Folder', 'page', 'voyage']);
	await page.getByLabel('Name', { exact: true }).fill('Out');
	await kind.selectOption('voyage');
	await act(page, 'Create');
	await page.getByRole('textbox', { name: 'log', exact: true }).fill('We *left*.\n');
	await page.getByLabel('boat', { exact: true }).fill('About (about)');
	await page.getByRole('textbox', { name: 'plan', exact: true }).pressSequentially('Home by six.');
	await page.keyboard.press('Control+s');
	await status(page).toBe('Saved as a draft');
	expect(await editor.read('out.draft.md')).toBe(
		'---\nname: Out\ncontent:\n  component: voyage\n  boat: about\n  plan: Home by six.\n---\nWe *left*.\n',
	);
	// The file gets a date, and the empty line that is typed stays.
	await act(page, 'Publish');
	await status(page).toBe('Published');
	expect(await page.locator('#stories [aria-current]').textContent()).toBe('Outout');
	expect(await page.getByRole('textbox', { name: 'log', exact: true }).inputValue()).toBe('We *left*.\n');
	await page.context().close();
});

it('edits the tags and the first publication of a story', async () => {
	await editor.replace('blog/two.md', 'name: Two\n', 'name: Two\ntag_list: [tide]\n');
	const page = await editor.open('One');
	const added = box(page, 'Another value for Story tags');
	const list = await added.getAttribute('list');
	expect(await page.locator(`#${list} option`).getAttribute('value')).toBe('tide');
	for (const tag of ['tide', 'ebb']) {
		await added.pressSequentially(tag);
		await act(page, 'Add a value to Story tags');
	}
	// One that is typed, and nowhere yet, is not left out.
	await added.pressSequentially('neap');
	await page.keyboard.press('Control+s');
	await status(page).toContain('Add this value, or remove it.');
	await added.press('Enter');
	await box(page, 'neap').waitFor();
	await act(page, 'Undo');
	// Each tag is a step.
	await act(page, 'Undo');
	await box(page, 'tide').waitFor();
	expect(await box(page, 'ebb').count()).toBe(0);
	await box(page, 'tide').uncheck();
	await added.fill(' tide ');
	await act(page, 'Add a value to Story tags');
	expect(await box(page, 'tide').isChecked()).toBe(true);
	await box(page, 'First published').fill('2026-03-09');
	await page.keyboard.press('Control+s');
	await status(page).toBe('Saved as a draft');
	const lines = '---\nname: One\ncontent:\n  component: page\n  title: One\n  related: [about]\n';
	const saved = `${lines}tag_list:\n  - tide\nfirst_published_at: 2026-03-09\n---\n`;
	expect(await editor.read('blog/one.draft.md')).toBe(saved);
	await act(page, 'Undo');
	await page.keyboard.press('Control+s');
	await status(page).toBe('Saved as a draft');
	expect(await editor.read('blog/one.draft.md')).toBe(saved.replace(/first.*\n/, ''));
	// The time of the day stays.
	await editor.replace('blog/two.md', 'tag_list', 'first_published_at: 2026-03-09T10:10:00.000Z\ntag_list');
	await page.reload();
	await openStory(page, 'Two');
	expect(await box(page, 'First published').inputValue()).toBe('2026-03-09');
	await box(page, 'First published').fill('2026-03-10');
	await box(page, 'tide').uncheck();
	await act(page, 'Publish');
	await status(page).toBe('Published');
	expect(await editor.read('blog/two.md')).toContain('2026-03-10T10:10:00.000Z\ntag_list: []\n');
	await page.context().close();
});

it('proposes the content type that most stories of the folder have', async () => {
	for (const name of ['a', 'b', 'c'])
		await writeFile(join(editor.folder, `blog/${name}.md`), '---\ncontent: { component: voyage }\n---\n');
	const page = await editor.open();
	await act(page, 'New');
	const proposed = () => page.getByLabel('Content type').inputValue();
	expect(await proposed()).toBe('page');
	await page.getByLabel('In folder').selectOption('blog');
	expect(await proposed()).toBe('voyage');
	await page.getByLabel('In folder').selectOption('');
	expect(await proposed()).toBe('page');
	// What is chosen stays.
	await page.getByLabel('Content type').selectOption('Folder');
	await page.getByLabel('In folder').selectOption('blog');
	expect(await proposed()).toBe('');
	await page.context().close();
});

it('continues a list in Markdown, and ends it after an empty item', async () => {
	await editor.replace('blog/two.md', 'component: page', 'component: voyage\n  log: "**Log**"');
	const page = await editor.open('Two');
	const log = page.getByRole('textbox', { name: 'log', exact: true });
	await log.fill('');
	for (const line of ['Log', '  9. one', 'two', '', '- three', 'four', '', 'End']) {
		await log.pressSequentially(line);
		if (line !== 'End') await log.press('Enter');
	}
	expect(await log.inputValue()).toBe('Log\n  9. one\n  10. two\n- three\n- four\nEnd');
	// The field grows with its text.
	expect(await log.evaluate((box: HTMLTextAreaElement) => box.rows)).toBe(6);
	// An item with a text behind the caret is not empty.
	await log.fill('- abc');
	for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'Enter']) await log.press(key);
	expect(await log.inputValue()).toBe('- \n- abc');
	await page.context().close();
});

it('saves under the hands of somebody who types', async () => {
	await writeFile(
		join(editor.folder, 'blog/diary.md'),
		'---\nname: Diary\ncontent: { component: voyage }\n---\n',
	);
	await editor.replace(
		'blog/two.md',
		'component: page',
		'component: voyage\n  log: "**Log**"\n  boat: about',
	);
	const page = await editor.open('Diary');
	const log = page.getByRole('textbox', { name: 'log', exact: true });
	const save = async () => {
		await page.keyboard.press('Control+s');
		await status(page).toBe('Saved as a draft');
	};
	await log.pressSequentially('One ');
	for (const text of ['two\n\n', '- three\n', 'four ', 'five']) {
		await save();
		await page.keyboard.type(text);
	}
	await save();
	expect(await log.inputValue()).toBe('One two\n\n- three\n- four five');
	expect(await editor.read('blog/diary.draft.md')).toMatch(/---\nOne two\n\n- three\n- four five\n$/);
	// What somebody else adds before the field moves neither the focus nor the caret.
	await log.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(3, 3));
	await page.keyboard.type(', ');
	await editor.replace('blog/diary.draft.md', 'component: voyage', 'component: voyage, boat: about');
	await page.keyboard.press('Control+s');
	await status(page).toContain('Not saved. Somebody else changed the story');
	await page.keyboard.type('and');
	expect(await log.inputValue()).toBe('One, and two\n\n- three\n- four five');
	await page.context().close();
});

it('says that a language is not shown while the default one is not published', async () => {
	const page = await editor.open('About');
	const language = page.getByLabel('Language');
	const states = () => page.textContent('#states');
	const openGerman = async () => {
		await language.selectOption('de');
		await expect.poll(() => page.textContent('#title')).toBe('Über uns');
	};
	await openGerman();
	await box(page, 'title').fill('Wir');
	await act(page, 'Publish');
	await status(page).toBe('Published');
	await language.selectOption('default');
	await act(page, 'Unpublish');
	await status(page).toContain('Unpublished in Default and Deutsch.');
	await openGerman();
	await expect.poll(states).toBe('Default: draft · Deutsch: draft');
	await box(page, 'title').fill('Wir alle');
	await act(page, 'Publish');
	await status(page).toBe('Saved. No page shows it while Default is not published.');
	await page.context().close();
});

it('creates the start page of the space under its slug', async () => {
	const page = await editor.open();
	await act(page, 'New');
	await page.getByLabel('Name', { exact: true }).fill('Home');
	await act(page, 'Create');
	await expect.poll(() => page.textContent('#title')).toBe('Home');
	expect(await folderFiles()).toContain('index.draft.md');
	await page.context().close();
});

it('creates nothing before it knows what there is', async () => {
	const page = await (await browser.newContext()).newPage();
	const problems: Error[] = [];
	page.on('pageerror', (error) => problems.push(error));
	const held = Promise.withResolvers<void>();
	await page.route('**/editor', async (route) => {
		if (route.request().method() === 'POST') await held.promise;
		await route.continue();
	});
	await page.goto(editor.url);
	const button = page.getByRole('button', { name: 'New', exact: true });
	expect(await button.isDisabled()).toBe(true);
	held.resolve();
	await button.click();
	await dialog(page).waitFor();
	expect(problems).toEqual([]);
	await page.context().close();
});

it('renames and moves a story with what leads to it, keeps unsaved text, and takes that back', async () => {
	const page = await editor.open('About');
	await page.getByLabel('title', { exact: true }).fill('Unsaved');
	await act(page, 'Rename or move');
	await expect
		.poll(() => dialog(page).textContent())
		.toMatch(/These have the address in a text.*Two \(blog\/two\)/);
	expect(await page.getByLabel('Slug in Deutsch').inputValue()).toBe('ueber');
	await page.getByLabel('Slug', { exact: true }).fill('us');
	await page.getByLabel('Slug in Deutsch').fill('wir');
	await page.getByLabel('In folder').selectOption('blog');
	await act(page, 'Rename');
	await status(page).toBe('Renamed');
	expect(await editor.read('blog/one.md')).toContain('related: [blog/us]');
	expect(await editor.read('blog/us.de.md')).toContain('slug: wir');
	expect(await page.getByLabel('title', { exact: true }).inputValue()).toBe('Unsaved');
	await page.keyboard.press('Control+s');
	await status(page).toBe('Saved as a draft');
	expect(await editor.read('blog/us.draft.md')).toContain('title: Unsaved\n  # Of note.');

	await openStory(page, 'Two');
	await act(page, 'Rename or move');
	await page.getByLabel('Slug', { exact: true }).fill('con');
	await act(page, 'Rename');
	await expect.poll(() => dialog(page).textContent()).toContain('cannot be the name of a file');
	await page.keyboard.press('Escape');
	await page.locator('#stories button', { hasText: 'Blog' }).click();
	await dialog(page).getByRole('button', { name: 'Rename or move' }).click();
	await page.getByLabel('Slug', { exact: true }).fill('log');
	await act(page, 'Rename');
	await status(page).toBe('Renamed');
	expect(await page.textContent('#title')).toBe('Two');
	await expect.poll(folderFiles).toContain('log/two.md');
	await act(page, 'Take that back');
	await status(page).toBe('Taken back');
	await expect.poll(folderFiles).toContain('blog/two.md');
	await page.context().close();
});

it('says in the dialog why it cannot list what leads to a story', async () => {
	const page = await editor.open('Two');
	await rm(join(editor.folder, 'blog/two.md'));
	await act(page, 'Rename or move');
	await expect.poll(() => dialog(page).textContent()).toContain('There is no story or folder blog/two.');
	await page.context().close();
});

it('asks before it deletes, with what leads there, and takes that back', async () => {
	const before = await folderFiles();
	const page = await editor.open('Two');
	await act(page, 'Delete');
	await dialog(page).getByRole('button', { name: 'Cancel' }).click();
	expect(await folderFiles()).toEqual(before);
	await act(page, 'Delete');
	await dialog(page).getByRole('button', { name: 'Delete' }).click();
	await status(page).toBe('Deleted');
	expect(await page.textContent('#title')).toBe('Choose a story');
	expect(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true);
	await listed(page).not.toContain('two');
	await act(page, 'Take that back');
	await listed(page).toContain('two');
	expect(await editor.read('blog/two.md')).toBe(files['blog/two.md']);

	await openStory(page, 'About');
	await act(page, 'Delete');
	await expect
		.poll(() => dialog(page).textContent())
		.toMatch(/Before that, remove what leads to it.*:One \(blog\/one\)Cancel/);
	expect(await folderFiles()).toEqual(before);
	await page.context().close();
});

it.each(isLong ? [1440, 1024, 390] : [390])(
	'has dialogs that anybody can use at %i pixels',
	async (width) => {
		const page = await editor.open(undefined, { width });
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme });
			await openStory(page, 'About');
			expect((await page.locator('#title').boundingBox())?.height).toBeLessThan(40);
			const names = isLong
				? ['Rename or move', 'Copy', 'Delete']
				: [colorScheme === 'light' ? 'Rename or move' : 'Delete'];
			for (const name of names) {
				await page.getByRole('button', { name, exact: true }).focus();
				await page.keyboard.press('Enter');
				await dialog(page).waitFor();
				expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
				expect(await findings(page), `${name} ${colorScheme}`).toEqual([]);
				expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
				await page.keyboard.press('Escape');
				expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
			}
		}
		await page.context().close();
	},
);

it('merges what two people wrote, within a list too, and lets the second choose where both wrote', async () => {
	const [mine, theirs] = [await editor.open('About'), await editor.open('About')];
	const save = (page: Page) => page.keyboard.press('Control+s');
	const text = (page: Page, at: number) => page.getByLabel('text', { exact: true }).nth(at);
	// What is only a content type is no choice.
	expect(await theirs.getByLabel('Blok to add to facts').locator('option').allTextContents()).toEqual([
		'fact',
	]);
	await text(theirs, 0).fill('Theirs');
	await theirs.getByRole('button', { name: 'Duplicate: fact 1' }).click();
	await save(theirs);
	await status(theirs).toBe('Saved as a draft');
	await text(mine, 1).fill('Mine');
	await save(mine);
	await status(mine).toBe(
		'Not saved. Somebody else changed the story since you opened it. What they changed is here now. Look at it, and do this again.',
	);
	expect([await text(mine, 0).inputValue(), await text(mine, 2).inputValue()]).toEqual(['Theirs', 'Mine']);
	await save(mine);
	await status(mine).toBe('Saved as a draft');
	expect(await editor.read('about.draft.md')).toBe(
		files['about.md']
			?.replace('text: One }', 'text: Theirs }\n    - { component: fact, text: Theirs }')
			.replace('Two', 'Mine'),
	);

	await theirs.reload();
	await theirs.locator('#form input').first().waitFor();
	await theirs.getByLabel('title', { exact: true }).fill('Their title');
	await save(theirs);
	await status(theirs).toBe('Saved as a draft');
	await mine.getByLabel('title', { exact: true }).fill('My title');
	await save(mine);
	const why = 'Somebody else changed this, too. Choose a version.';
	await status(mine).toContain(`title: ${why}`);
	expect(await mine.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true);
	const both = mine.getByRole('group', { name: 'title' });
	expect(
		await both.locator('input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
	).toEqual(['My title', 'Their title']);
	for (const colorScheme of isLong ? (['light', 'dark'] as const) : (['dark'] as const)) {
		await mine.emulateMedia({ colorScheme });
		expect(await findings(mine), colorScheme).toEqual([]);
	}
	await act(mine, 'Their version of title');
	expect(await mine.getByLabel('title', { exact: true }).inputValue()).toBe('Their title');
	await mine.getByRole('button', { name: 'Undo' }).click();
	await act(mine, 'My version of title');
	await save(mine);
	await status(mine).toBe('Saved as a draft');
	expect(await editor.read('about.draft.md')).toContain('title: My title');
	for (const page of [mine, theirs]) await page.context().close();
});

it('lets the second choose the name, and a field that one of them does not have', async () => {
	const [mine, theirs] = [await editor.open('One'), await editor.open('One')];
	const save = (page: Page) => page.keyboard.press('Control+s');
	await box(mine, 'text').fill('Mine');
	await save(mine);
	await status(mine).toBe('Saved as a draft');
	await theirs.reload();
	await box(theirs, 'text').fill('Theirs');
	await box(theirs, 'Story name').fill('Their name');
	await save(theirs);
	await status(theirs).toBe('Saved as a draft');
	await act(mine, 'Undo');
	await box(mine, 'Story name').fill('My name');
	await save(mine);
	await status(mine).toContain('Story name: Somebody else changed this, too. Choose a version.');
	for (const name of ['Save draft', 'Publish'])
		expect(await mine.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
	await act(mine, 'Their version of Story name');
	await act(mine, 'My version of text');
	await act(mine, 'Publish');
	await status(mine).toBe('Published');
	expect(await editor.read('blog/one.md')).toBe(
		files['blog/one.md']?.replace('name: One', 'name: Their name'),
	);
	for (const page of [mine, theirs]) await page.context().close();
});

it('deletes, copies, and renames no other story than the one it shows', async () => {
	const page = await editor.open('One');
	const send = askEditor(editor.url);
	expect(await send({ do: 'rename', slug: 'blog/one', to: 'first' })).toBe(200);
	expect(await send({ do: 'create', slug: 'blog/one', name: 'Another', component: 'page' })).toBe(200);
	await act(page, 'Delete');
	await status(page).toContain('Another story or folder has the slug blog/one by now');
	await act(page, 'Delete');
	await dialog(page).getByText('The story in all languages will be deleted.').waitFor();
	await dialog(page).getByRole('button', { name: 'Delete' }).click();
	await status(page).toContain('Deleted');
	expect(await editor.read('blog/one.draft.md')).toContain('name: Another');
	await page.context().close();
});

const kept = 'What you typed is still here. Copy makes a new story of it.';

it('keeps what is typed in a story that is deleted or away, until it is copied or discarded', async () => {
	const page = await editor.open('One');
	await box(page, 'title').fill('Typed');
	await act(page, 'Delete');
	await dialog(page).getByRole('button', { name: 'Delete' }).click();
	await status(page).toBe('Deleted. What you typed in One is still here. Copy makes a new story of it.');
	await act(page, 'Take that back');
	await status(page).toBe('Taken back');
	expect(await box(page, 'title').inputValue()).toBe('Typed');
	await page.keyboard.press('Control+s');
	await status(page).toBe('Saved as a draft');
	expect(await editor.read('blog/one.draft.md')).toContain('title: Typed');

	await box(page, 'title').fill('Typed again');
	await openStory(page, 'About');
	for (const path of ['blog/one.md', 'blog/one.draft.md']) await rm(join(editor.folder, path));
	await act(page, 'New');
	await page.getByLabel('Name', { exact: true }).fill('Unrelated');
	await act(page, 'Create');
	await expect.poll(() => page.textContent('#title')).toBe('Unrelated');
	await listed(page).toContain('one');
	await openStory(page, 'One');
	expect(await box(page, 'title').inputValue()).toBe('Typed again');
	await page.keyboard.press('Control+s');
	await status(page).toMatch(new RegExp(`is gone. Somebody deleted it, or moved its file. ${kept}$`));
	expect(await box(page, 'title').inputValue()).toBe('Typed again');
	await act(page, 'Copy');
	await page.getByLabel('Name', { exact: true }).fill('Rescued');
	await act(page, 'Create');
	await expect.poll(() => page.textContent('#title')).toBe('Rescued');
	await status(page).toBe('Created Rescued');
	await listed(page).not.toContain('one');
	await page.keyboard.press('Control+s');
	await status(page).toBe('Saved as a draft');
	expect(await editor.read('blog/rescued.draft.md')).toBe(
		'---\nname: Rescued\ncontent:\n  component: page\n  title: Typed again\n  related:\n    - about\n---\n',
	);
	await page.context().close();
});

it('follows a story that somebody else renames, and keeps the text of one that they delete', async () => {
	const [mine, theirs] = [await editor.open('One'), await editor.open('One')];
	await box(mine, 'title').fill('Mine');
	await act(theirs, 'Rename or move');
	await box(theirs, 'Slug').fill('first');
	await act(theirs, 'Rename');
	await status(theirs).toBe('Renamed');
	await expect
		.poll(async () => {
			await mine.keyboard.press('Control+s');
			return folderFiles();
		})
		.toContain('blog/first.draft.md');
	expect(await editor.read('blog/first.draft.md')).toContain('title: Mine');
	await listed(mine).toContain('first');

	await box(mine, 'title').fill('Mine again');
	await act(theirs, 'Delete');
	await dialog(theirs).getByRole('button', { name: 'Delete' }).click();
	await status(theirs).toBe('Deleted');
	await mine.keyboard.press('Control+s');
	await status(mine).toContain(kept);
	expect(await box(mine, 'title').inputValue()).toBe('Mine again');
	await act(theirs, 'Take that back');
	await status(theirs).toBe('Taken back');
	await mine.keyboard.press('Control+s');
	await status(mine).toBe('Saved as a draft');
	expect(await editor.read('blog/first.draft.md')).toContain('title: Mine again');
	await listed(mine).toContain('first');
	for (const page of [mine, theirs]) await page.context().close();
});

it('publishes again what it unpublished, whoever looked at it since, unless somebody changed it', async () => {
	const mine = await editor.open('Two');
	await act(mine, 'Unpublish');
	await status(mine).toContain('Undo publishes it again.');
	const theirs = await editor.open('Two');
	await act(mine, 'New');
	await mine.getByLabel('Name', { exact: true }).fill('Unrelated');
	await act(mine, 'Create');
	await openStory(mine, 'Two');
	await act(mine, 'Undo');
	await status(mine).toBe('Published again in Default.');
	expect(await editor.read('blog/two.md')).toBe(files['blog/two.md']);

	await act(mine, 'Unpublish');
	await status(mine).toContain('Undo publishes it again.');
	await theirs.reload();
	await box(theirs, 'title').fill('Theirs');
	await theirs.keyboard.press('Control+s');
	await status(theirs).toBe('Saved as a draft');
	await act(mine, 'Undo');
	await status(mine).toContain('has changed since the edit, so that is not undone.');
	// What can never be undone is in nobody's way.
	expect(await mine.getByRole('button', { name: 'Undo', exact: true }).isDisabled()).toBe(true);
	expect(await box(mine, 'title').inputValue()).toBe('Theirs');
	await act(mine, 'Publish');
	await status(mine).toBe('Published');
	expect(await editor.read('blog/two.md')).toContain('title: Theirs');
	for (const page of [mine, theirs]) await page.context().close();
});

it('copies what is typed, and writes a name that is inherited again as inherited', async () => {
	const page = await editor.open('One');
	await box(page, 'title').fill('Typed');
	await act(page, 'Copy');
	await page.getByLabel('Name', { exact: true }).fill('Copy of One');
	await act(page, 'Create');
	await expect.poll(() => page.textContent('#title')).toBe('Copy of One');
	expect(await box(page, 'title').inputValue()).toBe('Typed');
	await page.keyboard.press('Control+s');
	await status(page).toBe('Saved as a draft');
	expect(await editor.read('blog/copy-of-one.draft.md')).toContain('title: Typed');
	expect(await editor.read('blog/one.md')).toBe(files['blog/one.md']);

	await page.getByLabel('Language').selectOption('de');
	await openStory(page, 'Two');
	await box(page, 'Story name').fill('Zwei');
	await page.keyboard.press('Control+s');
	await status(page).toBe('Saved as a draft');
	expect(await editor.read('blog/two.de.draft.md')).toContain('name: Zwei');
	await act(page, 'Undo');
	await page.keyboard.press('Control+s');
	await status(page).toBe('Saved as a draft');
	expect(await folderFiles()).not.toContain('blog/two.de.draft.md');
	await page.context().close();
});

const ask = askEditor(editor.url);

it('refuses each request that is not its own, and leaves everything else as it is', async () => {
	await writeFile(join(editor.folder, 'blog.md'), files['about.md'] ?? '');
	const state = async () => {
		const paths = await folderFiles();
		return Promise.all(paths.map(async (path) => [path, await readFile(join(editor.folder, path), 'utf8')]));
	};
	const before = await state();
	const requests: Record<string, unknown>[] = [
		{ do: 'create', slug: 'new', name: 'New', component: 'page' },
		{ do: 'rename', slug: 'about', to: 'us' },
		{ do: 'delete', slug: 'about' },
		{ do: 'uses', slug: 'about' },
		{ do: 'restore', step: 'x' },
	];
	for (const body of requests) {
		for (const origin of ['http://evil.example', 'null', ''])
			expect(await ask(body, { origin }), `${body['do']} from ${origin}`).toBe(403);
		expect(await ask(body, { host: 'evil.example' })).toBe(403);
		expect(await ask(body, { 'content-type': 'text/plain' })).toBe(415);
		for (const name of proxyHeaders) expect(await ask(body, { [name]: '1.1 proxy' }), name).toBe(403);
		expect(await ask({ ...body, more: 1 })).toBe(400);
	}
	const paths = [
		'../x',
		'..',
		'about/../../x',
		'a\\..\\x',
		'a\0',
		'x.draft',
		'.git/x',
		'%2e%2e/',
		'x'.repeat(1001),
		'',
	];
	for (const path of paths.filter((one) => one !== '%2e%2e/'))
		for (const body of [
			{ do: 'create', slug: path, name: 'x', component: 'page' },
			{ do: 'create', slug: path, name: 'x' },
			{ do: 'create', slug: 'new', name: 'x', from: path },
			{ do: 'rename', slug: path, to: 'x' },
			{ do: 'rename', slug: 'about', to: path },
			{ do: 'rename', slug: 'about', slugs: { de: path === '' ? '..' : path } },
			{ do: 'rename', slug: 'about', slugs: { [path || 'xx']: 'x' } },
			...(path === '' ? [] : [{ do: 'rename', slug: 'about', folder: path }]),
			{ do: 'delete', slug: path },
			{ do: 'uses', slug: path },
		])
			expect(await ask(body), JSON.stringify(body).slice(0, 100)).toBeGreaterThanOrEqual(400);
	for (const body of [
		{ do: 'delete', slug: 'none' },
		{ do: 'restore', step: 'x' },
	])
		expect(await ask(body)).toBe(404);
	for (const content of [
		{ 'editor:theirs': 1 },
		{ body: [{ component: 'fact', x: { 'editor:versions': [[], []] } }] },
	])
		expect(await ask({ do: 'save', id: await editor.idOf('about'), lang: 'default', content })).toBe(422);
	// Another story has the slug that the page shows.
	for (const body of [
		{ do: 'delete', slug: 'about', id: 1 },
		{ do: 'rename', slug: 'about', id: 1, to: 'x' },
		{ do: 'create', slug: 'x', name: 'X', from: 'about', fromId: 1 },
	])
		expect(await ask(body)).toBe(409);
	expect(await state()).toEqual(before);
	// A story and a folder have this slug.
	expect(await ask({ do: 'delete', slug: 'blog' })).toBe(200);
	expect(await folderFiles()).toEqual(before.map(([path]) => path).filter((path) => path !== 'blog.md'));
	await writeFile(join(editor.folder, 'blog.md'), files['about.md'] ?? '');
	expect(await ask({ do: 'rename', slug: 'blog', isFolder: true, to: 'log' })).toBe(200);
	expect(await folderFiles()).toEqual(expect.arrayContaining(['blog.md', 'log/one.md']));
	const odd = 'a"\n---\nuuid: x\n---\n<script>';
	expect(await ask({ do: 'create', slug: 'odd', name: odd, component: odd })).toBe(200);
	expect(await editor.read('odd.draft.md')).toMatch(/^---\nname: /);
	expect(await ask({ do: 'story', id: await editor.idOf('odd'), lang: 'default' })).toBe(200);
});
