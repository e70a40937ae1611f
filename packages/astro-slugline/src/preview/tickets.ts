import { base64Url, isSame, textOfBase64Url } from './digest.js';

/** Lifetime of a ticket for one page, in milliseconds. It is short because the ticket is part of a URL. */
const pageTicketMs = 60_000;

/** Milliseconds after its last request at which a session ends. */
const sessionIdleMs = 60 * 60_000;

/** Milliseconds after its first request at which a session ends in any case. */
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
}

/** Issues and checks tickets, which prove that a request comes from a page that a verified editor opened. Nothing is stored. */
export interface Tickets {
	/** Issues a ticket for one page, to be put into a URL. @param now Unix time in milliseconds */
	page(place: Place, path: string, session: Session, now: number): Promise<string>;
	/** The session of a ticket for a page; undefined if the ticket is invalid, expired, or for another page. */
	checkPage(ticket: string, place: Place, path: string, now: number): Promise<Session | undefined>;
	/** Issues a ticket for a header. Each request renews it, up to 12 hours after `started`. */
	session(place: Place, session: Session, now: number, started?: number): Promise<string>;
	/** The session of a ticket from a header, and when it began; undefined if the ticket is invalid or expired. */
	checkSession(
		ticket: string,
		place: Place,
		now: number,
	): Promise<{ session: Session; started: number } | undefined>;
}

interface Content extends Session, Place {
	kind: 'page' | 'session';
	/** Unix time in milliseconds. */
	expires: number;
	started: number;
	/** Path of the page, in a ticket for one page. */
	path?: string;
}

/**
 * Makes the tickets of a space.
 *
 * @param previewToken token of the space, from which the signing key is derived
 */
export function createTickets(previewToken: string): Tickets {
	const key = deriveKey(previewToken);
	const seal = async (body: string) =>
		base64Url(await crypto.subtle.sign('HMAC', await key, new TextEncoder().encode(body)));
	const issue = async (content: Content) => {
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
		page: ({ spaceId, origin }, path, { storyId, lang, release }, now) =>
			issue({
				...{ kind: 'page', spaceId, origin, path, storyId, lang, release },
				...{ started: now, expires: now + pageTicketMs },
			}),
		async checkPage(ticket, place, path, now) {
			const content = await read(ticket, place, now);
			return content?.kind === 'page' && content.path === path ? sessionOf(content) : undefined;
		},
		session: ({ spaceId, origin }, { storyId, lang, release }, now, started = now) =>
			issue({
				...{ kind: 'session', spaceId, origin, storyId, lang, release, started },
				expires: Math.min(now + sessionIdleMs, started + maxSessionMs),
			}),
		async checkSession(ticket, place, now) {
			const content = await read(ticket, place, now);
			return content?.kind === 'session'
				? { session: sessionOf(content), started: content.started }
				: undefined;
		},
	};
}

const sessionOf = ({ storyId, lang, release }: Content): Session => ({ storyId, lang, release });

/** @throws {TypeError} if the token is empty, because anyone could then derive the key */
async function deriveKey(previewToken: string): Promise<CryptoKey> {
	if (!previewToken) throw new TypeError('Tickets need a preview token.');
	const bytes = new TextEncoder();
	const secret = await crypto.subtle.importKey('raw', bytes.encode(previewToken), 'HKDF', false, [
		'deriveKey',
	]);
	return crypto.subtle.deriveKey(
		{
			name: 'HKDF',
			hash: 'SHA-256',
			salt: new Uint8Array(32),
			info: bytes.encode('slugline preview tickets 1'),
		},
		secret,
		{ name: 'HMAC', hash: 'SHA-256', length: 256 },
		false,
		['sign'],
	);
}
