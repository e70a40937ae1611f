import type { IncomingMessage, ServerResponse } from 'node:http';
import { type PreviewAnswer, previewHeaders } from '../../../preview/index.js';
import { Refusal } from '../../../shared/http/page-request.js';
import { messagePage } from './message-page.js';
import type { RenderedPage } from './render.js';

/** The answers of preview, all with headers that keep them out of caches, search engines, and foreign frames. */
export interface Answers {
	/**
	 * Sends a page with its own status and headers.
	 *
	 * @param scripts sources of a policy that allow the scripts that were put into the page
	 */
	page(response: ServerResponse, page: RenderedPage, scripts?: readonly string[]): void;
	redirect(response: ServerResponse, location: string): void;
	json(response: ServerResponse, body: PreviewAnswer): void;
	/** Sends the reason: in a page, or to the client of a page. */
	refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void;
}

/** @param editors origins that may frame the site */
export function createAnswers(editors: readonly string[]): Answers {
	const send = (
		response: ServerResponse,
		status: number,
		headers: Iterable<readonly [string, string]>,
		body: string | Buffer = '',
		scripts?: readonly string[],
	) => {
		response.statusCode = status;
		setHeaders(response, previewHeaders(headers, editors, scripts));
		response.end(response.req.method === 'HEAD' ? undefined : body);
	};
	const json = (response: ServerResponse, status: number, body: unknown) =>
		send(response, status, [['content-type', 'application/json; charset=utf-8']], JSON.stringify(body));
	return {
		page: (response, { status, headers, body }, scripts) => send(response, status, headers, body, scripts),
		redirect: (response, location) => send(response, 302, [['location', location]]),
		json: (response, body) => json(response, 200, body),
		refuse(request, response, error) {
			const { status, message } =
				error instanceof Refusal
					? error
					: { status: 500, message: 'Preview failed. The terminal of `astro dev` says why.' };
			if (response.headersSent) {
				response.end();
				return;
			}
			// The rest of the request is discarded.
			request.resume();
			if (request.method === 'POST') json(response, status, { message });
			else send(response, status, [['content-type', 'text/html; charset=utf-8']], messagePage(message));
		},
	};
}

/** Sends several headers of one name separately. */
function setHeaders(response: ServerResponse, headers: [string, string][]): void {
	const values = new Map<string, string[]>();
	for (const [name, value] of headers)
		values.set(name.toLowerCase(), [...(values.get(name.toLowerCase()) ?? []), value]);
	for (const [name, all] of values) response.setHeader(name, all.length === 1 ? (all[0] ?? '') : all);
}
