import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { startService } from '../client/service.js';
import { copyBlog } from '../support/blog-copy.js';
import { startBrowser } from '../support/browser.js';
import { hostileHtml } from '../support/hostile-html.js';
import { isLong } from '../support/long.js';
import { proxyHeaders } from '../support/proxy-headers.js';

const git = async (...args: string[]) =>
	(
		await promisify(execFile)('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], {
			cwd: folder,
		})
	).stdout;

const [browser, site] = await Promise.all([startBrowser(), copyBlog()]);
const folder = join(site.folder, 'space');
await git('init', '-q');
await git('add', '-A');
await git('commit', '-qm', 'As it was');
const dev = await site.dev();
const editorUrl = await dev.editor();

/** Each test begins with the playground as it is in the repository. */
afterEach(async () => {
	await git('checkout', '-q', '.');
	await git('clean', '-qfd');
});

const read = (path: string) => readFile(join(folder, path), 'utf8');
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true }).first();
const status = (page: Page) => expect.poll(() => page.textContent('#status'));
const inFrame = (page: Page, selector: string) =>
	expect.poll(() =>
		page
			.frames()[1]
			?.locator(selector)
			.allTextContents()
			.catch(() => []),
	);

/** Opens a story as somebody does who knows a word of its name. */
async function open(page: Page, name: string): Promise<void> {
	const stories = page.getByRole('tab', { name: 'Stories' });
	if (await stories.isVisible()) await stories.click();
	await page.getByLabel('Find a story').fill(name);
	await page.locator('#stories button', { hasText: name }).first().click();
	await expect.poll(() => page.textContent('#title')).toBe(name);
	await page.locator('#form input').first().waitFor();
}

async function openEditor(width: number, hash = ''): Promise<Page> {
	const page = await (await browser.newContext({ viewport: { width, height: 900 } })).newPage();
	await page.goto(editorUrl + hash);
	await page.locator('#stories button').first().waitFor({ state: 'attached' });
	return page;
}

const findings = async (page: Page) => {
	const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
};

/** What does not depend on the layout is tried in one width by a short run. */
const widths = isLong ? [1440, 1024, 390] : [1440, 390];

