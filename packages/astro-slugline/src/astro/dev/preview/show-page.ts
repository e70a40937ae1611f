import {
	inject,
	isPreviewParameter,
	isSigned,
	type PreviewSettings,
	readEditorAddress,
	type Session,
	ticketParameter,
} from '../../../preview/index.js';
import { headerText, Refusal } from '../../../shared/http/page-request.js';
import type { Asked, Context } from './context.js';
import { firstScript } from './first-script.js';
import { noTicket, notSigned } from './refusals.js';
import { headerOf, isHtml, pageOf } from './render.js';
import { canonical, decoded, isSamePage, pageAt } from './story-pages.js';

/** Path of the client's module. As all of Vite's in `astro dev`, it has no base. */
const clientModule = '/@id/virtual:astro-slugline/preview-client';

/** Serves a page to a request that is signed by the editor or has a ticket for the page. */
export async function showPage(context: Context, asked: Asked): Promise<void> {
	const { answers, pages, path, now, addressOf } = context;
	const { request, response, url, place, tickets, token } = asked;
	// A script of the page knows its first address, and would find the ticket of the session in what it is sent for it.
	if (!['', 'document', 'frame', 'iframe'].includes(headerText(request, 'sec-fetch-dest'))) throw noTicket();
	const page = decoded(url.pathname.slice(path.length)) || '/';
	const fromEditor = readEditorAddress(url.searchParams);
	if (fromEditor) {
		const isValid = await isSigned(
			fromEditor.signature,
			{ spaceId: place.spaceId, previewToken: token },
			now(),
		);
		if (!isValid) throw notSigned();
		const { storyId, lang, release } = fromEditor;
		const session: Session = { storyId, lang, release };
		const home = pages.pageOf(session, page);
		if (isSamePage(home, page)) return send(context, asked, home, session);
		return answers.redirect(response, await addressOf(home, session, asked));
	}
	const ticket = url.searchParams.get(ticketParameter) ?? '';
	const session = await tickets.checkPage(ticket, place, canonical(page), now());
	if (!session) throw noTicket();
	const parameters = new URLSearchParams(url.searchParams);
	for (const name of [...parameters.keys()]) if (isPreviewParameter(name)) parameters.delete(name);
	const search = parameters.size > 0 ? `?${parameters}` : '';
	return send(context, asked, `${page}${search}`, session);
}

/** Sends a page as a session shows it, with the client of preview in it. */
async function send(context: Context, asked: Asked, page: string, session: Session): Promise<void> {
	const { answers, base, prefix, editors, sentPages, now } = context;
	const { request, response, place, tickets } = asked;
	const overlay = await context.overlayFor(session);
	const rendered = await context.renderPage(`${base}${encodeURI(page)}`, overlay, request.headers);
	const location = headerOf(rendered, 'location');
	if (location !== undefined) {
		const target = new URL(location, new URL(`${base}${page}`, place.origin));
		if (target.origin !== place.origin)
			throw new Refusal(
				404,
				`This page redirects to ${target.origin}, which preview cannot show. Open it in a tab of its own.`,
			);
		const home = pageAt(target.pathname.slice(base.length) || '/');
		return answers.redirect(response, await context.addressOf(home, session, asked));
	}
	let { body } = rendered;
	let injectedScripts: string[] | undefined;
	if (isHtml(rendered)) {
		const { html, nonces, isStrict } = pageOf(rendered);
		const settings: PreviewSettings = {
			...{ nonces, isStrict, editors },
			sent: sentPages.add({ html, nonces }),
			scripts: context.scripts(),
			endpoint: `${prefix}/`,
			path: page,
			base,
			prefix,
			ticket: await tickets.session(place, session, now()),
			storyId: session.storyId,
			lang: session.lang,
		};
		const injected = inject(html, firstScript(settings, clientModule), clientModule);
		body = Buffer.from(injected.html);
		injectedScripts = injected.scripts;
	}
	answers.page(response, { ...rendered, body }, injectedScripts);
}
