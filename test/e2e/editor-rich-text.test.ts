import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Editor } from '@tiptap/core';
import type { Page } from 'playwright';
import { beforeEach, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.js';
import { findings, openStory, selectBefore, serveFolderEditor } from '../support/folder-editor.js';
import { isLong } from '../support/long.js';
import { createRandom, type Random } from '../support/random.js';

const about = `---
name: About
content:
  component: page
  title: About
  # What visitors read first.
  text: |
    # Tides

    The *first* boat, and [the log](log) of it.

    | Boat | Time |
    | --- | --- |
    | Ida | 6:10 |
  # The end.
  footer: Bye
---
`;

const nodes = `---
name: Nodes
content:
  component: page
  title: Nodes
  text:
    type: doc
    content:
      - type: paragraph
        attrs: { textAlign: null, ours: kept }
        content:
          - { type: text, text: "Under", marks: [{ type: underline }] }
          - { type: text, text: " the bridge" }
      - type: blok
        attrs:
          id: one
          body:
            - component: note
              label: A note
      - type: image
        attrs: { id: null, src: /a.png, alt: A boat, title: "", source: "", copyright: "", meta_data: {} }
      - type: paragraph
        content:
          - { type: emoji, attrs: { name: boat, emoji: "⛵" } }
          - { type: text, text: blue, marks: [{ type: textStyle, attrs: { color: blue } }, { type: link, attrs: { href: /log, uuid: null, anchor: null, target: _blank, linktype: url, custom: { title: Log } } }] }
---
`;

const odd = `---
name: Odd
content:
  component: page
  title: Odd
  text: { type: doc, content: [{ type: paragraph, content: [{ type: mystery, attrs: { a: b } }] }] }
---
`;

const files: Record<string, string> = {
	'space.yaml': 'name: Harbor\ncontent_types: { page: { richtext: [text] } }\n',
	'about.md': about,
	'log.md': '---\nname: Log\ncontent:\n  component: page\n  title: Log\n  text: Nothing yet.\n---\n',
	'nodes.md': nodes,
	'odd.md': odd,
};

const browser = await startBrowser();
const editor = await serveFolderEditor(browser, files);

beforeEach(() => editor.reset());

const status = (page: Page) => expect.poll(() => page.textContent('#status'));
const text = (page: Page) => page.getByRole('textbox', { name: 'text', exact: true }).first();
const tool = (page: Page, name: string) => page.getByRole('button', { name: `${name} in text`, exact: true });
const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true });

interface Shown {
	editor: {
		getJSON(): unknown;
		state: {
			doc: {
				descendants(
					look: (
						node: { isTextblock: boolean; textContent: string; content: { size: number } },
						at: number,
					) => void,
				): void;
			};
		};
		commands: { setTextSelection(at: number): void };
	};
}

/** Puts the caret at the end of a block of text. Keys that move it take effect only with the next frame. */
const caretAfter = (page: Page, words: string) =>
	text(page).evaluate((element, words) => {
		const { state, commands } = (element as unknown as Shown).editor;
		let found = 0;
		state.doc.descendants(({ isTextblock, textContent, content }, at) => {
			if (isTextblock && textContent.includes(words)) found ||= at + 1 + content.size;
		});
		element.focus();
		commands.setTextSelection(found);
	}, words);

const nextFrame = (page: Page) =>
	page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));

async function save(page: Page): Promise<void> {
	await page.keyboard.press('Control+s');
	await status(page).toBe('Saved as a draft');
}

it('comes with an editor of at most 250 kB, and the licenses of its parts', async () => {
	const read = (name: string) =>
		readFile(new URL(`../../packages/astro-slugline/dist/editor/${name}`, import.meta.url));
	expect(gzipSync(await read('page.bundle.js')).length).toBeLessThan(250_000);
	const licenses = String(await read('page.bundle.LICENSES.txt'));
	for (const name of ['@tiptap/core', 'prosemirror-model', 'prosemirror-tables'])
		expect(licenses).toContain(name);
});

