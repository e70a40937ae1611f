import { createTickets } from '../../packages/astro-slugline/src/preview/index.js';

// For tests that ask a server as its own pages do. Its space has the number 4711.

interface Given {
	storyId?: number;
	/** When the session was opened, in milliseconds. */
	started?: number;
	token?: string;
}

const sessionOf = ({ storyId = 1, started = Date.now() }: Given) => ({ storyId, lang: 'default', started });

/** The headers of a request in a session of a story. */
export async function sessionHeaders(origin: string, given: Given = {}): Promise<Record<string, string>> {
	const tickets = createTickets(given.token ?? 'the-preview-token');
	const ticket = await tickets.session({ spaceId: 4711, origin }, sessionOf(given), Date.now());
	return { origin, 'content-type': 'application/json', 'x-slugline-ticket': ticket };
}

/** The query of a page in preview, by its path without a slash at the end. */
export async function pageTicket(origin: string, path: string): Promise<URLSearchParams> {
	const tickets = createTickets('the-preview-token');
	const ticket = await tickets.page({ spaceId: 4711, origin }, path, sessionOf({}), Date.now());
	return new URLSearchParams({ _slugline_ticket: ticket });
}
