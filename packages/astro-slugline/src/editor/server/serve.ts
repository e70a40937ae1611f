import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isFromHere } from '../../shared/http/from-here.js';
import { checkPageRequest, Refusal, readJson } from '../../shared/http/page-request.js';
import { requestShape } from '../protocol.js';
import { page } from './page.js';
import { type Desk, type EditorOptions, work } from './work.js';

const bundle = new URL('../page.bundle.js', import.meta.url);

/** Limit of a request's size, in bytes. */
const maxBodyBytes = 2_000_000;

/** Path of the editor. */
export const path = '/editor';

/**
 * Serves the editor of an embedded space. It writes files, so it only answers requests from this machine: they must arrive on
 * the loopback interface, for a local host name, without a proxy between, and from the editor's own page.
 */
export function serveEditor(options: EditorOptions) {
	const desk: Desk = { ...options, opened: new Map() };
	const send = (response: ServerResponse, status: number, type: string, body: string) => {
		response.writeHead(status, headersOf(type, frameSource(options.preview()))).end(body);
	};

	return (request: IncomingMessage, response: ServerResponse): void => {
		answer(request, response).catch((error) => {
			request.resume();
			const status = error instanceof Refusal ? error.status : 422;
			send(response, status, 'application/json', JSON.stringify({ message: messageOf(error) }));
		});
	};

	async function answer(request: IncomingMessage, response: ServerResponse) {
		if (!isFromHere(request))
			throw new Refusal(403, 'The editor only answers requests from this machine, because it writes files.');
		const [pathname = ''] = (request.url ?? '').split('?');
		if (![path, `${path}/`, `${path}/page.js`].includes(pathname))
			throw new Refusal(404, `The editor is at ${path}.`);
		if (request.method === 'GET') {
			if (pathname.endsWith('.js'))
				return send(response, 200, 'text/javascript', readFileSync(bundle, 'utf8'));
			return send(response, 200, 'text/html', page(`${path}/page.js`));
		}
		if (request.method !== 'POST') throw new Refusal(405, 'The editor answers GET and POST.');
		checkPageRequest(request, 'The editor');
		const parsed = requestShape.safeParse(await readJson(request, maxBodyBytes));
		if (!parsed.success) throw new Refusal(400, 'The request is invalid.');
		send(response, 200, 'application/json', JSON.stringify(await work(desk, parsed.data)));
	}
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The source of a policy that allows pages of the site in the frame. */
const frameSource = (preview: string): string => (URL.canParse(preview) ? new URL(preview).origin : "'none'");

const headersOf = (type: string, frame: string) => ({
	'content-type': `${type}; charset=utf-8`,
	'cache-control': 'no-store',
	'x-content-type-options': 'nosniff',
	// Some browsers name the page around a frame only here.
	'referrer-policy': 'origin',
	'x-robots-tag': 'noindex',
	'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; frame-src ${frame}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
});