describe.each(widths)('at %i pixels', (width) => {
	const test = it.runIf(isLong || width === 1440);

	test('takes back each step, removed bloks and unpublishing included', async () => {
		const page = await openEditor(width);
		await open(page, 'What slack water is');
		const path = 'practice/slack-water.md';
		const before = await read(path);
		const facts = () => page.getByRole('group', { name: /^fact / }).count();
		const undo = page.getByRole('button', { name: 'Undo' });
		expect(await undo.isDisabled()).toBe(true);

		await field(page, 'title').focus();
		await page.keyboard.press('End');
		await page.keyboard.type(' and was');
		await page.getByRole('button', { name: 'Remove: fact 1' }).click();
		expect(await facts()).toBe(1);
		await page.getByRole('button', { name: 'Unpublish' }).click();
		await status(page).toBe('Unpublished in Default, Deutsch, and Français. Undo publishes it again.');
		expect(await read(path)).toContain('published: false');
		expect(await page.textContent('#states')).toMatch(/Default: draft/);
		await undo.click();
		await status(page).toBe('Published again in Default, Deutsch, and Français.');
		expect(await read(path)).toBe(before);
		expect(await page.textContent('#states')).toMatch(/Default: changed/);
		await page.keyboard.press('Control+z');
		expect(await facts()).toBe(2);
		expect(await page.getByLabel('kind').first().inputValue()).toBe('duration');
		for (const left of ['What slack water is and ', 'What slack water is ', 'What slack water is']) {
			await page.keyboard.press('Control+z');
			expect(await field(page, 'title').inputValue()).toBe(left);
		}
		await page.keyboard.press('Control+Shift+z');
		expect(await field(page, 'title').inputValue()).toBe('What slack water is ');
		await page.keyboard.press('Control+z');
		expect(await undo.isDisabled()).toBe(true);
		await status(page).toBe('Not saved');
		await page.keyboard.press('Control+s');
		await status(page).toBe('Saved as a draft');
		expect(await git('status', '--porcelain')).toBe('');

		await field(page, 'title').fill('Else');
		await page.getByRole('button', { name: 'Discard' }).click();
		expect(await field(page, 'title').inputValue()).toBe('What slack water is');
		await status(page).toBe('Discarded');
		await page.keyboard.press('Control+z');
		expect(await field(page, 'title').inputValue()).toBe('Else');
		await page.getByRole('button', { name: 'Discard' }).click();
		await page.context().close();
	});

	test('shows which languages there are, what is inherited, and what is empty', async () => {
		const page = await openEditor(width);
		await open(page, 'What slack water is');
		expect(await page.textContent('#states')).toBe(
			'Default: published · Deutsch: published · Français: published · Deutsch (Schweiz): missing',
		);
		const listed = page.locator('#stories [aria-current]');
		expect(await listed.textContent()).toBe('What slack water is Deutsch Françaisslack-water');
		await field(page, 'title').fill('Else');
		expect(await listed.textContent()).toBe('What slack water is Deutsch Français not savedslack-water');
		await page.keyboard.press('Control+s');
		await status(page).toBe('Saved as a draft');
		expect(await listed.textContent()).toBe('What slack water is changed Deutsch Françaisslack-water');
		await page.keyboard.press('Control+z');
		await page.keyboard.press('Control+s');
		await status(page).toBe('Saved as a draft');
		expect(await listed.textContent()).toBe('What slack water is Deutsch Françaisslack-water');
		await field(page, 'title').fill('');
		expect(await page.getByText('All others of the kind have a title.').isVisible()).toBe(true);
		await field(page, 'Story name').fill(' ');
		expect(await page.getByText('A story needs a name.', { exact: true }).isVisible()).toBe(true);
		await page.getByRole('button', { name: 'Discard' }).click();
		expect(await page.getByText('A story needs a name.', { exact: true }).isVisible()).toBe(false);

		await page.getByLabel('Language').selectOption('de');
		await expect.poll(() => page.url()).toMatch(/#\d+\/de$/);
		await page.goBack();
		await expect.poll(() => page.textContent('#title')).toBe('What slack water is');
		await page.goForward();
		const inherited = page.locator('.field', { has: page.getByLabel('author', { exact: true }) });
		await expect.poll(() => inherited.textContent()).toContain('From the default language');
		const title = page.locator('.field', { has: field(page, 'title') }).first();
		expect(await title.textContent()).not.toContain('From the default language');
		await page.reload();
		await expect.poll(() => page.textContent('#title')).toBe('Was Stillwasser ist');
		expect(await page.getByLabel('Language').inputValue()).toBe('de');
		await page.goBack();
		await expect.poll(() => page.textContent('#title')).toBe('What slack water is');

		const stories = page.getByRole('tab', { name: 'Stories' });
		if (await stories.isVisible()) await stories.click();
		await page.getByLabel('Find a story').fill('boat');
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme });
			expect(await findings(page), colorScheme).toEqual([]);
		}
		await page.getByLabel('Find a story').fill('submarine');
		expect(await page.textContent('#stories')).toBe('No story has “submarine” in its name or slug.');
		await page.context().close();
	});

	test('is reached and used with the keyboard', async () => {
		const page = await openEditor(width);
		await open(page, 'What slack water is');
		await page.reload();
		await page.locator('#form input').first().waitFor();
		let stops = 0;
		const isFirst = () =>
			page.evaluate(() => document.activeElement?.matches('#form .field:first-child input'));
		for (; stops < 9 && !(await isFirst()); stops++) await page.keyboard.press('Tab');
		// Between the list and the story are the tabs, where there are any.
		expect(stops).toBeLessThanOrEqual(width === 1024 ? 6 : 5);
		const text = field(page, 'text');
		await text.fill('');
		await page.keyboard.press('Control+b');
		await page.keyboard.type('bold');
		await page.keyboard.press('End');
		await page.keyboard.type(' ');
		await page.keyboard.press('Control+i');
		await page.keyboard.type('so');
		expect(await text.inputValue()).toBe('**bold** _so_');
		if (width > 700) {
			await page.keyboard.press('Escape');
			expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^What slack water is/);
			await page.keyboard.press('ArrowDown');
			expect(await page.evaluate(() => document.activeElement?.textContent)).not.toMatch(/^What slack/);
		}
		await page.getByRole('button', { name: 'Discard' }).click();
		await page.context().close();
	});

	it('folds long lists, adds a blok after the selected one, and shows it in the page', async () => {
		const page = await openEditor(width);
		await open(page, 'Home');
		const bloks = page.locator('#form > fieldset > div > details');
		expect(await bloks.evaluateAll((all) => all.map((one) => (one as HTMLDetailsElement).open))).toEqual(
			Array(8).fill(false),
		);
		expect(await bloks.nth(1).locator('summary').textContent()).toBe('departures Departures');
		await bloks.nth(2).locator('summary').click();
		await page.getByLabel('Blok to add to body').selectOption('quote');
		await page.getByRole('button', { name: 'Add to body' }).click();
		expect(await bloks.nth(3).locator('summary').textContent()).toBe('quote ');
		// Its fields are in the order of other quotes.
		expect(await bloks.nth(3).locator('label').allTextContents()).toEqual(['text', 'source', 'story']);
		await bloks.nth(3).getByLabel('source').fill('Nobody');
		await bloks.nth(3).getByLabel('text').fill('A new quotation.');
		const tab = page.getByRole('tab', { name: 'Page' });
		const isSmall = await tab.isVisible();
		expect(isSmall).toBe(width < 1200);
		if (isSmall) await tab.click();
		await inFrame(page, 'blockquote').toContainEqual(expect.stringContaining('A new quotation.'));
		const box = page.locator('#frame');
		const { width: shown = 0, y = 999 } = (await box.boundingBox()) ?? {};
		expect([shown > (width < 1200 ? 380 : 600) || shown, y < 80 || y]).toEqual([true, true]);
		await expect
			.poll(() =>
				page.frames()[1]?.evaluate(() => {
					const quote = [...document.querySelectorAll('blockquote')].find((one) =>
						/A new/.test(one.textContent),
					);
					const { top = -1, bottom = 0 } = quote?.getBoundingClientRect() ?? {};
					return bottom > 0 && top < innerHeight;
				}),
			)
			.toBe(true);
		if (isLong) expect(await findings(page)).toEqual([]);
		// A blok that is chosen in the page is shown in the fields.
		await page.frames()[1]?.locator('blockquote', { hasText: 'A new' }).click();
		await expect
			.poll(() => page.evaluate(() => document.activeElement?.closest('details')?.ariaLabel))
			.toBe('quote 4');
		expect(await page.locator('#form').isVisible()).toBe(true);
		if (isLong || width === 390) expect(await findings(page)).toEqual([]);
		await page.keyboard.press('Control+s');
		await status(page).toBe('Saved as a draft');
		const before = await read('index.md');
		const after = before.replace(
			'    - component: figure\n',
			'    - component: quote\n      text: A new quotation.\n      source: Nobody\n    - component: figure\n',
		);
		expect(await read('index.draft.md')).toBe(after);
		for (let steps = 0; steps < 3; steps++) await page.getByRole('button', { name: 'Undo' }).click();
		await page.keyboard.press('Control+s');
		await status(page).toBe('Saved as a draft');
		expect(await git('status', '--porcelain')).toBe('');
		await page.context().close();
	});
});

