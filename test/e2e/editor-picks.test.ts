import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { beforeEach, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.js';
import { askEditor, findings, openStory, serveFolderEditor } from '../support/folder-editor.js';
import { isLong } from '../support/long.js';
import { proxyHeaders } from '../support/proxy-headers.js';

const story = (name: string, content: string) =>
	`---\nname: ${name}\ncontent:\n  component: page\n${content}---\n`;

const files: Record<string, string> = {
	'space.yaml':
		'name: Harbor\ndefault_language: { name: English }\nlanguages: [{ code: de, name: Deutsch }]\ncontent_types: { page: { references: [author, related] } }\n',
	'about.md': story('About', '  title: About\n  photo: { asset: /photos/boat.png, alt: A boat }\n'),
	'album.md': story(
		'Album',
		'  photos:\n    - { asset: /photos/boat.png, alt: A boat }\n    - { asset: /photos/quay.png }\n',
	),
	'blog/one.md': story('One', '  author: people/ada\n  related: [about]\n  more: { link: about }\n'),
	'blog/two.md': story('Two', '  title: Two\n'),
	'blog/two.de.md': '---\nname: Zwei\n---\n',
	'people/ada.md': '---\nname: Ada\ncontent: { component: person, name: Ada }\n---\n',
	'people/ben.md': '---\nname: Ben\ncontent: { component: person, name: Ben }\n---\n',
	'datasources/waters.yaml': 'name: Waters\nentries:\n  - { name: Tidal estuary, value: estuary }\n',
};

/** A PNG of one pixel. */
const pixel = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);
const published = {
	'photos/boat.png': pixel,
	'photos/quay.png': pixel,
	'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

const components = JSON.stringify([
	{
		name: 'page',
		is_root: true,
		schema: {
			title: { type: 'text' },
			text: { type: 'markdown' },
			story: { type: 'richtext' },
			photo: { type: 'asset' },
			more_photos: { type: 'multiasset' },
			author: { type: 'option', source: 'internal_stories', filter_content_type: ['person'] },
			related: { type: 'options', source: 'internal_stories' },
			more: { type: 'multilink' },
			water: { type: 'option', source: 'internal', datasource_slug: 'waters' },
			shore: { type: 'option', source: 'internal', datasource_slug: 'none' },
			tags: {
				type: 'options',
				source: 'self',
				options: [
					{ name: 'For a day', value: 'day' },
					{ name: 'For a night', value: 'night' },
				],
			},
			body: { type: 'bloks', restrict_components: true, component_whitelist: ['hero'] },
		},
	},
	{ name: 'person', is_root: true, schema: { name: { type: 'text' } } },
	...['hero', 'other'].map((name) => ({ name, schema: { heading: { type: 'text' } } })),
]);

const browser = await startBrowser();
const editor = await serveFolderEditor(browser, files, { published, components });
const publicFolder = editor.published ?? '';

beforeEach(() => editor.reset());

const status = (page: Page) => expect.poll(() => page.textContent('#status'));
const save = async (page: Page) => {
	await page.keyboard.press('Control+s');
	await status(page).toBe('Saved as a draft');
};
const box = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

/** Drops files of these sizes. */
const dropOn = (place: Locator, files: Record<string, number>) =>
	place.evaluate((element, files) => {
		const dataTransfer = new DataTransfer();
		for (const [name, size] of Object.entries(files))
			dataTransfer.items.add(new File([new Uint8Array(size)], name, { type: 'image/png' }));
		element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
	}, files);

it('chooses an image of the site by its thumbnail, and adds one by choosing or dropping a file', async () => {
	const page = await editor.open('About');
	const isShown = () =>
		page.locator('.picked img').evaluate((image) => (image as HTMLImageElement).naturalWidth > 0);
	await expect.poll(isShown).toBe(true);
	const choose = page.getByRole('button', { name: 'Choose a file for File' });
	await choose.click();
	await dialog(page).waitFor();
	const tiles = dialog(page).locator('.files button');
	expect(await tiles.allTextContents()).toEqual(['/icon.svg', '/photos/boat.png', '/photos/quay.png']);
	await box(page, 'Find a file').fill('QUAY');
	expect(await tiles.allTextContents()).toEqual(['/photos/quay.png']);
	await tiles.first().click();
	expect(await box(page, 'File').inputValue()).toBe('/photos/quay.png');
	expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Choose a file');
	await save(page);
	expect(await editor.read('about.draft.md')).toBe(files['about.md']?.replace('boat.png', 'quay.png'));

	await choose.click();
	await page.getByRole('button', { name: 'Upload' }).click();
	await expect.poll(() => dialog(page).textContent()).toContain('Choose a file of your machine first');
	const chosen = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
	await box(page, 'From your machine').setInputFiles(chosen('logo.svg', Buffer.from('<svg><script/></svg>')));
	await page.getByRole('button', { name: 'Upload' }).click();
	await expect.poll(() => dialog(page).textContent()).toContain('no .svg: it could contain scripts');
	await box(page, 'From your machine').setInputFiles(chosen('Das Böot (2).PNG', pixel));
	await page.getByRole('button', { name: 'Upload' }).click();
	await dialog(page).waitFor({ state: 'hidden' });
	expect(await box(page, 'File').inputValue()).toBe('/photos/das-boot-2.png');
	await expect.poll(isShown).toBe(true);

	const drop = (name: string, size: number) =>
		dropOn(page.locator('.field', { has: box(page, 'File') }), { [name]: size });
	await drop('Boat.png', 3);
	await expect.poll(() => box(page, 'File').inputValue()).toBe('/photos/boat-2.png');
	expect(await readFile(join(publicFolder, 'photos/boat.png'))).toEqual(pixel);
	await drop('boat.png', 10_000_001);
	await expect.poll(() => page.getByRole('alert').first().textContent()).toContain('larger than 10 MB');
	await save(page);
	expect(await editor.read('about.draft.md')).toBe(files['about.md']?.replace('boat.png', 'boat-2.png'));
	await page.context().close();
});

it('edits a list of images like single ones', async () => {
	const page = await editor.open('Album');
	const photos = page.getByRole('group', { name: 'photos', exact: true });
	const inPhoto = (place: number, name: string) =>
		page.getByRole('group', { name: `photos ${place}` }).getByLabel(name, { exact: true });
	const saved = async () => (await editor.read('album.draft.md')).split('component: page\n')[1];
	await expect.poll(() => photos.locator('.picked img:visible').count()).toBe(2);
	await inPhoto(2, 'Alternative text').fill('A quay');
	await page.getByRole('button', { name: 'Move up: photos 2' }).click();
	expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
		'Move down: photos 1',
	);
	await dropOn(photos, { 'Boat.png': 3, 'boat.png': 4 });
	await expect.poll(() => photos.locator('.picked').count()).toBe(4);
	await dropOn(inPhoto(4, 'File'), { 'logo.png': 3 });
	await expect.poll(() => inPhoto(4, 'File').inputValue()).toBe('/photos/logo.png');
	await dropOn(photos, { 'large.png': 10_000_001, 'never.png': 3 });
	await expect.poll(() => photos.getByRole('alert').last().textContent()).toContain('larger than 10 MB');
	await save(page);
	expect(await saved()).toBe(
		'  photos:\n    - { asset: /photos/quay.png, alt: A quay }\n    - { asset: /photos/boat.png, alt: A boat }\n    - { asset: /photos/boat-2.png }\n    - { asset: /photos/logo.png }\n---\n',
	);
	for (const place of [4, 3, 2, 1])
		await page.getByRole('button', { name: `Remove: photos ${place}` }).click();
	expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Add to photos');
	await page.getByRole('button', { name: 'Add to more_photos' }).click();
	await page
		.getByRole('group', { name: 'more_photos 1' })
		.getByRole('button', { name: 'Choose a file for File' })
		.click();
	await dialog(page).getByRole('button', { name: '/photos/boat.png' }).click();
	await save(page);
	expect(await saved()).toBe('  photos: []\n  more_photos:\n    - asset: /photos/boat.png\n---\n');
	// The form is drawn again while a file is on its way.
	const arrived = Promise.withResolvers<void>();
	await page.route('**/*?upload', async (route) => {
		await arrived.promise;
		await route.continue();
	});
	await dropOn(photos, { 'late.png': 3 });
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	arrived.resolve();
	await status(page).toBe('/photos/late.png is added, but the form has changed since. Choose it there.');
	await page.context().close();
});

