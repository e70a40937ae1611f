/** A refused request: the response is a status and a message. The status is 0 without a response. */
export class Refusal extends Error {
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

/** A header's text, `''` if the request does not have it. */
export const headerText = ({ headers }: Request, name: string): string => headers.get(name) ?? '';

/**
 * Only accepts requests of the site's own pages: the browser sends their origin, and other sites cannot send JSON. A proxy in front of
 * the server may have changed the host, but not what the browser says of the origin.
 *
 * @param server who answers, for the sentence. @example 'The editor'
 * @throws {Refusal}
 */
export function checkPageRequest(request: Request, server: string): void {
	const origin = headerText(request, 'origin');
	const isOwn =
		headerText(request, 'sec-fetch-site') === 'same-origin' ||
		(URL.canParse(origin) && new URL(origin).host === headerText(request, 'host'));
	if (!isOwn) throw new Refusal(403, `${server} only accepts requests from its own pages.`);
	if (!/^application\/json\b/i.test(headerText(request, 'content-type')))
		throw new Refusal(415, `${server} only accepts JSON.`);
}

/**
 * Reads a story, or a request about one, as JSON.
 *
 * @param maxBytes bytes of the largest body
 * @throws {Refusal} if it is larger, or not JSON
 */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
	const tooLarge = new Refusal(413, `The request is larger than ${maxBytes / 1_000_000} MB.`);
	if (Number(headerText(request, 'content-length')) > maxBytes) throw tooLarge;
	const decoder = new TextDecoder();
	let text = '';
	let size = 0;
	for await (const part of request.body ?? []) {
		size += part.length;
		if (size > maxBytes) throw tooLarge;
		text += decoder.decode(part, { stream: true });
	}
	try {
		return JSON.parse(text + decoder.decode());
	} catch {
		throw new Refusal(400, 'The request is not JSON.');
	}
}
