import type { Page } from 'playwright';
import { beforeEach, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.js';
import { serveFolderEditor } from '../support/folder-editor.js';

const about = '---\nname: About\ncontent:\n  component: page\n  title: About\n---\n';
const files = {
	'space.yaml': 'name: Harbor\nlanguages: [{ code: de, name: Deutsch }]\n',
	'about.md': about,
	'about.de.md': '---\nname: Wir\ncontent:\n  title: Wir\n---\n',
	'blog.md': about.replaceAll('About', 'Blog'),
};

const browser = await startBrowser();
const editor = await serveFolderEditor(browser, files);

beforeEach(() => editor.reset());

const status = (page: Page) => expect.poll(() => page.textContent('#status'));
const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const title = (page: Page) => page.getByLabel('title', { exact: true });
const typed = (page: Page) => expect.poll(() => title(page).inputValue());
const draft = () => editor.read('about.draft.md').catch(() => 'None');

/** Holds requests back until they are let go, and counts those of each kind. */
async function hold(page: Page) {
	const [gate, asked] = [Promise.withResolvers<void>(), [] as string[]];
	await page.route('**/editor', async (route) => {
		asked.push(route.request().postDataJSON().do);
		await gate.promise;
		await route.continue();
	});
	return {
		asked,
		/** Waits until one is held. */
		held: (what: string) => expect.poll(() => asked).toContain(what),
		async letGo() {
			gate.resolve();
		},
	};
}

it('writes one after another what is asked for at once, and nothing twice', async () => {
	const page = await editor.open('About');
	await title(page).fill('Mine');
	const { asked, held, letGo } = await hold(page);
	await page.getByRole('button', { name: 'Publish', exact: true }).dblclick();
	await held('save');
	await page.keyboard.press('Control+s');
	await act(page, 'Discard');
	await letGo();
	await status(page).toBe('Published');
	expect(asked).toEqual(['save', 'publish']);
	expect(await editor.read('about.md')).toContain('title: Mine');
	await typed(page).toBe('Mine');

	// What is typed meanwhile is new.
	const again = await hold(page);
	await title(page).focus();
	await page.keyboard.press('End');
	for (const letter of ['A', 'B', 'C']) {
		await page.keyboard.type(letter);
		await page.keyboard.press('Control+s');
		await page.keyboard.press('Control+s');
	}
	await page.keyboard.type('D');
	await act(page, 'Publish');
	await act(page, 'Rename or move');
	await page.getByLabel('Slug', { exact: true }).fill('us');
	await act(page, 'Rename');
	await again.held('save');
	await again.letGo();
	await expect.poll(() => page.textContent('#status')).toBe('Renamed');
	expect(again.asked.filter((what) => what !== 'uses').slice(0, 4)).toEqual([
		...['save', 'save', 'publish', 'rename'],
	]);
	expect(await editor.read('us.md')).toContain('title: MineABCD');
	await page.context().close();
});

it('does nothing that waits for a change that somebody else has prevented', async () => {
	const page = await editor.open('About');
	await title(page).fill('Mine');
	await editor.replace('about.md', 'name: About', 'name: Theirs');
	const { held, letGo } = await hold(page);
	await page.keyboard.press('Control+s');
	await held('save');
	await act(page, 'Publish');
	await letGo();
	await status(page).toContain('Not saved. Somebody else changed the story since you opened it.');
	await typed(page).toBe('Mine');
	expect(await editor.read('about.md')).not.toContain('Mine');
	await act(page, 'Publish');
	await status(page).toBe('Published');
	expect(await editor.read('about.md')).toBe(
		about.replace('name: About', 'name: Theirs').replace('title: About', 'title: Mine'),
	);
	await page.context().close();
});

it('undoes unpublishing, and does it again, without what is typed meanwhile', async () => {
	const page = await editor.open('About');
	await title(page).fill('Before');
	await act(page, 'Save draft');
	await status(page).toBe('Saved as a draft');
	const before = await draft();
	for (const word of ['While', 'it']) {
		const { held, letGo } = await hold(page);
		await act(page, 'Unpublish');
		await held('unpublish');
		await title(page).fill(word);
		await letGo();
		await status(page).toBe('Unpublished in Default and Deutsch. What you typed since is not saved.');
		await page.unroute('**/editor');
		await act(page, 'Undo');
		await typed(page).toBe('Before');
		await act(page, 'Undo');
		await status(page).toBe('Published again in Default and Deutsch.');
		expect([await editor.read('about.md'), await draft()]).toEqual([about, before]);
	}
	const { held, letGo } = await hold(page);
	await page.keyboard.press('Control+Shift+Z');
	await held('restore');
	await title(page).fill('On');
	await letGo();
	await status(page).toBe('Unpublished again in Default and Deutsch.');
	expect(await editor.read('about.md')).toContain('title: Before\npublished: false');
	await page.keyboard.press('Control+z');
	await typed(page).toBe('Before');
	await page.keyboard.press('Control+z');
	await status(page).toBe('Published again in Default and Deutsch.');
	await page.keyboard.press('Control+Shift+Z');
	await status(page).toBe('Unpublished again in Default and Deutsch.');
	await page.context().close();
});

const unanswered =
	'The dev server does not answer. Nothing that you typed is lost while this tab stays open. Start the server again, and then do this again.';

it('keeps a step until its request succeeds', async () => {
	const page = await editor.open('About');
	await act(page, 'Unpublish');
	await status(page).toContain('Undo publishes it again.');
	await page.route('**/editor', (route) => route.abort());
	await act(page, 'Undo');
	await status(page).toBe(unanswered);
	expect(await editor.read('about.md')).toContain('published: false');
	await page.unroute('**/editor');
	await act(page, 'Undo');
	await status(page).toBe('Published again in Default and Deutsch.');
	expect(await editor.read('about.md')).toBe(about);
	await page.context().close();
});

it('goes on from its own change, also if the answer is lost', async () => {
	const page = await editor.open('About');
	for (const [at, lost] of ['save', 'publish', 'unpublish'].entries()) {
		let isLost = false;
		await page.route('**/editor', async (route) => {
			if (isLost || route.request().postDataJSON().do !== lost) return route.continue();
			isLost = true;
			await route.fetch();
			return route.abort();
		});
		await title(page).fill(`Mine ${at}`);
		await act(page, lost === 'unpublish' ? 'Unpublish' : 'Publish');
		await status(page).toBe(unanswered);
		await title(page).press('End');
		await page.keyboard.type('!');
		await act(page, 'Publish');
		await status(page).toBe('Published');
		expect(await editor.read('about.md')).toContain(`title: Mine ${at}!`);
		await page.unroute('**/editor');
	}
	await page.context().close();
});

it('takes nothing that is typed while another language or story is opened', async () => {
	const page = await editor.open('About');
	const language = page.getByLabel('Language');
	await title(page).fill('Mine');
	for (const [choose, shown] of [
		[() => language.selectOption('de'), 'Wir'],
		[() => language.selectOption('default'), 'Mine'],
		[() => page.locator('#stories button', { hasText: 'Blog' }).click(), 'Blog'],
	] as const) {
		const { held, letGo } = await hold(page);
		await choose();
		await held('open');
		await title(page).focus();
		await page.keyboard.type('x');
		expect(await title(page).inputValue()).not.toContain('x');
		await letGo();
		await typed(page).toBe(shown);
		await title(page).press('End');
	}
	// What is shown stays in its language if the other one cannot be opened.
	await page.route('**/editor', (route) => route.abort());
	await language.selectOption('de');
	await status(page).toBe(unanswered);
	expect([await language.inputValue(), await title(page).inputValue()]).toEqual(['default', 'Blog']);
	await title(page).press('End');
	await page.keyboard.type('!');
	await typed(page).toBe('Blog!');
	await page.context().close();
});