it('puts images that are dropped on rich text, or pasted into it, where they belong', async () => {
	const page = await editor.open('Two');
	const text = box(page, 'story');
	await text.click();
	await page.keyboard.type('Boats');
	const transfer = (
		kind: 'drop' | 'paste',
		files: Record<string, [type: string, size: number]>,
		plain = '',
	) =>
		text.evaluate(
			(element, { kind, files, plain }) => {
				const data = new DataTransfer();
				for (const [name, [type, size]] of Object.entries(files))
					data.items.add(new File([new Uint8Array(size)], name, { type }));
				if (plain) data.setData('text/plain', plain);
				const { left, top } = element.querySelector('p')?.getBoundingClientRect() ?? { left: 0, top: 0 };
				const place = { clientX: left + 1, clientY: top + 3 };
				const more = { bubbles: true, cancelable: true };
				element.dispatchEvent(
					kind === 'drop'
						? new DragEvent('drop', { dataTransfer: data, ...place, ...more })
						: new ClipboardEvent('paste', { clipboardData: data, ...more }),
				);
			},
			{ kind, files, plain },
		);
	const why = page.locator('.field', { has: text }).getByRole('alert');
	const images = () => text.locator('[data-rich^=image]').allTextContents();
	await transfer('drop', { 'Start.png': ['image/png', 3], 'boat.png': ['image/png', 3] });
	await page.keyboard.type(' and quays ');
	await expect.poll(images).toEqual(['Image: /photos/start.png', 'Image: /photos/boat-2.png']);
	await transfer('paste', { 'image.png': ['image/png', 3] });
	await expect.poll(images).toHaveLength(3);
	await page.keyboard.type(' here.');
	await transfer('paste', { 'image.png': ['image/png', 3] }, ' As text.');
	await transfer('drop', { 'a.pdf': ['application/pdf', 3] });
	await expect
		.poll(() => why.textContent())
		.toBe('a.pdf is no image, so it cannot be in a text. Link to it instead.');
	await transfer('drop', { 'a.svg': ['image/svg+xml', 3] });
	await expect.poll(() => why.textContent()).toContain('no .svg: it could contain scripts');
	await transfer('drop', { 'large.png': ['image/png', 10_000_001] });
	await expect.poll(() => why.textContent()).toContain('larger than 10 MB');
	await save(page);
	expect(await editor.read('blog/two.draft.md')).toContain(
		'![](/photos/start.png)![](/photos/boat-2.png)Boats and quays ![](/photos/image.png) here. As text.',
	);
	expect((await readdir(join(publicFolder, 'photos'))).sort()).toEqual([
		...['boat-2.png', 'boat.png', 'image.png', 'quay.png', 'start.png'],
	]);
	await page.context().close();
});

