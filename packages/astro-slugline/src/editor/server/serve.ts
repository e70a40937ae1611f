import { readFileSync } from 'node:fs';
import { checkPageRequest, Refusal, readJson } from '../../shared/http/page-request.js';
import { listen, type Middleware, middlewareOf } from '../../shared/node/serve.js';
import { requestShape } from '../protocol.js';
import { maxUploadBytes } from './files.js';
import { page } from './page.js';
import { type Desk, type EditorOptions, work } from './work.js';

const bundle = new URL('../page.bundle.js', import.meta.url);

/** Limit of the size of a request without a file, in bytes. */
const maxBodyBytes = 2_000_000;

/** Path of the editor. */
const path = '/editor';

/** An editor that listens on a port. */
export interface ListeningEditor {
	port: number;
	/** @example 'http://localhost:4001' */
	origin: string;
	url: string;
	close(): Promise<void>;
}

/**
 * Serves the editor of a folder on a port of this machine: with the site's origin, scripts of the site could write its content.
 *
 * @param options.port 0 picks a free one
 */
export async function listenEditor({
	port: wanted,
	...options
}: EditorOptions & { port: number }): Promise<ListeningEditor> {
	const { port, close } = await listen(serveEditor(options), { port: wanted, host: '127.0.0.1' });
	const origin = `http://localhost:${port}`;
	return { port, origin, url: `${origin}${path}`, close };
}

/**
 * Serves the editor of an embedded space. It writes files, so it only answers requests from this machine: they must arrive on
 * the loopback interface, for a local host name, without a proxy between, and from the editor's own page.
 */
export function serveEditor(options: EditorOptions): Middleware {
	const desk: Desk = { ...options, opened: new Map(), steps: new Map() };
	return middlewareOf(async (request, isHere) => {
		const respond = (status: number, type: string, body: string) =>
			new Response(body, { status, headers: headersOf(type, siteSource(options.preview())) });
		try {
			if (!isHere)
				throw new Refusal(
					403,
					'The editor only answers requests from this machine, because it writes files.',
				);
			return respond(200, ...(await answer(desk, request)));
		} catch (error) {
			const isConflict = error instanceof Error && error.name === 'SpaceConflictError';
			const status = error instanceof Refusal ? error.status : isConflict ? 409 : 422;
			return respond(status, 'application/json', JSON.stringify({ message: messageOf(error) }));
		}
	});
}

/** What an editor reads of an error. */
function messageOf(error: unknown): string {
	if (error instanceof RangeError)
		return 'Nothing has changed, because the content is nested too deeply. Remove some levels.';
	const { message, code, syscall }: NodeJS.ErrnoException =
		error instanceof Error ? error : new Error(String(error));
	if (syscall === undefined) return message;
	return `Nothing has changed, because the file system refuses it (${code}). Choose a shorter slug or another folder, or free the disk and the rights to write.`;
}

/** What the editor answers, after its type. */
async function answer(desk: Desk, request: Request): Promise<[type: string, body: string]> {
	const { pathname, search } = new URL(request.url);
	if (![path, `${path}/`, `${path}/page.js`].includes(pathname))
		throw new Refusal(404, `The editor is at ${path}.`);
	if (request.method === 'GET')
		return pathname.endsWith('.js')
			? ['text/javascript', readFileSync(bundle, 'utf8')]
			: ['text/html', page(`${path}/page.js`)];
	if (request.method !== 'POST') throw new Refusal(405, 'The editor answers GET and POST.');
	checkPageRequest(request, 'The editor');
	const isUpload = search === '?upload';
	const parsed = requestShape.safeParse(await readJson(request, isUpload ? maxUploadBytes : maxBodyBytes));
	if (!parsed.success || (parsed.data.do === 'upload') !== isUpload)
		throw new Refusal(400, 'The request is invalid.');
	return ['application/json', JSON.stringify(await work(desk, parsed.data))];
}

/** The source of a policy that allows pages and images of the site. */
const siteSource = (preview: string): string => (URL.canParse(preview) ? new URL(preview).origin : "'none'");

const headersOf = (type: string, site: string) => ({
	'content-type': `${type}; charset=utf-8`,
	'cache-control': 'no-store',
	'x-content-type-options': 'nosniff',
	// Some browsers name the page around a frame only here.
	'referrer-policy': 'origin',
	'x-robots-tag': 'noindex',
	'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; frame-src ${site}; img-src ${site}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
});