it('publishes what it shows, whatever is typed', async () => {
	const page = await editor.open('Log');
	await text(page).click();
	await page.keyboard.press('Control+a');
	const typed = 'A paragraph of *ten* minutes, with [a link](serivces/web) in it. # And more.';
	await page.keyboard.type(typed);
	await publish(page).click();
	await status(page).toBe('Published');
	await page.reload();
	await page.locator('#form input').first().waitFor();
	expect(await text(page).textContent()).toBe(typed);
	expect(await editor.read('log.md')).toContain(
		String.raw`  text: "A paragraph of \\*ten\\* minutes, with \\[a link\\](serivces/web) in it. # And more."`,
	);
	await page.context().close();
});

it('leaves nothing behind of a mark without a text, and undoes by words', async () => {
	const page = await editor.open('About');
	await caretAfter(page, 'The first boat');
	await page.keyboard.press('Enter');
	const before = await text(page).innerHTML();
	await tool(page, 'Bold').click();
	expect(await text(page).innerHTML()).toBe(before);
	await page.keyboard.type('very strong');
	expect(await text(page).locator('strong').textContent()).toBe('very strong');
	await page.keyboard.press('Control+z');
	expect(await text(page).locator('strong').textContent()).toBe('very ');
	await page.keyboard.press('Control+z');
	expect(await text(page).innerHTML()).toBe(before);
	// The caret is where it was.
	await page.keyboard.type('So');
	expect(await text(page).locator('p').nth(1).textContent()).toBe('So');
	while (await page.getByRole('button', { name: 'Undo' }).isEnabled()) await page.keyboard.press('Control+z');
	await page.keyboard.press('Control+s');
	expect(await editor.read('about.md')).toBe(about);
	expect(await text(page).locator('strong, hr').count()).toBe(0);
	await page.context().close();
});

it('changes the lines of the block that is edited', async () => {
	const page = await editor.open('About');
	await caretAfter(page, '6:10');
	await page.keyboard.type(' sharp');
	await save(page);
	expect(await editor.read('about.draft.md')).toBe(about.replace('6:10', '6:10 sharp'));
	await openStory(page, 'Nodes');
	await caretAfter(page, 'the bridge');
	await page.keyboard.type(' at noon');
	await page.getByLabel('label', { exact: true }).fill('Another note');
	await save(page);
	expect(await editor.read('nodes.draft.md')).toBe(
		nodes.replace('" the bridge"', '" the bridge at noon"').replace('A note', 'Another note'),
	);
	await page.context().close();
});

it('writes Markdown whatever is typed that no page shows, and leaves the screen alone', async () => {
	const page = await editor.open('About');
	const typed: [string, string | undefined][] = [
		[' Go ', ' Go'],
		['Control+b', undefined],
		['on ', ' Go **on**'],
		['Control+b', undefined],
		['now', ' Go **on** now'],
		['Shift+Enter', ' Go **on** now'],
		['Backspace', ' Go **on** now'],
	];
	await caretAfter(page, 'The first boat');
	for (const [keys, written] of typed) {
		if (/[+k]/.test(keys)) await page.keyboard.press(keys);
		else await page.keyboard.type(keys);
		if (written === undefined) continue;
		await text(page).evaluate((element) => element.setAttribute('data-stays', ''));
		await save(page);
		expect(await editor.read('about.draft.md')).toBe(about.replace('of it.', `of it.${written}`));
		// It is the same control, with the caret where it was.
		expect(await text(page).getAttribute('data-stays')).toBe('');
	}
	await page.keyboard.type('!');
	await publish(page).click();
	await status(page).toBe('Published');
	expect(await editor.read('about.md')).toBe(about.replace('of it.', 'of it. Go **on** now!'));
	await openStory(page, 'Log');
	await caretAfter(page, 'yet');
	await page.keyboard.press('Enter');
	await publish(page).click();
	await status(page).toBe('Published');
	expect(await editor.read('log.md')).toBe(files['log.md']);
	expect(await text(page).locator('p').count()).toBe(2);
	await tool(page, 'List').click();
	await page.keyboard.type('one');
	await page.keyboard.press('Enter');
	await save(page);
	expect(await editor.read('log.draft.md')).toMatch(/Nothing yet\.\n\n {4}- one\n {4}- ?\n/);
	await page.reload();
	await expect.poll(() => text(page).locator('li').count()).toBe(2);
	await page.context().close();
});