it('finds stories by name, slug, and language, and offers what the type of a field allows', async () => {
	const page = await editor.open('One');
	const suggested = (name: string) =>
		box(page, name).evaluate((input) =>
			[...((input as HTMLInputElement).list?.options ?? [])].map(({ value, label }) => `${value} ${label}`),
		);
	expect(await suggested('author')).toEqual(['Ada (people/ada) English', 'Ben (people/ben) English']);
	expect(await suggested('Story to add to related')).toContain('Two (blog/two) English, Deutsch');
	await box(page, 'author').fill('be');
	await page.keyboard.press('Tab');
	expect(await box(page, 'author').inputValue()).toBe('Ben (people/ben)');
	await box(page, 'Story to add to related').fill('blog/tw');
	await page.keyboard.press('Enter');
	await page.getByRole('button', { name: 'Move up: Two' }).click();
	await page.getByRole('button', { name: 'Move down: Two' }).click();
	expect(await page.locator('.chosen span').allTextContents()).toEqual(['About', 'Two']);
	await page.getByRole('group', { name: 'more' }).getByLabel('Story').fill('Two (blog/two)');
	await box(page, 'water').selectOption({ label: 'Tidal estuary' });
	// A datasource that is not in the folder has no choices.
	expect(await box(page, 'shore').getAttribute('type')).toBe('text');
	await box(page, 'For a night').check();
	expect(await page.getByLabel('Another value for tags').count()).toBe(0);
	expect(await page.getByLabel('Blok to add to body').locator('option').allTextContents()).toEqual(['hero']);
	await save(page);
	const saved =
		'  author: people/ben\n  related: [about, blog/two]\n  more: { link: blog/two }\n  water: estuary\n  tags:\n    - night\n';
	expect(await editor.read('blog/one.draft.md')).toBe(story('One', saved));

	// What is no story is not saved as the one before it.
	await box(page, 'author').fill('Somebody');
	for (const [name, press] of [
		['Save draft', 'Control+s'],
		['Publish', ''],
	]) {
		if (press) await page.keyboard.press(press);
		else await page.getByRole('button', { name, exact: true }).click();
		await status(page).toBe('Nothing is saved. author: Choose one of the stories that are listed.');
	}
	await box(page, 'author').fill('');
	await save(page);
	expect(await editor.read('blog/one.draft.md')).toContain('author: ""');
	await page.context().close();
});

