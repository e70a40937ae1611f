import AxeBuilder from '@axe-core/playwright';
import type { BrowserContextOptions, Page } from 'playwright';
import { afterEach, expect, it } from 'vitest';
import { builtBlog } from '../support/blog.js';
import { startBrowser } from '../support/browser.js';
import { isLong } from '../support/long.js';
import { serveFolder } from '../support/static-server.js';

// The playground as a reader sees it.

const server = await serveFolder(await builtBlog());
const browser = await startBrowser();

let opened: Page | undefined;
const complaints: string[] = [];
afterEach(async () => {
	await opened?.context().close();
	opened = undefined;
	expect(complaints.splice(0)).toEqual([]);
});

/** Opens a page of the site. Errors in its console, and requests to other hosts, fail the test. */
async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
	const context = await browser.newContext({
		viewport: { width: 1280, height: 900 },
		baseURL: server.url,
		...options,
	});
	const page = await context.newPage();
	page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
	page.on('pageerror', (error) => complaints.push(error.message));
	page.on('request', (request) => {
		if (!request.url().startsWith(server.url)) complaints.push(`asked ${request.url()}`);
	});
	await page.goto(path);
	opened = page;
	return page;
}

const kinds = {
	home: '/',
	article: '/features/2026/a-boat-with-two-fronts/',
	'translated article': '/de/reportagen/2026/vierzig-umdrehungen/',
	section: '/features/',
	archive: '/de/archiv/',
	crew: '/fr/l-equipage/',
	letters: '/letters/spring-2026/',
	'rich text': '/colophon/',
};

const alternates = (page: Page) =>
	page
		.locator('link[rel=alternate][hreflang]')
		.evaluateAll((links) => links.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]));

const switcher = (page: Page, name: string) => page.getByRole('navigation', { name }).getByRole('link');

it('shows the lead story, the newest articles, and the sections on the home page', async () => {
	const page = await open('/');
	expect(await page.title()).toBe('Slack Water, a journal of short crossings');
	expect(await page.locator('html').getAttribute('lang')).toBe('en');
	expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toHaveLength(1);
	expect(
		await page.getByRole('navigation', { name: 'Sections' }).getByRole('link').allTextContents(),
	).toEqual(['Features', 'Practice', 'Logbook', 'Letters', 'Archive', 'The crew']);
	const departures = page.getByRole('region', { name: 'Departures' }).getByRole('listitem');
	expect(await departures.count()).toBe(8);

	await page.getByRole('heading', { level: 2 }).first().getByRole('link').click();
	expect(new URL(page.url()).pathname).toBe('/features/2026/forty-turns/');
	expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Forty turns to the far bank');
});

it('shows a translated article with labels, dates, and author in its language', async () => {
	const page = await open('/de/reportagen/2026/vierzig-umdrehungen/');
	expect(await page.locator('html').getAttribute('lang')).toBe('de');
	expect(await page.title()).toBe('Vierzig Umdrehungen bis drüben · Stillwasser');
	const main = page.getByRole('main');
	expect(await main.getByRole('heading', { level: 1 }).textContent()).toBe('Vierzig Umdrehungen bis drüben');
	expect(await main.textContent()).toContain('4. Juni 2026');
	expect(await main.textContent()).toContain('2 Min. Lesezeit');
	expect(await main.getByRole('complementary', { name: 'Angaben' }).textContent()).toContain('Fluss');
	const author = main.getByRole('complementary', { name: 'Zur Person' });
	expect(await author.textContent()).toContain('Mireille wohnt vierzig Meter von einem Fluss entfernt');
	expect(await page.locator('meta[property="og:title"]').getAttribute('content')).toBe(
		'Die Fähre, die man mit Kurbeln bezahlt',
	);
});

it('marks a missing translation in the language switcher, and links to the front page of that language', async () => {
	const page = await open('/features/2026/the-relief-boat/');
	expect(await alternates(page)).toEqual([
		['en', 'https://example.com/features/2026/the-relief-boat/'],
		['x-default', 'https://example.com/features/2026/the-relief-boat/'],
	]);
	const german = page.getByRole('link', {
		name: 'Deutsch (Not in this language yet; leads to the front page)',
	});
	await german.click();
	expect(new URL(page.url()).pathname).toBe('/de/');
	expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Stillwasser');
});

it('shows which stories a page read in a strip that the reader can close', async () => {
	const page = await open('/features/2026/forty-turns/');
	const strip = page.getByRole('complementary', { name: 'How this page was made' });
	await strip.getByText(/^(Rendered by the last build|Cached from an earlier build): /).waitFor();
	await strip.getByText(/This page read \d+ stories/).click();
	expect(await strip.getByRole('paragraph').textContent()).toMatch(
		/^Forty turns to the far bank · .*Mireille Audran/,
	);
	await strip.getByRole('button', { name: 'Close the strip' }).click();
	expect(await strip.isVisible()).toBe(false);
	await page.goto('/');
	await page.waitForLoadState('networkidle');
	expect(await strip.isVisible()).toBe(false);
});

it('serves a story at its real path, and its translation in the folder of its language', async () => {
	const page = await open('/tides/');
	expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('How to read a tide table');
	await switcher(page, 'Languages').getByText('Deutsch').click();
	expect(new URL(page.url()).pathname).toBe('/de/handwerk/gezeitentafel/');
	await page.getByRole('navigation', { name: 'Rubriken' }).getByRole('link', { name: 'Handwerk' }).click();
	expect(new URL(page.url()).pathname).toBe('/de/handwerk/');
});

