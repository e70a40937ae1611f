import type { Page } from 'playwright';
import { startBrowser } from '../../support/browser.js';
import { serveBuilt } from '../../support/built-server.js';
import { bundle } from '../../support/bundle.js';
import { type EditorPage, editorParameters, serveEditorPage } from '../../support/editor-page.js';
import type { Site } from '../../support/site.js';
import type { BenchOptions } from '../options.js';
import { count, seconds, table } from '../table.js';
import { deployedSite, largeSite, playgroundSite, signer } from './site.js';
import { type VendorSite, vendorSite } from './vendor.js';

/** Keystrokes that are measured, after those that warm everything up. */
const keystrokes = 60;
const warmUps = 5;

/** The project's promise for 95 of 100 keystrokes. */
const maxP95Ms = 300;

/** Where the vendor's integration loads the bridge from; here it is the one of the package, without a network. */
const vendorBridge = 'https://app.storyblok.com/f/storyblok-v2-latest.js';

/** Milliseconds from each keystroke to the page that shows it. */
interface Typed {
	name: string;
	ms: number[];
}

interface Wanted {
	name: string;
	site: Site;
	/** Full slug of the story that is edited, which is the path of its page, too. */
	slug: string;
	/** Path under which the site's pages are in preview. */
	preview: string;
	/** Path, or address, of the API. */
	api: string;
	/** Where the page shows the title. */
	shown: string;
	/** True for the server of a built site; else `astro dev`. */
	isDeployed?: boolean;
}

/** What editors wait for: from a message of the editor to the page that shows it, in a browser. */
export async function runPreview({ stories }: BenchOptions): Promise<void> {
	const editor = await serveEditorPage();
	const [browser, bridge] = await Promise.all([
		startBrowser(),
		bundle("import Bridge from '@storyblok/preview-bridge'; window.StoryblokBridge = Bridge;"),
	]);
	const sites: Wanted[] = [];
	const story = { slug: 'section-0/story-7', shown: 'h2' };
	const ours = { preview: '/_slugline/preview/', api: '/_slugline' };
	let vendor: VendorSite | undefined;
	try {
		const many = stories ?? 10_000;
		if (stories === undefined)
			sites.push({
				name: 'the playground',
				site: await playgroundSite(editor.origin),
				...{ slug: 'features/2026/a-boat-with-two-fronts', shown: 'h1', ...ours },
			});
		sites.push({
			name: `${count(many)} stories`,
			site: await largeSite(many, editor.origin),
			...{ ...story, ...ours },
		});
		sites.push({
			name: `${count(many)} stories, deployed`,
			site: await deployedSite(many, editor.origin),
			...{ ...story, ...ours, isDeployed: true },
		});
		vendor = await vendorSite(many, editor.origin);
		sites.push({
			name: `${count(many)} stories, the vendor's integration`,
			...{ site: vendor.site, api: vendor.api, preview: '/', ...story },
		});
		const typed: Typed[] = [];
		for (const wanted of sites) {
			console.error(`… preview of ${wanted.name}`);
			const page = await browser.newPage();
			await page.route(vendorBridge, (route) =>
				route.fulfill({ contentType: 'text/javascript', body: bridge }),
			);
			typed.push({ name: wanted.name, ms: await type(page, editor, wanted) });
			await page.close();
		}
		console.log(
			`\n${keystrokes} keystrokes in Chromium, one after the other, each until the page shows it\n`,
		);
		console.log(
			table(
				['', 'p50', 'p95', 'longest'],
				typed.map(({ name, ms }) => [name, ...[0.5, 0.95, 1].map((part) => seconds(quantile(ms, part)))]),
			),
		);
		for (const { name, ms } of typed.filter(({ name }) => !name.includes('vendor'))) {
			const p95 = quantile(ms, 0.95);
			console.log(
				`\n${name}: p95 is ${seconds(p95)} of at most ${maxP95Ms} ms: ${p95 <= maxP95Ms ? 'kept' : 'missed'}`,
			);
		}
	} finally {
		await browser.close();
		await editor.close();
		for (const { site } of sites) if (site !== vendor?.site) await site.delete();
		await vendor?.close();
	}
}

const quantile = (numbers: readonly number[], part: number): number =>
	[...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))] ??
	Number.NaN;

async function type(page: Page, editor: EditorPage, wanted: Wanted): Promise<number[]> {
	const { site, slug } = wanted;
	const built = wanted.isDeployed ? await serveBuilt(site, signer.token) : undefined;
	try {
		const { url } = built ?? (await site.dev());
		const api = built?.service ?? new URL(wanted.api, url).href.replace(/\/$/, '');
		return await typeIn(page, editor, wanted, url, await storyOf(api, slug));
	} finally {
		await built?.close();
	}
}

async function typeIn(
	page: Page,
	editor: EditorPage,
	{ preview, slug, shown }: Wanted,
	url: string,
	story: EditedStory,
): Promise<number[]> {
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

interface EditedStory {
	id: number;
	content: Record<string, unknown>;
}

async function storyOf(api: string, slug: string): Promise<EditedStory> {
	const response = await fetch(`${api}/v2/cdn/stories/${slug}?version=draft&token=${signer.token}`);
	const { story } = (await response.json()) as { story: EditedStory };
	return story;
}
