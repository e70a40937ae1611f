import {
	type PreviewAnswer,
	type PreviewRequest,
	type PreviewSettings,
	ticketHeader,
} from '../../../preview/index.js';

/** A failed request, with a message for the editor. */
export class PreviewError extends Error {
	readonly status: number;
	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

/** Sends requests to the server. Each response renews the ticket. */
export function createAsk({ endpoint, ticket: first }: PreviewSettings) {
	let ticket = first;
	return async (request: PreviewRequest): Promise<PreviewAnswer> => {
		const response = await fetch(endpoint, {
			method: 'POST',
			headers: { 'content-type': 'application/json', [ticketHeader]: ticket },
			body: JSON.stringify(request),
			credentials: 'same-origin',
			cache: 'no-store',
		}).catch(() => {
			throw new PreviewError(0, 'The server does not respond. Preview continues when it does.');
		});
		const answer: PreviewAnswer = await response.json().catch(() => ({}));
		if (!response.ok) {
			throw new PreviewError(response.status, answer.message ?? 'The page could not be updated.');
		}
		ticket = answer.ticket;
		return answer;
	};
}