it('keeps a link without a target from being saved, and says why', async () => {
	const page = await editor.open('About');
	const why = 'text: A link leads nowhere. Choose its target, or remove the link.';
	await caretAfter(page, 'The first boat');
	expect(await tool(page, 'Link').getAttribute('aria-disabled')).toBe('true');
	await page.keyboard.type(' See here');
	await selectBefore(page, 'here');
	await tool(page, 'Link').click();
	await status(page).toBe(`Not saved. ${why}`);
	expect(await publish(page).isDisabled()).toBe(true);
	expect(await page.locator('.field .note', { hasText: 'A link leads nowhere.' }).isVisible()).toBe(true);
	await page.keyboard.press('Control+s');
	await status(page).toBe(`Nothing is saved. ${why}`);
	expect(await editor.read('about.md')).toBe(about);
	if (isLong) expect(await findings(page)).toEqual([]);
	// It is there again after another story.
	await openStory(page, 'Log');
	await openStory(page, 'About');
	await text(page).getByText('here', { exact: true }).click();
	await page.keyboard.press('Control+k');
	await page.getByLabel('Leads to').selectOption({ label: 'Story' });
	await page.getByRole('group', { name: 'Link' }).getByLabel('Story').fill('Log (log)');
	await status(page).toBe('Not saved');
	await publish(page).click();
	await status(page).toBe('Published');
	expect(await editor.read('about.md')).toContain('of it. See [here](log)\n');
	await page.context().close();
});

it('leads to the fields of a link, and back to the text', async () => {
	const page = await editor.open('About');
	await page.setViewportSize({ width: 1440, height: 640 });
	const selected = () =>
		text(page).evaluate((element) => {
			const { doc, selection } = (element as unknown as { editor: Editor }).editor.state;
			return [element === document.activeElement, doc.textBetween(selection.from, selection.to)];
		});
	const isFocused = (label: string) =>
		page.getByLabel(label).evaluate((control) => {
			const [shown, { top, bottom }] = [document.getElementById('story'), control.closest('fieldset')].map(
				(one) => one?.getBoundingClientRect(),
			) as [DOMRect, DOMRect];
			return control === document.activeElement && top >= shown.top && bottom <= shown.bottom;
		});
	await caretAfter(page, 'The first boat');
	await page.keyboard.type(' See here');
	await selectBefore(page, 'here');
	await tool(page, 'Link').click();
	expect(await isFocused('Leads to')).toBe(true);
	await page.keyboard.press('Tab');
	await page.keyboard.type('/tides');
	await page.keyboard.press('Escape');
	expect(await selected()).toEqual([true, 'here']);
	await page.getByRole('button', { name: 'Remove link' }).click();
	await page.keyboard.press('Control+k');
	expect(await isFocused('Leads to')).toBe(true);
	await page.getByLabel('Address').fill('/ebb');
	await page.getByRole('button', { name: 'Back to the text of text' }).click();
	expect(await selected()).toEqual([true, 'here']);
	await page.keyboard.press('ArrowRight');
	await tool(page, 'Image').click();
	expect(await isFocused('File')).toBe(true);
	await page.getByLabel('File').fill('/boat.png');
	await save(page);
	expect(await editor.read('about.draft.md')).toContain('of it. See [here](/ebb)![](/boat.png)\n');
	await page.context().close();
});

it.each(['Table', 'Line', 'Blok'])('puts a %s in the place of an empty paragraph', async (name) => {
	const page = await editor.open('Log');
	await caretAfter(page, 'Nothing yet');
	await page.keyboard.press('Enter');
	await tool(page, name).click();
	const parts = text(page).locator(':scope > *');
	expect(await parts.count()).toBe(3);
	expect(await parts.nth(1).evaluate(({ localName }) => localName)).not.toBe('p');
	if (name === 'Table') await page.keyboard.type('Boat');
	await parts.nth(2).click();
	await page.keyboard.type('Later.');
	await save(page);
	const written = await editor.read('log.draft.md');
	if (name === 'Table')
		expect(written).toContain(
			'Nothing yet.\n\n    | Boat |  |\n    | --- | --- |\n    |  |  |\n\n    Later.',
		);
	if (name === 'Line') expect(written).toContain('Nothing yet.\n\n    ---\n\n    Later.');
	await page.context().close();
});

