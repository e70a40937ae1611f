import { base64Url, isSame, textOfBase64Url } from './digest.js';

/** Lifetime of a ticket for one page, in milliseconds. It is short because the ticket is part of a URL. */
const pageTicketMs = 60_000;

/** Milliseconds after its last request at which a session ends. */
const sessionIdleMs = 60 * 60_000;

/** Milliseconds after its start at which a session ends in any case. */
const maxSessionMs = 12 * 60 * 60_000;

/** Where a ticket is valid. */
export interface Place {
	/** Number of the space. */
	spaceId: number;
	/** Origin of the site. @example 'https://example.com' */
	origin: string;
}

/** What the editor shows in a session. */
export interface Session {
	/** Number of the story that is edited. */
	storyId: number;
	/** `default` or a language code. */
	lang: string;
	release?: string | undefined;
	/** Unix time in milliseconds at which the editor's signature was checked. 12 hours later, all tickets of the session end. */
	started: number;
}

interface Content extends Session, Place {
	kind: 'page' | 'session';
	/** Unix time in milliseconds. */
	expires: number;
	/** Path of the page, in a ticket for one page. */
	path?: string;
}

/** Issues and checks tickets, which prove that a request comes from a page that a verified editor opened. Nothing is stored. */
export type Tickets = ReturnType<typeof createTickets>;

/**
 * Makes the tickets of a space. Times are Unix times in milliseconds.
 *
 * @param previewToken token of the space, which is the secret of the signing key
 * @throws {TypeError} if the token is empty, because anyone could then sign
 */
export function createTickets(previewToken: string) {
	if (!previewToken) throw new TypeError('Tickets need a preview token.');
	// Nothing else is signed with what begins so.
	const secret = new TextEncoder().encode(`slugline preview tickets 1 ${previewToken}`);
	const key = crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
	const seal = async (body: string) =>
		base64Url(await crypto.subtle.sign('HMAC', await key, new TextEncoder().encode(body)));
	const issue = async (
		{ spaceId, origin }: Place,
		{ storyId, lang, release, started }: Session,
		rest: Pick<Content, 'kind' | 'path' | 'expires'>,
	) => {
		const content: Content = { spaceId, origin, storyId, lang, release, started, ...rest };
		const body = base64Url(JSON.stringify(content));
		return `${body}.${await seal(body)}`;
	};
	const read = async (ticket: string, { spaceId, origin }: Place, now: number) => {
		const [body = '', mac = '', ...rest] = ticket.split('.');
		if (rest.length > 0 || !isSame(mac, await seal(body))) return undefined;
		const content: Content = JSON.parse(textOfBase64Url(body));
		const fits = content.spaceId === spaceId && content.origin === origin;
		return fits && now < content.expires && now < content.started + maxSessionMs ? content : undefined;
	};
	return {
		/** Issues a ticket for one page, to be put into a URL. */
		page: (place: Place, path: string, session: Session, now: number) =>
			issue(place, session, { kind: 'page', path, expires: now + pageTicketMs }),
		/** The session of a ticket for a page; undefined if the ticket is invalid, expired, or for another page. */
		async checkPage(ticket: string, place: Place, path: string, now: number) {
			const content = await read(ticket, place, now);
			return content?.kind === 'page' && content.path === path ? sessionOf(content) : undefined;
		},
		/** Issues a ticket for a header. Each request renews it, until 12 hours after the session started. */
		session: (place: Place, session: Session, now: number) =>
			issue(place, session, { kind: 'session', expires: now + sessionIdleMs }),
		/** The session of a ticket from a header; undefined if the ticket is invalid or expired. */
		async checkSession(ticket: string, place: Place, now: number) {
			const content = await read(ticket, place, now);
			return content?.kind === 'session' ? sessionOf(content) : undefined;
		},
	};
}

const sessionOf = ({ storyId, lang, release, started }: Content): Session => ({
	...{ storyId, lang, release, started },
});
