import { Refusal } from '../../shared/http/page-request.js';
import type { Overlay } from '../../shared/overlay.js';
import type { EditedStory } from '../draft.js';
import { ticketParameter } from '../editor-address.js';
import { createRateLimit } from '../rate.js';
import { createSentPages } from '../sent-pages.js';
import type { Place, Session, Tickets } from '../tickets.js';
import { createAnswers } from './answers.js';
import type { Content, PreviewHost, RenderPage } from './host.js';
import { draftsOf, overlayOf, rowsOf } from './overlay.js';
import { createReleases } from './releases.js';
import { canonical, withoutQuery } from './story-pages.js';

/** Renders that a session may request at once, and per second after that. */
const renderBurst = 60;
const rendersPerSecond = 30;

/** A request, with what it is checked by. */
export interface Asked {
	request: Request;
	/** Path of the page, percent-encoded. */
	pathname: string;
	parameters: URLSearchParams;
	place: Place;
	tickets: Tickets;
	/** The preview token. */
	token: string;
	render: RenderPage;
}

export type Context = ReturnType<typeof createContext>;

/** What all requests of preview share. */
export function createContext(host: PreviewHost) {
	/** Path of preview, with the base. */
	const prefix = `${host.base}${host.path}`;
	const draftsInRelease = createReleases(host.client);
	return {
		...{ host, prefix },
		answers: createAnswers(host.editors, host.log),
		sentPages: createSentPages(),
		/** Limits the renders of each session. */
		takeRender: createRateLimit(renderBurst, rendersPerSecond),
		/** What the pages of a session show: the drafts of its release, and over them its story, with its edits if there are any. */
		async overlayFor(content: Content, session: Session, story?: EditedStory): Promise<Overlay> {
			const { space } = content;
			if (story && rowsOf(space, story.id).length === 0)
				throw new Refusal(404, `The space has no story ${story.id}. If it is new, save it first.`);
			const inRelease = await draftsInRelease(content, session);
			const edited = await draftsOf(space, session, story, inRelease);
			try {
				return await overlayOf(content, [...inRelease, ...edited]);
			} catch (error) {
				const reason = error instanceof Error ? error.message : String(error);
				throw new Refusal(422, `A collection's schema does not accept this content. ${reason}`);
			}
		},
		/** The URL of a page, with a ticket for it in either form of its path. */
		async addressOf(page: string, session: Session, { place, tickets }: Pick<Asked, 'place' | 'tickets'>) {
			const address = new URL(`${prefix}${encodeURI(host.formOf(page))}`, 'http://localhost');
			const ticket = await tickets.page(place, canonical(withoutQuery(page)), session, Date.now());
			address.searchParams.set(ticketParameter, ticket);
			return address.pathname + address.search;
		},
	};
}