it('keeps JSON that is none as it is typed', async () => {
	const page = await editor.open('Odd');
	const source = page.getByLabel('text (JSON)');
	expect(JSON.parse(await source.inputValue()).content[0].content[0].type).toBe('mystery');
	await source.fill('{ "type": "doc", ');
	expect(await publish(page).isDisabled()).toBe(true);
	await page.keyboard.press('Control+s');
	await status(page).toMatch(/^Nothing is saved\. text: This is not JSON\. /);
	await openStory(page, 'Log');
	await openStory(page, 'Odd');
	expect(await source.inputValue()).toBe('{ "type": "doc", ');
	expect(await page.locator('.field .note', { hasText: 'This is not JSON.' }).isVisible()).toBe(true);
	await page.keyboard.press('Control+z');
	await status(page).toBe('Undone');
	expect(await editor.read('odd.md')).toBe(odd);
	await page.context().close();
});

it('has tables, bloks, images, and lists', async () => {
	const page = await editor.open('About');
	await caretAfter(page, '6:10');
	await tool(page, 'Add row').click();
	await page.keyboard.press('Tab');
	await page.keyboard.type('Jon');
	await page.keyboard.press('Tab');
	await page.keyboard.type('7:20');
	await save(page);
	expect(await editor.read('about.draft.md')).toBe(about.replace('6:10 |\n', '6:10 |\n    | Jon | 7:20 |\n'));
	await caretAfter(page, 'The first boat');
	await page.keyboard.press('Enter');
	await page.keyboard.type('one');
	await tool(page, 'List').click();
	await page.keyboard.press('Enter');
	await page.keyboard.type('two');
	await page.keyboard.press('Control+]');
	await save(page);
	expect(await editor.read('about.draft.md')).toContain('\n    - one\n      - two\n');
	await tool(page, 'Image').click();
	await status(page).toMatch(/An image has no file/);
	const image = page.getByRole('group', { name: 'Image' });
	expect(await image.textContent()).toContain('Type the address of a file: only the editor of `astro dev`');
	await image.getByLabel('File').fill('/boat.png');
	await page.getByLabel('Alternative text').fill('A boat');
	await save(page);
	expect(await editor.read('about.draft.md')).toContain('- two![A boat](/boat.png)');
	await caretAfter(page, 'Tides');
	await tool(page, 'Blok').click();
	await page.getByLabel('Blok to add to text').selectOption('note');
	await page.getByRole('button', { name: 'Add to text' }).click();
	await page.getByLabel('label', { exact: true }).fill('Mind the gap');
	await save(page);
	expect(await editor.read('about.draft.md')).toContain(
		'body:\n            - component: note\n              label: Mind the gap\n',
	);
	await page.getByRole('button', { name: 'Remove these bloks' }).click();
	await save(page);
	expect(await editor.read('about.draft.md')).toContain('- two![A boat](/boat.png)');
	await page.context().close();
});