it('shows the 404 page for a path without a story', async () => {
	const page = await open('/nowhere/');
	for (const path of [
		'/nowhere/',
		'/practice/tide-tables/',
		'/logbook/the-skippers-dog/',
		'/de/reportagen/2026/die-ersatzfaehre/',
		'/settings/site/',
	]) {
		complaints.splice(0);
		await page.goto(path);
		expect(complaints.splice(0), path).toEqual([expect.stringContaining('404')]);
		expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Off the chart');
		const links = await page.getByRole('main').getByRole('link').all();
		expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual(['/', '/de/', '/fr/']);
	}
});

it('has a skip link that works with the keyboard', async () => {
	const page = await open('/features/2026/eleven-minutes/');
	await page.keyboard.press('Tab');
	const skip = page.getByRole('link', { name: 'Skip to the text' });
	expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
	expect(await skip.boundingBox()).toMatchObject({ x: 8, y: 8 });
	await page.keyboard.press('Enter');
	expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
});

/** Serious and critical axe violations on a page. */
/** What axe finds, targets that are smaller than 24 px included. */
async function axeViolations(page: Page) {
	const rules = { 'target-size': { enabled: true } };
	const { violations } = await new AxeBuilder({ page }).options({ rules }).analyze();
	return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/** The kinds of pages that a short run tries, which have most of the layout between them. */
const inShort = ['home', 'archive'];
const tried = Object.entries(kinds).filter(([kind]) => isLong || inShort.includes(kind));

it.runIf(isLong).each([kinds.home, kinds.article, kinds.archive, kinds['rich text']])(
	'has no axe violation in dark mode on %s',
	async (path) => {
		expect(await axeViolations(await open(path, { colorScheme: 'dark' }))).toEqual([]);
	},
);

it.each([...tried, ...(isLong ? [['404', '/nowhere/'] as const] : [])])(
	'%s fits every window width, hides nothing, and has no axe violation',
	async (kind, path) => {
		const height = 800;
		const page = await open(path, { viewport: { width: 360, height } });
		if (kind === '404') complaints.splice(0);
		await page.evaluate(() => document.fonts.ready);
		for (const width of [360, 820, 1440]) {
			await page.setViewportSize({ width, height });
			const size = await page.evaluate(() => document.documentElement.scrollWidth);
			expect(size).toBeLessThanOrEqual(width);
			expect(await clipped(page), `texts that reach out of the window, ${width} pixels wide`).toEqual([]);
			expect(await cutOff(page), `texts that their boxes cut off, ${width} pixels wide`).toEqual([]);
			expect(await covered(page), `covered headings and links, ${width} pixels wide`).toEqual([]);
			expect(await unfitImages(page), 'images that do not load, or make the page jump').toEqual([]);
			// Wide layouts have smaller targets.
			if (isLong || width !== 820) expect(await axeViolations(page)).toEqual([]);
		}
	},
);

/** Texts that overflow the window sideways, which `overflow: hidden` would hide from `scrollWidth`. */
function clipped(page: Page): Promise<string[]> {
	return page.evaluate(() =>
		[...document.querySelectorAll('h1, h2, h3, p, li, a, dd, td, th, figcaption')]
			.filter((element) => {
				const { left, right, width } = element.getBoundingClientRect();
				const hidden = element.closest('.skip, .visually-hidden, svg');
				return !hidden && width > 0 && (left < -1 || right > window.innerWidth + 1);
			})
			.map((element) => element.textContent?.trim().slice(0, 40) ?? ''),
	);
}

/** Texts that their box cuts off. Drawings are clipped to their frames on purpose. */
function cutOff(page: Page): Promise<string[]> {
	return page.evaluate(() =>
		[...document.querySelectorAll('main *, header *, footer *')]
			.filter((element) => {
				const hides = getComputedStyle(element).overflow !== 'visible';
				const { scrollWidth, scrollHeight, clientWidth, clientHeight, textContent } = element;
				const drawn = element.closest('svg, .visually-hidden') || element.querySelector('svg');
				const tooLarge = scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
				return hides && !drawn && textContent?.trim() && tooLarge;
			})
			.map((element) => element.outerHTML.slice(0, 80)),
	);
}

/** Headings and links that another element covers, so that they cannot be seen or clicked. */
function covered(page: Page): Promise<string[]> {
	return page.evaluate(() =>
		[...document.querySelectorAll('h1, h2, h3, a')]
			.filter((element) => {
				if (element.closest('.skip')) return false;
				element.scrollIntoView({ block: 'center' });
				const [{ x, y, width, height } = new DOMRect()] = element.getClientRects();
				const top = document.elementFromPoint(x + width / 2, y + height / 2);
				return !top || !(element.contains(top) || top.contains(element));
			})
			.map((element) => element.outerHTML.slice(0, 80)),
	);
}

/** Images without a size, or that cannot be loaded. */
function unfitImages(page: Page): Promise<string[]> {
	return page.evaluate(async () => {
		const unfit: string[] = [];
		for (const image of document.images) {
			image.loading = 'eager';
			const loads = await image.decode().then(
				() => true,
				() => false,
			);
			if (!loads || !image.getAttribute('width') || !image.getAttribute('height') || !image.alt)
				unfit.push(image.outerHTML.slice(0, 80));
		}
		return unfit;
	});
}
