import { createHash } from 'node:crypto';
import type { Browser, Page } from 'playwright';
import { listen } from './listen.js';

const html = `<!DOCTYPE html><meta charset="utf-8"><title>Editor</title><iframe style="width:900px;height:700px"></iframe><script>
globalThis.messages = [];
addEventListener('message', ({ data, source }) => {
	if (source === document.querySelector('iframe').contentWindow) messages.push(data);
	if (data.action === 'ping') send({ action: 'pingBack' });
});
globalThis.send = (message) => document.querySelector('iframe').contentWindow.postMessage(message, '*');
</script>`;

export type EditorPage = Awaited<ReturnType<typeof serveEditorPage>>;

/** Serves a page of another origin that frames a site as the service's editor does, and keeps the messages that it gets. */
export async function serveEditorPage() {
	const { port, close } = await listen((_request, response) => {
		response.setHeader('content-type', 'text/html');
		response.end(html);
	});
	const origin = `http://localhost:${port}`;
	/** Opens an address in the frame of an existing page. */
	const openIn = async (page: Page, address: string) => {
		await page.goto(origin);
		await page.evaluate((src) => {
			(document.querySelector('iframe') as HTMLIFrameElement).src = src;
		}, address);
		await page.waitForFunction(
			() =>
				(Reflect.get(globalThis, 'messages') as { action: string }[]).some(
					({ action }) => action === 'initialized',
				),
			undefined,
			{ timeout: 60_000 },
		);
		const frame = page.frames()[1];
		if (!frame) throw new Error('The editor has no frame.');
		return { page, frame };
	};
	/** Opens an address in the frame of a new page. */
	const open = async (browser: Browser, address: string) => openIn(await browser.newPage(), address);
	return { origin, open, openIn, close };
}

/** Sends a message of the editor to the page in its frame. */
export const send = (page: Page, message: object): Promise<void> =>
	page.evaluate((data) => Reflect.get(globalThis, 'send')(data), message as never);

/** The parameters of an address as the service's editor writes them. */
export function editorParameters(
	story: { id: number; component?: string; lang?: string; release?: number },
	{ space, token, at = Date.now() }: { space: number; token: string; at?: number },
): string {
	const timestamp = String(Math.floor(at / 1000));
	return String(
		new URLSearchParams({
			_storyblok: String(story.id),
			_storyblok_c: story.component ?? 'page',
			_storyblok_lang: story.lang ?? 'default',
			_storyblok_release: String(story.release),
			'_storyblok_tk[space_id]': String(space),
			'_storyblok_tk[timestamp]': timestamp,
			'_storyblok_tk[token]': createHash('sha1').update(`${space}:${token}:${timestamp}`).digest('hex'),
		}),
	);
}
