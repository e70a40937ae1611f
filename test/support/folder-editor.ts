import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { createSpace } from 'astro-slugline/space';
import type { Browser, Page } from 'playwright';
import { expect } from 'vitest';
import { endWithFile } from './ends.js';
import { serveFolder } from './static-server.js';
import { makeFolder, removeFolder, writeFiles } from './test-folder.js';

const built = (room: string) =>
	import(
		/* @vite-ignore */ new URL(`../../packages/astro-slugline/dist/${room}/index.js`, import.meta.url).href
	);

interface Beside {
	/** Files of the site's public folder. */
	published?: Readonly<Record<string, string | Buffer>>;
	/** Text of the site's file of components. */
	components?: string;
}

/** Serves the editor of a folder with these files, for a site that shows nothing. */
export async function serveFolderEditor(
	browser: Browser,
	files: Readonly<Record<string, string>>,
	{ published, components }: Beside = {},
) {
	const site = await makeFolder();
	const [folder, publicFolder] = [join(site, 'space'), join(site, 'public')];
	const served = published && (await serveFolder(publicFolder));
	const { listenEditor } = await built('editor');
	const { definedTypes } = await built('types');
	await writeFiles(folder, files);
	const space = createSpace(folder);
	const { url, close } = await listenEditor({
		...{ port: 0, space, preview: () => served?.url ?? '' },
		...(components && { types: async () => definedTypes(components, 'components.json').types }),
		...(served && { files: { path: publicFolder, url: () => served.url } }),
	});
	endWithFile(async () => {
		await close();
		await served?.close();
		await space.close();
		await removeFolder(site);
	});
	return {
		folder,
		url: url as string,
		/** The site's public folder. */
		published: served && publicFolder,
		/** Puts the folder back to what it was. */
		async reset() {
			for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
			await writeFiles(folder, files);
			await rm(publicFolder, { recursive: true, force: true });
			for (const [path, contents] of Object.entries(published ?? {})) {
				await mkdir(dirname(join(publicFolder, path)), { recursive: true });
				await writeFile(join(publicFolder, path), contents);
			}
		},
		/** The id of the story with this slug, by which requests name it. */
		idOf: async (slug: string) => (await space.edit.list()).find((one) => one.slug === slug)?.id,
		read: (path: string) => readFile(join(folder, path), 'utf8'),
		replace: async (path: string, from: string, to: string) => {
			const text = await readFile(join(folder, path), 'utf8');
			expect(text).toContain(from);
			await writeFile(join(folder, path), text.replace(from, to));
		},
		/** Opens the editor, and a story in it, in a page that fails the test if one of its scripts fails. */
		async open(story?: string, { width = 1440 } = {}): Promise<Page> {
			const page = await (await browser.newContext({ viewport: { width, height: 900 } })).newPage();
			page.on('pageerror', (error) => {
				throw error;
			});
			await page.goto(url);
			if (story !== undefined) await openStory(page, story);
			return page;
		},
	};
}

/** Sends requests as the editor's page does, unless the headers say otherwise. They resolve to the status. */
export const askEditor =
	(url: string) =>
	(
		body: Record<string, unknown>,
		headers: Record<string, string> = {},
		search = body['do'] === 'upload' ? '?upload' : '',
	) =>
		new Promise<number>((resolve, reject) => {
			const { hostname, port, host, origin } = new URL(url);
			const sent = { host, origin, 'content-type': 'application/json', ...headers };
			request({ hostname, port, path: `/editor${search}`, method: 'POST', headers: sent }, (response) => {
				response.resume();
				resolve(response.statusCode ?? 0);
			})
				.on('error', reject)
				.end(JSON.stringify(body));
		});

/** Opens a story as somebody does who knows its name. */
export async function openStory(page: Page, name: string): Promise<void> {
	const stories = page.getByRole('tab', { name: 'Stories' });
	if (await stories.isVisible()) await stories.click();
	await page.locator('#stories button', { hasText: name }).first().click();
	await expect.poll(() => page.textContent('#title')).toBe(name);
	await page.locator('#form input').first().waitFor();
}

/** Selects the text before the caret with the keyboard, and waits until the browser has reported it: editors read the selection from that event, and only while they have the focus. */
export async function selectBefore(page: Page, text: string): Promise<void> {
	await page.evaluate(() => {
		document.onselectionchange = () => Object.assign(globalThis, { reported: String(getSelection()) });
	});
	for (const _ of text) await page.keyboard.press('Shift+ArrowLeft');
	await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'reported'))).toBe(text);
}

/** What axe finds in the editor's own page. */
export async function findings(page: Page): Promise<string[]> {
	const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
