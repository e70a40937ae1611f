// `npm run screenshots`: the picture of the built playground in the README, and those of the folder's editor in the docs.
import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { builtBlog } from './support/blog.ts';
import { startBrowser } from './support/browser.ts';
import { serveFolder } from './support/static-server.ts';

/** The page is cut off there. */
const tallest = 3000;

const folder = fileURLToPath(new URL('e2e/screenshots/', import.meta.url));
await mkdir(folder, { recursive: true });
const server = await serveFolder(await builtBlog());
const browser = await startBrowser();
const page = await browser.newPage({ viewport: { width: 820, height: 900 }, baseURL: server.url });
await page.goto('/');
await page.evaluate(() => {
	for (const image of document.images) image.loading = 'eager';
	return document.fonts.ready;
});
await page.waitForLoadState('networkidle');
const height = Math.min(tallest, await page.evaluate(() => document.documentElement.scrollHeight));
await page.setViewportSize({ width: 820, height });
const picture = await page.screenshot();
await sharp(picture).webp({ quality: 42, effort: 6 }).toFile(`${folder}home-820.webp`);
await page.close();
await server.close();
await shootEditor();
await browser.close();

/** The editor of the playground: wide, in the dark, and on a phone. */
async function shootEditor() {
	const images = fileURLToPath(new URL('../playground/docs/public/images/', import.meta.url));
	const root = fileURLToPath(new URL('../playground/blog', import.meta.url));
	const dev = spawn('astro', ['dev', '--root', root], { env: { ...process.env, ASTRO_DEV_BACKGROUND: '0' } });
	const address = await new Promise((resolve, reject) => {
		let output = '';
		dev.stdout.on('data', (chunk) => {
			output += chunk;
			const [, found] = /Editor: (\S+)/.exec(output) ?? [];
			if (found && output.includes('ready in')) resolve(found);
		});
		dev.on('close', () => reject(new Error(`astro dev gives no editor:\n${output}`)));
	});
	for (const [name, width, height, colorScheme] of [
		['editor', 1440, 900, 'light'],
		['editor-dark', 1440, 900, 'dark'],
		['editor-phone', 390, 780, 'light'],
	]) {
		const page = await browser.newPage({ viewport: { width, height }, colorScheme });
		await page.goto(address);
		await page.locator('#stories button', { hasText: 'Home' }).first().click();
		await page.locator('#form summary').nth(2).click();
		await page.frameLocator('#frame').locator('blockquote').first().waitFor({ state: 'attached' });
		await page.waitForLoadState('networkidle');
		// The page scrolls smoothly to the selected blok.
		await page.waitForTimeout(2000);
		const picture = await page.screenshot();
		await sharp(picture).webp({ quality: 60, effort: 6 }).toFile(`${images}${name}.webp`);
		await page.close();
	}
	dev.kill();
}