const names = [
	...['A boat with two fronts', 'Eleven minutes', 'The relief boat', 'The bell at the landing'],
	...['After the bridge', 'Freight of a Tuesday', 'No engine, no sail', 'Two villages, one school'],
];

it('writes only the lines of an editor’s actions, over a day', async () => {
	const page = await openEditor(1440);
	const day = isLong ? names : names.slice(0, 2);
	const expected = new Map<string, string>();
	let actions = 0;
	const act = async (run: () => Promise<unknown>) => {
		await run();
		actions += 1;
	};
	for (const name of day) {
		const path =
			(await git('grep', '-l', `^name: ${name}$`)).split('\n').find((one) => !/\.\w+\.md$/.test(one)) ?? '';
		const lines = (await read(path)).split('\n');
		const change = (start: string, next?: (line: string) => string) => {
			const at = lines.findIndex((line) => line.startsWith(start));
			if (at < 0) throw new Error(`${path} has no line ${start}`);
			lines.splice(at, 1, ...(next ? [next(lines[at] ?? '')] : []));
		};
		await act(() => open(page, name));
		await act(() => field(page, 'title').fill(`${name} again`));
		change('  title:', () => `  title: ${name} again`);
		await act(() => field(page, 'standfirst').fill('Short.'));
		change('  standfirst:', () => '  standfirst: Short.');
		await act(() => page.getByRole('button', { name: 'Remove: fact 1' }).click());
		await act(() => page.keyboard.press('Control+z'));
		await act(() => page.getByRole('button', { name: 'Remove: fact 2' }).click());
		const second = lines.indexOf('    - component: fact', lines.indexOf('    - component: fact') + 1);
		lines.splice(second, 3);
		await act(() => field(page, 'author').fill('The Purser (authors/the-purser)'));
		change('  author:', () => '  author: authors/the-purser');
		await act(() => field(page, 'Story to add to categories').fill('Letters (categories/letters)'));
		change('  categories:', (line) => line.replace(']', ', categories/letters]'));
		await page.getByRole('button', { name: 'Publish', exact: true }).click();
		await status(page).toBe('Published');
		// The file says when it was published, and does so still.
		const [published = ''] = /^published_at: \d{4}-.*Z$/m.exec(await read(path)) ?? [];
		change('published_at:', (line) => (published === line ? 'the earlier date' : published));
		expected.set(path, lines.join('\n'));
	}
	console.log(`${actions + day.length} actions\n${await git('diff', '--stat')}`);
	for (const [path, text] of expected) expect(await read(path), path).toBe(text);
	const changed = (await git('status', '--porcelain'))
		.trimEnd()
		.split('\n')
		.map((line) => line.slice(3));
	expect(changed.sort()).toEqual([...expected.keys()].sort());
	await page.context().close();
}, 600_000);

