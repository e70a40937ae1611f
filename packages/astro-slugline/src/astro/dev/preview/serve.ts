import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AstroConfig, AstroIntegrationLogger } from 'astro';
import type { ViteDevServer } from 'vite';
import { z } from 'zod';
import type { DeliveryClient } from '../../../client/index.js';
import {
	createRateLimit,
	createSentPages,
	createTickets,
	inject,
	isPreviewParameter,
	isSigned,
	type Overlay,
	type Place,
	type PreviewAnswer,
	type PreviewSettings,
	readEditorAddress,
	type Session,
	ticketHeader,
	ticketParameter,
} from '../../../preview/index.js';
import { checkPageRequest, headerText, Refusal, readJson } from '../../../shared/page-request.js';
import type { Connection } from '../../session/index.js';
import { createAnswers } from './answers.js';
import { firstScript } from './first-script.js';
import { draftsOf, overlayOf, rowsOf } from './overlay.js';
import { createReleases } from './releases.js';
import { createRenderPage, type RenderedPage, withoutToolbar } from './render.js';
import { canonical, createStoryPages, decoded, isSamePage, withoutQuery } from './story-pages.js';

/** The client's module, which pages load. As all of Vite's URLs in `astro dev`, its URL has no base. */
const clientModule = 'virtual:astro-slugline/preview-client';

/** Limit of a request's size, in bytes. A story with many bloks has a tenth of it. */
const maxBodyBytes = 2_000_000;

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

const pathShape = z
	.string()
	.max(2000)
	.regex(/^\/(?![/@_\\])[^\\]*$/, 'must be the path of a page');
const storyShape = z.looseObject({ id: z.number(), content: z.record(z.string(), z.unknown()) });
const requestShape = z.discriminatedUnion('do', [
	z.strictObject({ do: z.literal('start'), path: pathShape, sent: z.string().max(100) }),
	z.strictObject({ do: z.literal('render'), path: pathShape, story: storyShape.optional() }),
	z.strictObject({ do: z.literal('refresh'), path: pathShape }),
	z.strictObject({ do: z.literal('visit'), path: pathShape }),
]);