it.each(isLong ? [1440, 1024, 390] : [390])('can be used by anybody at %i pixels', async (width) => {
	const page = await editor.open(undefined, { width });
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme });
		await openStory(page, 'About');
		expect(await findings(page), `fields ${colorScheme}`).toEqual([]);
		await page.getByRole('button', { name: 'Choose a file for File' }).click();
		await dialog(page).waitFor();
		expect(await findings(page), `files ${colorScheme}`).toEqual([]);
		expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
		await page.keyboard.press('Escape');
	}
	await page.context().close();
});

it('refuses each request for files that is not its own, and writes nothing outside the public folder', async () => {
	const ask = askEditor(editor.url);
	const everything = async () =>
		(await readdir(join(publicFolder, '..'), { recursive: true })).filter((path) => path.includes('public'));
	const before = await everything();
	const data = pixel.toString('base64');
	for (const body of [{ do: 'files' }, { do: 'upload', name: 'a.png', data }]) {
		for (const origin of ['http://evil.example', 'null', ''])
			expect(await ask(body, { origin }), `${body.do} from ${origin}`).toBe(403);
		expect(await ask(body, { host: 'evil.example' })).toBe(403);
		expect(await ask(body, { 'content-type': 'text/plain' })).toBe(415);
		for (const name of proxyHeaders) expect(await ask(body, { [name]: '1.1 proxy' }), name).toBe(403);
		expect(await ask({ ...body, more: 1 })).toBe(400);
	}
	const names = [
		'../a.png',
		'..',
		'/etc/a.png',
		'a\\..\\b.png',
		'a.png\0',
		'con.png',
		'.a.png',
		'a.svg',
		'a',
	];
	for (const name of [...names, `${'x'.repeat(200)}.png`])
		expect(await ask({ do: 'upload', name, data }), name).toBe(422);
	expect(await ask({ do: 'upload', name: `${'x'.repeat(1000)}.png`, data })).toBe(400);
	expect(await ask({ do: 'upload', name: 'a.png', data: 'A'.repeat(13_400_000) })).toBe(413);
	expect(await ask({ do: 'upload', name: 'a.png', data: 'A'.repeat(14_000_000) })).toBe(413);
	// Only an upload can be as large.
	const save = { do: 'save', slug: 'about', lang: 'default', content: { text: 'A'.repeat(2_000_000) } };
	expect([await ask(save), await ask(save, {}, '?upload')]).toEqual([413, 400]);
	expect([
		await ask({ do: 'files' }, {}, '?upload'),
		await ask({ do: 'upload', name: 'a.png', data }, {}, ''),
	]).toEqual([400, 400]);
	for (const wrong of [1, null, ['a'], {}])
		expect(await ask({ do: 'upload', name: 'a.png', data: wrong })).toBe(400);
	expect(await everything()).toEqual(before);
});