it('merges what somebody else wrote before it writes', async () => {
	const [page, other] = [await openEditor(1440), await openEditor(1440)];
	const path = 'practice/slack-water.md';
	const draft = path.replace('.md', '.draft.md');
	const before = await read(path);
	const act = (name: string, exact = true) => page.getByRole('button', { name, exact }).click();
	for (const each of [page, other]) await open(each, 'What slack water is');
	await field(other, 'standfirst').fill('Written in another window.');
	await other.keyboard.press('Control+s');
	await status(other).toBe('Saved as a draft');

	const merged =
		'Not saved. Somebody else changed the story since you opened it. What they changed is here now. Look at it, and do this again.';
	await field(page, 'title').fill('Mine');
	await act('Publish');
	await status(page).toBe(merged);
	expect(await read(path)).toBe(before);
	expect(await read(draft)).not.toContain('Mine');
	expect(await field(page, 'standfirst').inputValue()).toBe('Written in another window.');
	expect(await field(page, 'title').inputValue()).toBe('Mine');
	await page.keyboard.press('Control+s');
	await status(page).toBe('Saved as a draft');

	await writeFile(join(folder, draft), (await read(draft)).replace('title: Mine', 'title: From a terminal'));
	await act('Publish');
	await status(page).toBe(merged);
	expect(await field(page, 'title').inputValue()).toBe('From a terminal');
	expect(await read(path)).toBe(before);
	await act('Publish');
	await status(page).toBe('Published');
	expect(await read(path)).toContain('title: From a terminal');
	for (const each of [page, other]) await each.context().close();
});