/** What Word and Google Docs put into the clipboard. */
const pasted = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal { color: red }</style></head><body>
<!--StartFragment--><b style="font-weight:normal" id="docs-internal-guid"><h2 style="mso-list:none">The <span style="color:red">fleet</span></h2><p class="MsoNormal"><span style="font-weight:700">Ida</span> and <i>Jon</i><o:p></o:p></p>
<ol start="3"><li><p>Third</p></li><li><p>Fourth <a href="https://example.com/tides">tides</a></p></li></ol>
<table><tbody><tr><td colspan="2"><p>Both</p></td></tr><tr><td>6:10</td><td>7:20</td></tr></tbody></table>
<img src="file:///C:/boat.png" alt="lost"><script>ran()</script></b><!--EndFragment--></body></html>`;

async function paste(page: Page, html: string): Promise<void> {
	await text(page).evaluate((element, html) => {
		const clipboardData = new DataTransfer();
		clipboardData.setData('text/html', html);
		clipboardData.setData('text/plain', 'plain');
		element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
	}, html);
}

it('takes of a word processor what rich text has, and nothing that runs', async () => {
	const page = await editor.open('Log');
	await text(page).click();
	await page.keyboard.press('Control+a');
	await paste(page, pasted);
	const html = await text(page).evaluate((element) => element.innerHTML.replace(/ data-[\w-]+="[^"]*"/g, ''));
	expect(html).toMatchInlineSnapshot(
		`"<h2>The fleet</h2><p><strong>Ida</strong> and <em>Jon</em></p><ol start="3"><li><p>Third</p></li><li><p>Fourth <a>tides</a></p></li></ol><table><tr><td colspan="2" rowspan="1"><p>Both</p></td></tr><tr><td colspan="1" rowspan="1"><p>6:10</p></td><td colspan="1" rowspan="1"><p>7:20</p></td></tr></table>"`,
	);
	const pastedAs = async (html: string) => {
		await page.keyboard.press('Control+a');
		await paste(page, html);
		return text(page).evaluate((element) => element.innerHTML.replace(/ [\w-]+="[^"]*"/g, ''));
	};
	const span = (style: string, text: string) => `<span style="${style}">${text}</span>`;
	expect(
		await pastedAs(
			`<b style="font-weight:normal" id="docs-internal-guid"><p>${[
				span('font-weight:700;font-style:italic', 'both'),
				span('font-style:normal;text-decoration:none;vertical-align:baseline', 'none'),
				span('text-decoration:line-through', 'struck'),
				span('text-decoration:underline line-through', 'two'),
				`x${span('vertical-align:super', '2')}y${span('vertical-align:sub', '3')}`,
				`<a href="/log" style="text-decoration:none">${span('text-decoration:underline', 'link')}</a>`,
			].join(' ')}</p></b>`,
		),
	).toBe(
		'<p><strong><em>both</em></strong> none <s>struck</s> <s><u>two</u></s> x<sup>2</sup>y<sub>3</sub> <a>link</a></p>',
	);
	expect(
		await pastedAs('<table><tr><td>a</td></tr><tr><td>b</td><td>c</td><td>d</td></tr></table><p>after</p>'),
	).toMatch(/<tr><td><p>a<\/p><\/td><td><p><br><\/p><\/td><td><p><br><\/p><\/td><\/tr><tr><td><p>b/);
	const item = (level: number, sign: string, text: string) =>
		`<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`;
	const items = [
		...[item(1, '·', 'One <b>boat</b>'), item(2, 'o', 'Two'), item(3, '§', 'Three'), item(1, '·', 'Four')],
		...[item(1, '3.', 'Five'), item(2, 'a)', 'Six'), '<p class=MsoNormal>Seven</p>', item(2, '·', 'Eight')],
	].join('\n');
	expect(await pastedAs(`<html><body><!--StartFragment-->${items}<!--EndFragment--></body></html>`)).toBe(
		'<ul><li><p>One <strong>boat</strong></p><ul><li><p>Two</p><ul><li><p>Three</p></li></ul></li></ul></li><li><p>Four</p></li></ul>' +
			'<ol><li><p>Five</p><ol><li><p>Six</p></li></ol></li></ol><p>Seven</p><ul><li><p>Eight</p></li></ul>',
	);
	expect(await text(page).locator('ol').first().getAttribute('start')).toBe('3');
	await page.keyboard.press('Control+a');
	await paste(
		page,
		'<p><a href="javascript:ran()">one</a><img src="x" onerror="ran()"><a href=" JAVASCRIPT:ran()">two</a></p>',
	);
	await paste(
		page,
		'<a data-rich="link" data-attrs="{&quot;href&quot;:[1]}">three</a><div data-rich="blok" data-attrs="[]">four</div>',
	);
	expect(await text(page).locator('script, img, [href], [onerror], [src]').count()).toBe(0);
	await save(page);
	const written = await editor.read('log.draft.md');
	expect(written).not.toMatch(/javascript|file:/i);
	await page.context().close();
});

it.each(isLong ? [1440, 1024, 390] : [390])('is usable at %i pixels, in light and dark', async (width) => {
	const page = await editor.open('Nodes', { width });
	await text(page).getByText('blue').click();
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme });
		expect(await findings(page), colorScheme).toEqual([]);
	}
	expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
	// With the keyboard, the toolbar is one stop, and the text another.
	await text(page).focus();
	await page.keyboard.press('Tab');
	expect(await text(page).evaluate((element) => element.contains(document.activeElement))).toBe(true);
	await page.context().close();
});

interface RichNode {
	type: string;
	content?: RichNode[];
	text?: string;
	marks?: { type: string }[];
}

/** Rich text without what each reading makes anew, and what no page shows. Texts are lists of characters with their marks. */
function plain(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(plain);
	if (typeof value !== 'object' || value === null) return value;
	const { type, content = [] } = value as RichNode;
	const shown = { ...value } as Record<string, unknown>;
	if (type === 'paragraph' || type === 'heading') shown['content'] = charactersIn(content);
	else if ('content' in value) shown['content'] = content.map(plain);
	const last = shown['content'];
	while (Array.isArray(last) && JSON.stringify(last.at(-1)) === '{"type":"paragraph"}') last.pop();
	const filled = Object.entries(shown)
		.filter(([name, inner]) => inner !== null && name !== '_uid')
		.map(([name, inner]) => [name, name === 'content' ? inner : plain(inner)] as const)
		.filter(([, inner]) => typeof inner !== 'object' || Object.keys(inner as object).length > 0);
	return Object.fromEntries(filled.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function charactersIn(runs: RichNode[]): unknown[] {
	const all = runs.flatMap(({ text, marks = [], ...node }): { sign: unknown; marks: unknown[] }[] => {
		if (text === undefined) return [{ sign: plain(node), marks: node.type === 'hard_break' ? [] : marks }];
		const isCode = marks.some(({ type }) => type === 'code');
		const seen = marks.filter(({ type }) => !/^(?:bold|italic)$/.test(type));
		return [...text].map((sign) => ({ sign, marks: sign === ' ' && !isCode ? seen : marks }));
	});
	const isCode = ({ marks }: { marks: unknown[] }) => JSON.stringify(marks).includes('"code"');
	const isBreak = (at: number) => !all[at] || JSON.stringify(all[at]?.sign) === '{"type":"hard_break"}';
	for (let at = 0; at < all.length; at += 1)
		while (all[at]?.sign === ' ' && isBreak(at - 1) && !isCode(all[at] as never)) all.splice(at, 1);
	for (let at = all.length - 1; at >= 0; at -= 1)
		if (all[at]?.sign === ' ' && isBreak(at + 1) && !isCode(all[at] as never)) all.splice(at, 1);
	if (all.length > 1 && isBreak(all.length - 1) && !isBreak(all.length - 2)) all.pop();
	return all.map(({ sign, marks }) => [sign, plain(marks)]);
}

/** What the editor shows. */
const shown = async (page: Page) => {
	const { json, words } = await text(page).evaluate((element) => {
		const { editor } = element as unknown as Partial<Shown>;
		// Not as rich text, but as its source.
		const json = editor ? JSON.stringify(editor.getJSON()) : 'null';
		return { json, words: (element.textContent || (element as HTMLInputElement).value).replace(/\s/g, '') };
	});
	return { json: plain(JSON.parse(json)), words };
};

/** Does what no page shows: white space around texts, marks of white space, and empty paragraphs at the end. */
const changeUnseen = (page: Page) =>
	text(page).evaluate((element) => {
		const { state, view } = (element as unknown as { editor: Editor }).editor;
		const { doc, schema, tr } = state;
		doc.descendants((node, at, parent) => {
			const from = tr.mapping.map(at + 1);
			if (/^(?:paragraph|heading)$/.test(node.type.name))
				tr.insert(from + node.content.size, schema.text(' ')).insert(from, schema.text(' '));
			const [spaces = ''] = /^ +/.exec(node.text ?? '') ?? [];
			if (spaces === '' || parent?.type.name === 'code_block') return;
			if (node.marks.every(({ type }) => type.name !== 'code'))
				tr.addMark(from - 1, from - 1 + spaces.length, schema.mark('bold'));
		});
		view.dispatch(tr.insert(tr.doc.content.size, schema.node('paragraph')));
	});

const words = [
	'tide ',
	'a  b',
	' ',
	'*',
	'**x**',
	'_y_',
	'[z](log)',
	'# ',
	'- ',
	'1. ',
	'> ',
	'`',
	'|',
	'\\',
	'<b>',
	'&amp;',
	'---',
	'~~',
	'ä⛵',
	'"',
	': ',
];
const tools = [
	'Bold',
	'Italic',
	'Underline',
	'Strike',
	'Code',
	'Superscript',
	'Link',
	'List',
	'Numbered list',
	'Quote',
	'Line',
	'Image',
	'Table',
	'Blok',
];
const keys = [
	...[
		'Enter',
		'Enter',
		'Shift+Enter',
		'Backspace',
		'Delete',
		'Tab',
		'Control+]',
		'Control+[',
		'Control+z',
		'Control+z',
		'Control+Shift+z',
	],
	...[
		'ArrowUp',
		'ArrowDown',
		'ArrowLeft',
		'Home',
		'End',
		'Control+Home',
		'Control+End',
		'Shift+Home',
		'Shift+ArrowLeft',
		'Shift+ArrowUp',
	],
];

