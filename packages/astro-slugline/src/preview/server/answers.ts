import { Refusal } from '../../shared/http/page-request.js';
import { escapeHtml } from '../../shared/text/escape-html.js';
import { previewHeaders } from '../headers.js';
import type { PreviewAnswer } from '../protocol.js';

/**
 * The answers of preview, all with headers that keep them out of caches, search engines, and foreign frames.
 *
 * @param editors origins that may frame the site
 * @param log where errors are logged
 */
export function createAnswers(editors: readonly string[], log: string) {
	const answer = (
		status: number,
		headers: Iterable<readonly [string, string]>,
		body: BodyInit | null = null,
		scripts?: readonly string[],
	) => new Response(body, { status, headers: previewHeaders(headers, editors, scripts) });
	const json = (status: number, body: unknown) =>
		answer(status, [['content-type', 'application/json; charset=utf-8']], JSON.stringify(body));
	return {
		/**
		 * A page with its own status and headers.
		 *
		 * @param body takes the place of the page's own, which was read
		 * @param scripts sources of a policy that allow the scripts that were put into the page
		 */
		page: ({ status, headers }: Response, body: BodyInit | null, scripts?: readonly string[]) =>
			answer(status, headers, body, scripts),
		redirect: (location: string) => answer(302, [['location', location]]),
		json: (body: PreviewAnswer) => json(200, body),
		/** The reason of a refusal: in a page, or for the client of a page. */
		refuse(request: Request, error: unknown) {
			const { status, message } =
				error instanceof Refusal ? error : { status: 500, message: `Preview failed. ${log} says why.` };
			if (request.method === 'POST') return json(status, { message });
			return answer(status, [['content-type', 'text/html; charset=utf-8']], messagePage(message));
		},
	};
}

/** A page with a message, if there is no page to show. */
const messagePage = (sentence: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Preview</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f6f5f2; color: #1d1c1a; font: 17px/1.5 system-ui, sans-serif; }
main { max-width: 34rem; padding: 2rem; }
h1 { font-size: 1.25rem; }
@media (prefers-color-scheme: dark) { body { background: #1d1c1a; color: #f6f5f2; } }
</style>
</head>
<body><main><h1>Preview</h1><p>${escapeHtml(sentence)}</p></main></body>
</html>
`;