it('says that a story has no page, and shows no other one', async () => {
	const page = await openEditor(1440);
	await open(page, 'Home');
	await inFrame(page, 'h1').not.toEqual([]);
	await open(page, 'Site');
	await inFrame(page, 'main').toEqual([
		expect.stringContaining('The story settings/site has no page of its own. To preview it, save it,'),
	]);
	// What cannot be undone by mistake is apart from what is pressed every day.
	const buttons = await page.locator('footer .actions button:visible').allTextContents();
	expect(buttons).toEqual(['Save draft', 'Publish', 'Undo', 'Discard', 'Unpublish']);
	await page.context().close();
});

/** Sends a request as a page of this origin does. */
const ask = (body: unknown, headers: Record<string, string> = {}) =>
	new Promise<{ status: number; text: string }>((resolve, reject) => {
		const { hostname, port, host, origin } = new URL(editorUrl);
		const sent = { host, origin, 'content-type': 'application/json', ...headers };
		request({ hostname, port, path: '/editor', method: 'POST', headers: sent }, async (response) => {
			let text = '';
			for await (const chunk of response) text += chunk;
			resolve({ status: response.statusCode ?? 0, text });
		})
			.on('error', reject)
			.end(typeof body === 'string' ? body : JSON.stringify(body));
	});

it('refuses each request that is not its own, and writes nothing outside the space', async () => {
	const everything = async () =>
		(await readdir(site.folder, { recursive: true }))
			.filter((path) => !/node_modules|\.astro|\.git/.test(path))
			.sort();
	const before = [await everything(), await git('diff'), await git('status', '--porcelain')];
	const { stories } = JSON.parse((await ask({ do: 'state' })).text);
	const story = { id: stories.find(({ slug }: { slug: string }) => slug === 'about').id, lang: 'default' };
	const requests = [
		{ do: 'state' },
		{ do: 'story', ...story },
		{ do: 'open', id: 1, lang: 'default', component: 'page' },
		{ do: 'save', ...story, content: { title: 'Attacked' }, without: [] },
		...['publish', 'unpublish'].map((what) => ({ do: what, ...story })),
	];
	for (const body of requests) {
		for (const origin of ['http://evil.example', 'null', '', dev.url])
			expect((await ask(body, { origin })).status, `${body.do} from ${origin}`).toBe(403);
		expect((await ask(body, { host: 'evil.example' })).status, body.do).toBe(403);
		expect((await ask(body, { 'content-type': 'text/plain' })).status, body.do).toBe(415);
		for (const name of proxyHeaders)
			expect((await ask(body, { [name]: '1.1 proxy' })).status, name).toBe(403);
		expect((await ask({ ...body, more: 1 })).status, body.do).toBe(400);
	}
	const paths = [
		'../x',
		'..',
		'/etc/passwd',
		'about/../../x',
		'about\\..\\x',
		'about\0',
		'about.draft',
		'_folder',
		'%2e%2e/x',
		'x'.repeat(1001),
	];
	for (const what of ['story', 'save', 'publish', 'unpublish']) {
		const rest = what === 'save' ? { content: { component: 'page', title: 'x' }, without: [] } : {};
		for (const id of [...paths, -1, 0, 1.5, 1])
			expect((await ask({ do: what, id, lang: 'default', ...rest })).status, `${what} ${id}`).toBe(
				id === 1 ? 404 : 400,
			);
		for (const lang of paths)
			expect((await ask({ do: what, id: story.id, lang, ...rest })).status, `${what} in ${lang}`).toBe(
				lang.length > 20 ? 400 : 404,
			);
	}
	// The editor is not on the site's own origin.
	expect((await fetch(`${dev.url}/_slugline/editor`)).status).toBe(404);
	for (const without of [['component'], 'title', [1], [{}]])
		expect(
			(await ask({ do: 'save', ...story, content: {}, without })).status,
			JSON.stringify(without),
		).toBeGreaterThanOrEqual(400);
	expect([await everything(), await git('diff'), await git('status', '--porcelain')]).toEqual(before);

	const save = (content: string) =>
		`{"do":"save","id":${story.id},"lang":"default","without":["__proto__"],"content":${content}}`;
	expect((await ask(save('{"__proto__":{"polluted":1}}'))).status).toBeLessThan(500);
	const text = save('{"title":"a\\n---\\nuuid: x\\n---\\n","x: y\\n---\\nz":"odd","constructor":"one"}');
	expect(await ask(text)).toMatchObject({ status: 200 });
	expect(Reflect.get({}, 'polluted')).toBeUndefined();
	const deep = `[${'{"type":"blockquote","content":['.repeat(5000)}${']}'.repeat(5000)}]`;
	for (const nodes of ['1', 'null', '[null]', '[{"type":"heading","attrs":null}]', '[{"marks":1}]', deep])
		expect((await ask(save(`{"odd":{"type":"doc","content":${nodes}}}`))).status).toBeLessThan(500);
	const { status: code, text: state } = await ask({ do: 'story', ...story });
	expect(code).toBe(200);
	expect(JSON.parse(state).content.title).toBe('a\n---\nuuid: x\n---\n');
	expect((await everything()).filter((path) => !before[0]?.includes(path))).toEqual(['space/about.draft.md']);
});