/** Serves pages with the editors' unsaved changes on Astro's dev server. */
export function servePreview(options: PreviewOptions): void {
	const { server, config, logger, connection, refresh, path, editors, now = Date.now } = options;
	const base = config.base.replace(/\/$/, '');
	const prefix = `${base}${path}`;
	const renderPage = createRenderPage(server);
	const answers = createAnswers(editors);
	const pages = createStoryPages(connection, base);
	const renders = createRateLimit(renderBurst, rendersPerSecond);
	const sentPages = createSentPages();
	const ticketsOf = remembered(createTickets);
	const releases = createReleases(connection, options.client);
	/** Changes when Vite has bundled dependencies again: it then refuses to send the earlier bundles. */
	const scripts = () => server.environments.client.depsOptimizer?.metadata.browserHash ?? '';

	server.middlewares.use((request, response, next) => {
		const url = urlOf(request);
		// Astro removes the base before it calls this.
		const pathname = url?.pathname;
		if (!url || (pathname !== path && !pathname?.startsWith(`${path}/`))) return next();
		answer(request, response, url).catch((error) => {
			// An editor that goes on to another page ends the requests of this one.
			if (error?.code === 'ECONNRESET') return;
			if (!(error instanceof Refusal)) logger.error(error instanceof Error ? error.message : String(error));
			answers.refuse(request, response, error);
		});
	});

	async function answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
		const token = await options.previewToken();
		const space = connection.latest()?.space;
		if (!token) {
			throw new Refusal(
				403,
				'Preview is off, because there is no preview token. Set SLUGLINE_PREVIEW_TOKEN to the preview token of the space.',
			);
		}
		if (!space) throw stillLoading();
		const place: Place = { spaceId: space.space.id, origin: url.origin };
		const tickets = ticketsOf(token);
		const asked = { request, response, url, place, tickets, token };
		if (request.method === 'GET' || request.method === 'HEAD') return show(asked);
		if (request.method === 'POST') return work(asked);
		throw new Refusal(405, 'Preview only accepts GET and POST requests.');
	}

	interface Asked {
		request: IncomingMessage;
		response: ServerResponse;
		url: URL;
		place: Place;
		tickets: ReturnType<typeof createTickets>;
		token: string;
	}

	/** Serves a page to a request that is signed by the editor or has a ticket for the page. */
	async function show({ request, response, url, place, tickets, token }: Asked): Promise<void> {
		const page = decoded(url.pathname.slice(path.length)) || '/';
		const fromEditor = readEditorAddress(url.searchParams);
		if (fromEditor) {
			const isValid = await isSigned(
				fromEditor.signature,
				{ spaceId: place.spaceId, previewToken: token },
				now(),
			);
			if (!isValid) throw new Refusal(403, notSigned);
			const { storyId, lang, release } = fromEditor;
			const session: Session = { storyId, lang, release };
			const home = pages.pageOf(session, page);
			if (isSamePage(home, page)) return send(request, response, home, session, { place, tickets });
			return answers.redirect(response, await addressOf(home, session, { place, tickets }));
		}
		const ticket = url.searchParams.get(ticketParameter) ?? '';
		const session = await tickets.checkPage(ticket, place, canonical(page), now());
		if (!session) throw new Refusal(403, noTicket);
		const parameters = new URLSearchParams(url.searchParams);
		for (const name of [...parameters.keys()]) if (isPreviewParameter(name)) parameters.delete(name);
		const search = parameters.size > 0 ? `?${parameters}` : '';
		return send(request, response, `${page}${search}`, session, { place, tickets });
	}

	async function send(
		request: IncomingMessage,
		response: ServerResponse,
		page: string,
		session: Session,
		{ place, tickets }: Pick<Asked, 'place' | 'tickets'>,
	): Promise<void> {
		const overlay = await overlayFor(session);
		const rendered = await renderPage(`${base}${encodeURI(page)}`, overlay, request.headers);
		const location = headerOf(rendered, 'location');
		if (location !== undefined) {
			const target = new URL(location, new URL(`${base}${page}`, place.origin));
			if (target.origin !== place.origin)
				throw new Refusal(
					404,
					`This page redirects to ${target.origin}, which preview cannot show. Open it in a tab of its own.`,
				);
			const home = target.pathname.slice(base.length) || '/';
			return answers.redirect(response, await addressOf(home, session, { place, tickets }));
		}
		let { body } = rendered;
		let injectedScripts: string[] | undefined;
		if (isHtml(rendered)) {
			const html = withoutToolbar(body.toString('utf8'));
			const settings: PreviewSettings = {
				sent: sentPages.add(html),
				scripts: scripts(),
				endpoint: `${prefix}/`,
				path: page,
				base,
				prefix,
				ticket: await tickets.session(place, session, now()),
				editors: [...editors, place.origin],
				storyId: session.storyId,
				lang: session.lang,
			};
			const injected = await inject(html, firstScript(settings), `/@id/${clientModule}`);
			body = Buffer.from(injected.html);
			injectedScripts = injected.scripts;
		}
		answers.page(response, { ...rendered, body }, injectedScripts);
	}

	/** Answers a request of the client: for the page with its edits, or for the URL of another page. */
	async function work({ request, response, place, tickets }: Asked): Promise<void> {
		checkPageRequest(request, 'Preview');
		const given = headerText(request, ticketHeader);
		const checked = await tickets.checkSession(given, place, now());
		if (!checked) throw new Refusal(403, noTicket);
		const { session, started } = checked;
		if (!renders.take(`${session.storyId} ${started}`, now()))
			throw new Refusal(429, 'Preview receives too many requests. It continues in a moment.');
		const parsed = requestShape.safeParse(await readJson(request, maxBodyBytes));
		if (!parsed.success)
			throw new Refusal(400, 'The request is invalid. Open the story in the editor again.');
		const asked = parsed.data;
		const ticket = await tickets.session(place, session, now(), started);
		const answered: PreviewAnswer = { ticket, scripts: scripts() };
		if (asked.do === 'visit') {
			answered.address = await addressOf(decoded(asked.path), session, { place, tickets });
			return answers.json(response, answered);
		}
		const sent = asked.do === 'start' ? sentPages.take(asked.sent) : undefined;
		if (sent !== undefined) return answers.json(response, { ...answered, html: sent });
		let page = asked.path;
		if (asked.do === 'refresh') {
			await refresh();
			const home = pages.isPage(page) ? withoutQuery(page) : pages.pageOf(session);
			if (home !== withoutQuery(page)) {
				answered.address = await addressOf(home, session, { place, tickets });
				return answers.json(response, answered);
			}
			page = asked.path;
		}
		const overlay = await overlayFor(session, asked.do === 'render' ? asked.story : undefined);
		const rendered = await renderPage(`${base}${encodeURI(decoded(page))}`, overlay, request.headers);
		const moved = rendered.status === 404 ? pages.movedTo(session, page) : undefined;
		if (moved !== undefined) {
			answered.address = await addressOf(moved, session, { place, tickets });
			return answers.json(response, answered);
		}
		if (!isHtml(rendered)) throw new Refusal(404, 'The page is not HTML, so preview cannot update it.');
		if (rendered.status >= 500) {
			throw new Refusal(
				500,
				'The page could not be rendered with this content. The terminal of `astro dev` shows the error.',
			);
		}
		answered.html = withoutToolbar(rendered.body.toString('utf8'));
		return answers.json(response, answered);
	}

	/** What the pages of a session show: the drafts of its release, and over them the story that is edited. */
	async function overlayFor(session: Session, story?: z.infer<typeof storyShape>): Promise<Overlay> {
		const space = connection.latest()?.space;
		if (!space) throw stillLoading();
		if (story && rowsOf(space, story.id).length === 0)
			throw new Refusal(404, `The space has no story ${story.id}. If it is new, save it first.`);
		const inRelease = await releases.draftsIn(session);
		const edited = story ? await draftsOf(space, story, session, inRelease) : [];
		try {
			return await overlayOf(connection, [...inRelease, ...edited]);
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			throw new Refusal(422, `A collection's schema does not accept this content. ${reason}`);
		}
	}

	/** The URL of a page, with a ticket for it in either form of its path. */
	async function addressOf(
		page: string,
		session: Session,
		{ place, tickets }: Pick<Asked, 'place' | 'tickets'>,
	): Promise<string> {
		const address = new URL(`${prefix}${encodeURI(page)}`, 'http://localhost');
		const ticket = await tickets.page(place, canonical(withoutQuery(page)), session, now());
		address.searchParams.set(ticketParameter, ticket);
		return address.pathname + address.search;
	}
}

const stillLoading = () => new Refusal(503, 'The content is still loading. Try again in a moment.');

const notSigned =
	'The editor of this space did not sign this address, or did so more than an hour ago. Open the story in the editor again. If that does not help, SLUGLINE_PREVIEW_TOKEN may belong to another space.';

const noTicket =
	'This preview address has expired, or does not come from the editor. Open the story in the editor.';

function urlOf(request: IncomingMessage): URL | undefined {
	const isSecure = 'encrypted' in request.socket;
	try {
		return new URL(request.url ?? '/', `${isSecure ? 'https' : 'http'}://${headerText(request, 'host')}`);
	} catch {
		return undefined;
	}
}

/** Caches the last result of a function of one text. */
function remembered<Value>(make: (text: string) => Value): (text: string) => Value {
	let last: { text: string; value: Value } | undefined;
	return (text) => {
		if (last?.text !== text) last = { text, value: make(text) };
		return last.value;
	};
}

const headerOf = ({ headers }: RenderedPage, name: string): string | undefined =>
	headers.find(([one]) => one.toLowerCase() === name)?.[1];

const isHtml = (page: RenderedPage): boolean => /^text\/html\b/i.test(headerOf(page, 'content-type') ?? '');