it('saves a story with an email address that a browser would not accept', async () => {
	const mail = story('Mail', '  title: Mail\n  more: { link: "mailto:a@b.c?subject=Hi" }\n');
	await writeFile(join(editor.folder, 'mail.md'), mail);
	const page = await editor.open('Mail');
	await box(page, 'title').fill('Letter');
	await page.getByRole('button', { name: 'Publish', exact: true }).click();
	await expect.poll(() => page.textContent('#status')).toBe('Published');
	expect(await editor.read('mail.md')).toBe(mail.replace('title: Mail', 'title: Letter'));
	await page.context().close();
});

it('refuses a number that would be rounded, and keeps what was typed', async () => {
	await writeFile(
		join(editor.folder, 'depth.md'),
		story('Depth', '  depth: !!int 5\n  pair: [!!int 1, !!int 2]\n'),
	);
	const page = await editor.open('Depth');
	for (const [name, long, next] of [
		['depth', '12345678901234567890', '1234567890'],
		['pair (JSON)', '[1, 0.1234567890123456789]', '[1, 0.5]'],
	] as const) {
		await box(page, name).fill(long);
		await page.keyboard.press('Control+s');
		await status(page).toContain('The number would be rounded');
		await openStory(page, 'About');
		await openStory(page, 'Depth');
		const again = name === 'depth' ? 'depth (JSON)' : name;
		expect(await box(page, again).inputValue()).toBe(long);
		await box(page, again).fill(next);
		await save(page);
	}
	expect(await editor.read('depth.draft.md')).toMatch(
		/depth: !!int 1234567890\n {2}pair: \[!!int 1, !!float 0\.5\]/,
	);
	await page.context().close();
});

it('leaves a whole space after renames at once', async () => {
	const ask = askEditor(editor.url);
	const rename = (slug: string, to: Record<string, unknown>) => ask({ do: 'rename', slug, ...to });
	for (let round = 0; round < (isLong ? 20 : 2); round++) {
		await editor.reset();
		const statuses = await Promise.all([
			rename('about', { to: 'us' }),
			rename('about', { to: 'them' }),
			rename('people/ada', { to: 'ben' }),
			rename('people', { to: 'authors' }),
			rename('blog', { folder: 'people' }),
			rename('blog/two', { folder: 'blog/about' }),
			ask({ do: 'create', slug: 'us', name: 'Us', component: 'page' }),
			ask({ do: 'delete', slug: 'people/ben' }),
		]);
		for (const status of statuses) expect([200, 404, 422]).toContain(status);
		expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(2);
		expect(await ask({ do: 'state' })).toBe(200);
		const paths = (await readdir(editor.folder, { recursive: true })).filter((path) => path.endsWith('.md'));
		const slugs = paths.map((path) => path.replace(/(?:\.de|\.draft)?\.md$/, ''));
		const texts = await Promise.all(paths.map((path) => editor.read(path)));
		expect(texts.filter((text) => text.includes('name: About'))).toHaveLength(1);
		const one = texts.find((text) => text.includes('name: One')) ?? '';
		for (const name of ['related: \\[(.*)\\]', 'author: (.*)', 'link: (.*) \\}'])
			expect(slugs, one).toContain(new RegExp(name).exec(one)?.[1]);
		await writeFile(join(editor.folder, 'check.md'), story('Check', ''));
		expect(await ask({ do: 'story', id: await editor.idOf('check'), lang: 'default' })).toBe(200);
	}
});
