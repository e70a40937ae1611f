import type { Page } from 'playwright';
import { startBrowser } from '../../support/browser.js';
import { bundle } from '../../support/bundle.js';
import { type EditorPage, editorParameters, serveEditorPage } from '../../support/editor-page.js';
import type { BenchOptions } from '../main.js';
import { count, quantile, seconds, table } from '../table.js';
import { largeSite, playgroundSite, type Running, signer, vendorSite } from './sites.js';

/** Keystrokes that are measured, after those that warm everything up. */
const keystrokes = 60;
const warmUps = 5;

/** The project's promise for 95 of 100 keystrokes. */
const maxP95Ms = 300;

/** Where the vendor's integration loads the bridge from; here it is the one of the package, without a network. */
const vendorBridge = 'https://app.storyblok.com/f/storyblok-v2-latest.js';

interface Wanted {
	name: string;
	open(editor: string, stories: number): Promise<Running>;
	/** Path of the edited story, below which its page is in preview, and where the page shows the title. */
	page: { preview: string; slug: string; shown: string };
	isVendor?: boolean;
}

const preview = '/_slugline/preview/';
const story = { preview, slug: 'section-0/story-7', shown: 'h2' };

const wanted: readonly Wanted[] = [
	{
		name: 'the playground',
		open: playgroundSite,
		page: { preview, slug: 'features/2026/a-boat-with-two-fronts', shown: 'h1' },
	},
	{ name: 'stories', open: largeSite, page: story },
	{
		name: "stories, the vendor's integration",
		open: vendorSite,
		page: { ...story, preview: '/' },
		isVendor: true,
	},
];

/** What editors wait for: from a message of the editor to the page that shows it, in a browser. */
export async function runPreview({ stories = 10_000 }: BenchOptions): Promise<void> {
	const editor = await serveEditorPage();
	const browser = await startBrowser();
	const body = await bundle(
		"import Bridge from '@storyblok/preview-bridge'; window.StoryblokBridge = Bridge;",
	);
	const rows: string[][] = [];
	const lines: string[] = [];
	try {
		for (const { name: kind, open, page, isVendor } of wanted) {
			const name = kind.replace(/^stories/, `${count(stories)} stories`);
			console.error(`… preview of ${name}`);
			const running = await open(editor.origin, stories);
			try {
				const tab = await browser.newPage();
				await tab.route(vendorBridge, (route) => route.fulfill({ contentType: 'text/javascript', body }));
				const ms = await type(tab, editor, page, running);
				await tab.close();
				rows.push([name, ...[0.5, 0.95, 1].map((part) => seconds(quantile(ms, part)))]);
				const p95 = quantile(ms, 0.95);
				const is = p95 <= maxP95Ms ? 'kept' : 'missed';
				if (!isVendor) lines.push(`\n${name}: p95 is ${seconds(p95)} of at most ${maxP95Ms} ms: ${is}`);
			} finally {
				await running.close();
			}
		}
	} finally {
		await browser.close();
		await editor.close();
	}
	console.log(`\n${keystrokes} keystrokes in Chromium, one after the other, each until the page shows it\n`);
	console.log([table(['', 'p50', 'p95', 'longest'], rows), ...lines].join('\n'));
}

/** Types the title of a story. Returns the milliseconds from each keystroke to the page that shows it. */
async function type(
	page: Page,
	editor: EditorPage,
	{ preview, slug, shown }: Wanted['page'],
	{ url, api }: Running,
): Promise<number[]> {
	const response = await fetch(`${api}/v2/cdn/stories/${slug}?version=draft&token=${signer.token}`);
	const { story }: { story: { id: number; content: Record<string, unknown> } } = await response.json();
	const address = `${url}${preview}${slug}?${editorParameters(story, signer)}`;
	const { frame } = await editor.openIn(page, address);
	await frame.waitForSelector(shown);
	await frame.evaluate((selector) => {
		const seen = new Map<string, number>();
		Object.assign(globalThis, { seen });
		const look = () => seen.set(document.querySelector(selector)?.textContent ?? '', Date.now());
		new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
	}, shown);
	const ms: number[] = [];
	for (let stroke = -warmUps; stroke < keystrokes; stroke++) {
		const title = `Keystroke ${stroke + warmUps} of many`;
		const content = { ...story.content, title };
		const sent = await page.evaluate(
			(message) => {
				Reflect.get(globalThis, 'send')(message);
				return Date.now();
			},
			{ action: 'input', story: { id: story.id, name: title, content } } as never,
		);
		const handle = await frame.waitForFunction(
			(text) => (Reflect.get(globalThis, 'seen') as Map<string, number>).get(text),
			title,
			{ timeout: 60_000, polling: 10 },
		);
		const at = Number(await handle.jsonValue());
		if (stroke >= 0) ms.push(at - sent);
	}
	return ms;
}