/** One thing that somebody does. */
async function act(page: Page, { of: pick, below }: Random): Promise<string> {
	const kind = below(10);
	if (kind < 4) {
		const typed = pick(words) + (below(2) ? pick(words) : '');
		await page.keyboard.insertText(typed);
		return `type ${typed}`;
	}
	if (kind < 7) {
		const key = pick(keys);
		await page.keyboard.press(key);
		await nextFrame(page);
		return key;
	}
	if (kind < 8) {
		await paste(page, below(2) ? pasted : `<p>${pick(words)}<b>${pick(words)}</b></p>`);
		return 'paste';
	}
	if (kind < 9 && below(2)) {
		const label = pick(['Text', 'Heading 2', 'Heading 5', 'Code']);
		await page.getByLabel('Kind of text in text').first().selectOption({ label });
		await text(page).focus();
		return label;
	}
	// What a toolbar offers follows the selection, which browsers report later.
	await nextFrame(page);
	const inTable = await tool(page, 'Add row').isVisible();
	const name = pick(
		inTable ? [...tools, 'Add row', 'Add column', 'Delete row', 'Delete column', 'Header row'] : tools,
	);
	// A button that is not possible now does nothing. The browser may report only now where the selection is.
	await tool(page, name).click({ force: true });
	const field = page.locator('.rich + div').first();
	if (name === 'Link' && (await field.getByLabel('Address').isVisible()))
		await field.getByLabel('Address').fill('/tides?a=(b) "c"');
	if (name === 'Image' && (await field.getByLabel('File').isVisible()))
		await field.getByLabel('File').fill('/boat (1).png');
	return name;
}

