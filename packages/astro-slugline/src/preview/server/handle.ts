import { errorCode } from 'astro-keep/shared/error-code';
import { headerText, Refusal } from '../../shared/http/page-request.js';
import { createTickets } from '../tickets.js';
import { answerClient } from './answer-client.js';
import { createContext } from './context.js';
import type { PreviewHost, RenderPage } from './host.js';
import { stillLoading } from './refusals.js';
import { showPage } from './show-page.js';

/**
 * Serves pages with the editors' unsaved changes.
 *
 * @returns a function that answers requests below the path of preview, and never fails
 */
export function createPreview(host: PreviewHost) {
	const context = createContext(host);
	return async (request: Request, render: RenderPage): Promise<Response> => {
		try {
			return await answer(request, render);
		} catch (error) {
			if (!(error instanceof Refusal) && !isGone(error)) host.report(error);
			return context.answers.refuse(request, error);
		}
	};

	async function answer(request: Request, render: RenderPage): Promise<Response> {
		const token = await host.previewToken();
		if (!token) {
			throw new Refusal(
				403,
				'Preview is off, because there is no preview token. Set SLUGLINE_PREVIEW_TOKEN to the preview token of the space.',
			);
		}
		const url = new URL(request.url);
		const isPost = request.method === 'POST';
		if (!isPost && request.method !== 'GET' && request.method !== 'HEAD')
			throw new Refusal(405, 'Preview only accepts GET and POST requests.');
		const spaceId = host.spaceId();
		if (spaceId === undefined) throw stillLoading();
		const place = { spaceId, origin: `${url.protocol}//${headerText(request, 'host') || url.host}` };
		const pathname = url.pathname.slice(context.prefix.length);
		const parameters = url.searchParams;
		const asked = { request, pathname, parameters, place, tickets: createTickets(token), token, render };
		return isPost ? answerClient(context, asked) : showPage(context, asked);
	}
}

/** An editor that goes on to another page ends the requests of this one. */
const isGone = (error: unknown): boolean => errorCode(error) === 'ECONNRESET';
