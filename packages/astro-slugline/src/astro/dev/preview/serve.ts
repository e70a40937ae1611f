import type { IncomingMessage, ServerResponse } from 'node:http';
import { createTickets } from '../../../preview/index.js';
import { headerText, Refusal } from '../../../shared/http/page-request.js';
import { answerClient } from './answer-client.js';
import { createContext, type PreviewOptions } from './context.js';
import { stillLoading } from './refusals.js';
import { showPage } from './show-page.js';

/** Serves pages with the editors' unsaved changes on Astro's dev server. */
export function servePreview(options: PreviewOptions): void {
	const { server, logger, connection, path } = options;
	const context = createContext(options);
	const { answers } = context;
	const ticketsOf = remembered(createTickets);

	server.middlewares.use((request, response, next) => {
		const url = urlOf(request);
		// Astro removes the base before it calls this.
		const pathname = url?.pathname;
		if (!url || (pathname !== path && !pathname?.startsWith(`${path}/`))) return next();
		answer(request, response, url).catch((error) => {
			// An editor that goes on to another page ends the requests of this one.
			if (error?.code === 'ECONNRESET') return;
			if (!(error instanceof Refusal)) logger.error(error instanceof Error ? error.message : String(error));
			answers.refuse(request, response, error);
		});
	});

	async function answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
		const token = await options.previewToken();
		const space = connection.latest()?.space;
		if (!token) {
			throw new Refusal(
				403,
				'Preview is off, because there is no preview token. Set SLUGLINE_PREVIEW_TOKEN to the preview token of the space.',
			);
		}
		if (!space) throw stillLoading();
		const place = { spaceId: space.space.id, origin: url.origin };
		const asked = { request, response, url, place, tickets: ticketsOf(token), token };
		if (request.method === 'GET' || request.method === 'HEAD') return showPage(context, asked);
		if (request.method === 'POST') return answerClient(context, asked);
		throw new Refusal(405, 'Preview only accepts GET and POST requests.');
	}
}

function urlOf(request: IncomingMessage): URL | undefined {
	const isSecure = 'encrypted' in request.socket;
	try {
		return new URL(request.url ?? '/', `${isSecure ? 'https' : 'http'}://${headerText(request, 'host')}`);
	} catch {
		return undefined;
	}
}

/** Caches the last result of a function of one text. */
function remembered<Value>(make: (text: string) => Value): (text: string) => Value {
	let last: { text: string; value: Value } | undefined;
	return (text) => {
		if (last?.text !== text) last = { text, value: make(text) };
		return last.value;
	};
}
