import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AstroConfig, AstroIntegrationLogger } from 'astro';
import type { ViteDevServer } from 'vite';
import type { DeliveryClient } from '../../../client/index.js';
import {
	createRateLimit,
	createSentPages,
	type createTickets,
	type EditedStory,
	type Overlay,
	type Place,
	type RateLimit,
	type SentPages,
	type Session,
	ticketParameter,
} from '../../../preview/index.js';
import { Refusal } from '../../../shared/http/page-request.js';
import type { Connection } from '../../session/index.js';
import { type Answers, createAnswers } from './answers.js';
import { draftsOf, overlayOf, rowsOf } from './overlay.js';
import { stillLoading } from './refusals.js';
import { createReleases } from './releases.js';
import { createRenderPage, type RenderPage } from './render.js';
import { canonical, createStoryPages, type StoryPages, withoutQuery } from './story-pages.js';

/** Renders that a session may request at once, and per second after that. */
const renderBurst = 60;
const rendersPerSecond = 30;

export interface PreviewOptions {
	server: ViteDevServer;
	config: AstroConfig;
	logger: AstroIntegrationLogger;
	connection: Connection;
	/** Reads drafts of releases. */
	client: () => Promise<DeliveryClient>;
	/** Reloads the content. */
	refresh: () => Promise<void>;
	/** Path of preview, below the site's base. */
	path: string;
	/** Origins that may frame the site. */
	editors: readonly string[];
	/** Returns the preview token of the space. Without a token, every request is refused. */
	previewToken: () => Promise<string | undefined>;
	now?: () => number;
}

/** A request, with what it is checked by. */
export interface Asked {
	request: IncomingMessage;
	response: ServerResponse;
	url: URL;
	place: Place;
	tickets: ReturnType<typeof createTickets>;
	/** The preview token. */
	token: string;
}

/** What all requests of preview share. */
export interface Context extends Pick<PreviewOptions, 'path' | 'editors' | 'refresh'> {
	/** The site's base, without a slash at its end. */
	base: string;
	/** Path of preview, with the base. */
	prefix: string;
	renderPage: RenderPage;
	answers: Answers;
	pages: StoryPages;
	sentPages: SentPages;
	/** Limits the renders of each session. */
	renders: RateLimit;
	now: () => number;
	/** Changes when Vite has bundled dependencies again: it then refuses to send the earlier bundles. */
	scripts(): string;
	/** What the pages of a session show: the drafts of its release, and over them its story, with its edits if there are any. */
	overlayFor(session: Session, story?: EditedStory): Promise<Overlay>;
	/** The URL of a page, with a ticket for it in either form of its path. */
	addressOf(page: string, session: Session, asked: Pick<Asked, 'place' | 'tickets'>): Promise<string>;
}

export function createContext(options: PreviewOptions): Context {
	const { server, config, connection, path, editors, refresh, now = Date.now } = options;
	const base = config.base.replace(/\/$/, '');
	const prefix = `${base}${path}`;
	const releases = createReleases(connection, options.client);
	return {
		...{ path, editors, refresh, base, prefix, now },
		renderPage: createRenderPage(server),
		answers: createAnswers(editors),
		pages: createStoryPages(connection, base),
		sentPages: createSentPages(),
		renders: createRateLimit(renderBurst, rendersPerSecond),
		scripts: () => server.environments.client.depsOptimizer?.metadata.browserHash ?? '',
		async overlayFor(session, story) {
			const space = connection.latest()?.space;
			if (!space) throw stillLoading();
			if (story && rowsOf(space, story.id).length === 0)
				throw new Refusal(404, `The space has no story ${story.id}. If it is new, save it first.`);
			const inRelease = await releases.draftsIn(session);
			const edited = await draftsOf(space, session, story, inRelease);
			try {
				return await overlayOf(connection, [...inRelease, ...edited]);
			} catch (error) {
				const reason = error instanceof Error ? error.message : String(error);
				throw new Refusal(422, `A collection's schema does not accept this content. ${reason}`);
			}
		},

		async addressOf(page, session, { place, tickets }) {
			const address = new URL(`${prefix}${encodeURI(page)}`, 'http://localhost');
			const ticket = await tickets.page(place, canonical(withoutQuery(page)), session, now());
			address.searchParams.set(ticketParameter, ticket);
			return address.pathname + address.search;
		},
	};
}
