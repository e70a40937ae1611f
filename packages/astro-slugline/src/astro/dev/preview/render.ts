import { AsyncLocalStorage } from 'node:async_hooks';
import { type IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { ViteDevServer } from 'vite';
import {
	giveOverlays,
	type Overlay,
	type PreviewSettings,
	readHead,
	readPolicies,
	replaceRanges,
	type SentPage,
} from '../../../preview/index.js';
import { forgetStaticPaths } from '../static-paths/index.js';

/** A response of Astro's dev server for a page. */
export interface RenderedPage {
	status: number;
	headers: [string, string][];
	body: Buffer;
}

/** The value of a header, by its name in lower case. */
export const headerOf = ({ headers }: RenderedPage, name: string): string | undefined =>
	headers.find(([one]) => one.toLowerCase() === name)?.[1];

export const isHtml = (page: RenderedPage): boolean =>
	/^text\/html\b/i.test(headerOf(page, 'content-type') ?? '');

/** Renders pages of the site as they are with an overlay, one after the other. */
export type RenderPage = (
	address: string,
	overlay: Overlay,
	headers: IncomingHttpHeaders,
) => Promise<RenderedPage>;

/** Request headers that a page may read, and that do not change the form of the response. */
const forwarded = ['host', 'accept-language', 'user-agent', 'cookie'] as const;

/** @param server Astro's dev server, which renders the pages as for any other request */
export function createRenderPage(server: ViteDevServer): RenderPage {
	const overlays = new AsyncLocalStorage<Overlay>();
	giveOverlays(() => overlays.getStore());
	let last: Promise<unknown> = Promise.resolve();
	return (address, overlay, headers) => {
		const mine = last.then(async () => {
			// Astro remembers what `getStaticPaths` gave, which holds entries: neither do we take it from others, nor they from us.
			await forgetStaticPaths(server);
			try {
				return await overlays.run(overlay, () => ask(server, address, headers));
			} finally {
				await forgetStaticPaths(server);
			}
		});
		last = mine.catch(() => undefined);
		return mine;
	};
}

/**
 * A page as it is sent: without Astro's dev toolbar, which does not belong in the editor's frame, and fails in frames without
 * storage.
 */
export function pageOf(page: RenderedPage): SentPage & Pick<PreviewSettings, 'isStrict'> {
	const html = new TextDecoder().decode(page.body);
	const { scripts, policies } = readHead(html);
	const ofToolbar = scripts.filter(
		({ src, text }) =>
			src.endsWith('/dev-toolbar/entrypoint.js') || text.startsWith('window.__astro_dev_toolbar__ = '),
	);
	const inHeaders = page.headers.filter(([name]) => name.toLowerCase() === 'content-security-policy');
	const all = [...inHeaders.map(([, value]) => value), ...policies.map(({ value }) => value)];
	return {
		html: replaceRanges(
			html,
			ofToolbar.map(({ start, end }) => ({ start, end, text: '' })),
		),
		...readPolicies(all),
	};
}

/** Requests a page from the dev server without a network connection. */
function ask(server: ViteDevServer, address: string, headers: IncomingHttpHeaders): Promise<RenderedPage> {
	return new Promise((resolve, reject) => {
		const request = new IncomingMessage(new Socket());
		request.method = 'GET';
		request.url = address;
		request.headers = { accept: 'text/html' };
		for (const name of forwarded) if (headers[name]) request.headers[name] = headers[name];
		request.push(null);
		const response = new ServerResponse(request);
		const parts: Buffer[] = [];
		const take = (part: unknown) => {
			if (typeof part === 'string' || part instanceof Uint8Array) parts.push(Buffer.from(part as string));
		};
		const own = (name: 'write' | 'end', value: (...asked: unknown[]) => unknown) =>
			Object.defineProperty(response, name, { value });
		own('write', (part, ...rest) => {
			take(part);
			for (const callback of rest) if (typeof callback === 'function') callback();
			return true;
		});
		own('end', (part) => {
			take(part);
			const sent = Object.entries(response.getHeaders()).flatMap(([name, value]) =>
				[value ?? []].flat().map((one): [string, string] => [name, String(one)]),
			);
			resolve({ status: response.statusCode, headers: [...sent, ...written], body: Buffer.concat(parts) });
			response.emit('finish');
			response.emit('close');
			return response;
		});
		const written: [string, string][] = [];
		Object.defineProperty(response, 'writeHead', {
			value(status: number, ...rest: unknown[]) {
				response.statusCode = status;
				const given = rest.find((one) => typeof one === 'object' && one !== null) as
					| Record<string, string | string[]>
					| undefined;
				for (const [name, value] of Object.entries(given ?? {}))
					for (const one of [value].flat()) written.push([name, String(one)]);
				return response;
			},
		});
		server.middlewares.handle(request, response, (error: unknown) =>
			reject(error instanceof Error ? error : new Error(`No page responds at ${address}.`)),
		);
	});
}
