import { type Fields, isObject, textOf } from 'astro-keep/shared/json';
import {
	type PreviewAnswer,
	type PreviewRequest,
	type PreviewSettings,
	ticketHeader,
} from '../../../preview/index.js';
import { Refusal } from '../../../shared/http/page-request.js';

/** Sends requests to the server, wherever a `<base>` of the page points. Each response renews the ticket. */
export function createAsk({ endpoint, ticket: first }: PreviewSettings, send: typeof fetch) {
	let ticket = first;
	return async (request: PreviewRequest): Promise<PreviewAnswer> => {
		const response = await send(location.origin + endpoint, {
			method: 'POST',
			headers: { 'content-type': 'application/json', [ticketHeader]: ticket },
			body: JSON.stringify(request),
			credentials: 'same-origin',
			cache: 'no-store',
			redirect: 'error',
		}).catch(() => {
			throw unreachable();
		});
		const answer: unknown = await response.json().catch(() => undefined);
		if (response.ok && isAnswer(answer)) {
			ticket = answer.ticket;
			return answer;
		}
		const { message } = fieldsOf(answer);
		// What is between the browser and the server answers in its place.
		if (!isText(message) && response.status > 500) throw unreachable();
		throw new Refusal(
			response.ok ? 500 : response.status,
			textOf(message) || 'The page could not be updated.',
		);
	};
}

const unreachable = () => new Refusal(0, 'The server does not respond. Preview continues when it does.');

const isText = (value: unknown): value is string => typeof value === 'string';

const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

function isAnswer(value: unknown): value is PreviewAnswer {
	const { ticket, scripts, page, address } = fieldsOf(value);
	const { html, nonces } = fieldsOf(page);
	return (
		isText(ticket) &&
		isText(scripts) &&
		(page === undefined || (isText(html) && Array.isArray(nonces) && nonces.every(isText))) &&
		(address === undefined || (isText(address) && address.startsWith('/')))
	);
}