it('says that a webhook refuses the call, beside what is published, and once in the terminal', async () => {
	const { url } = await startService(() => ({ status: 401, body: {} }));
	const hook = { name: 'Rebuild', endpoint: url, secret: 'other', actions: ['story.published'] };
	await writeFile(
		join(folder, 'space.yaml'),
		`${await read('space.yaml')}webhooks: [${JSON.stringify(hook)}]\n`,
	);
	const page = await openEditor(1440);
	const problem = `The webhook \`Rebuild\` at ${new URL(url).host} answers with status 401. Its \`secret\` is not the one that the receiver expects, such as SLUGLINE_WEBHOOK_SECRET.`;
	await open(page, 'What slack water is');
	for (const title of ['One', 'Two']) {
		await field(page, 'title').fill(title);
		await page.getByRole('button', { name: 'Publish', exact: true }).click();
		await status(page).toBe(`Published. ${problem}`);
	}
	expect(dev.output().split(problem)).toHaveLength(2);
	await page.context().close();
});

it('shows what editors write as text', async () => {
	const page = await openEditor(1440);
	await page.evaluate(() =>
		Object.assign(globalThis, { ran: () => document.body.setAttribute('data-hostile', 'ran') }),
	);
	await open(page, 'Home');
	await page.locator('summary').nth(1).click();
	const texts = hostileHtml.filter((_, place) => isLong || place % 4 === 0);
	for (const text of texts.map((one) => one.replace(/\s/g, ' '))) {
		await field(page, 'Story name').fill(text);
		await page.getByLabel('intro', { exact: true }).first().fill(text);
		await page.getByLabel('title', { exact: true }).nth(1).fill(text);
		expect(await page.locator('summary').nth(1).textContent()).toBe(`departures ${text.slice(0, 100)}`);
	}
	await page.keyboard.press('Control+z');
	await page.getByRole('button', { name: 'Save draft' }).click();
	await status(page).toBe('Saved as a draft');
	const made =
		'#form :is(script, style, img:not(.picked img), svg, iframe, a), nav :is(script, style, img, svg, iframe, a)';
	expect(await page.locator(made).count()).toBe(0);
	expect(await page.evaluate(() => document.body.dataset['hostile'])).toBeUndefined();
	await page.context().close();
});