it('shows again what it saved, after any edits', async () => {
	const page = await editor.open();
	for (let seed = 1; seed <= (isLong ? 300 : 4); seed++) {
		await editor.reset();
		await page.goto('about:blank');
		await page.goto(editor.url);
		const name = seed % 2 ? 'About' : 'Nodes';
		const path = name.toLowerCase();
		await openStory(page, name);
		const before = await shown(page);
		const random = createRandom(seed);
		const done: string[] = [];
		await text(page).click();
		for (let step = 0; step < 12; step++) {
			done.push(await act(page, random));
			if (await page.evaluate(() => !document.activeElement?.closest('.rich'))) await text(page).focus();
		}
		const undo = page.getByRole('button', { name: 'Undo' });
		while ((await page.getByRole('button', { name: 'Save draft' }).isDisabled()) && (await undo.isEnabled()))
			await undo.click();
		const there = await shown(page);
		await page.keyboard.press('Control+s');
		await status(page).toBe('Saved as a draft');
		await page.reload();
		await page.locator('#form input').first().waitFor();
		const what = `${seed}: ${done.join(' · ')}`;
		expect(await shown(page), what).toEqual(there);
		if (JSON.stringify(before) === JSON.stringify(there))
			expect(await editor.read(`${path}.md`)).toBe(files[`${path}.md`]);
		// Not as rich text, but as its source.
		if (there.json === null) continue;
		// What no page shows changes nothing of what is read, and not whether it is Markdown.
		const isMarkdown = async () =>
			!/^ {2}text:\n {4}type: doc/m.test(
				await editor.read(`${path}.draft.md`).catch(() => editor.read(`${path}.md`)),
			);
		const wasMarkdown = await isMarkdown();
		await changeUnseen(page);
		await page.keyboard.press('Control+s');
		await status(page).toBe('Saved as a draft');
		expect(await isMarkdown(), what).toBe(wasMarkdown);
		expect(await shown(page), what).toEqual(there);
	}
	await page.context().close();
}, 1_800_000);
