import {
	inject,
	isPreviewParameter,
	isSigned,
	type PreviewSettings,
	readEditorAddress,
	type Session,
	ticketParameter,
} from '../../../preview/index.js';
import { Refusal } from '../../../shared/page-request.js';
import type { Asked, Context } from './context.js';
import { firstScript } from './first-script.js';
import { noTicket, notSigned } from './refusals.js';
import { headerOf, isHtml, withoutToolbar } from './render.js';
import { canonical, decoded, isSamePage } from './story-pages.js';

/** The client's module, which pages load. As all of Vite's URLs in `astro dev`, its URL has no base. */
const clientModule = 'virtual:astro-slugline/preview-client';

/** Serves a page to a request that is signed by the editor or has a ticket for the page. */
export async function showPage(context: Context, asked: Asked): Promise<void> {
	const { answers, pages, path, now, addressOf } = context;
	const { response, url, place, tickets, token } = asked;
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
		const home = target.pathname.slice(base.length) || '/';
		return answers.redirect(response, await context.addressOf(home, session, asked));
	}
	let { body } = rendered;
	let injectedScripts: string[] | undefined;
	if (isHtml(rendered)) {
		const html = withoutToolbar(body.toString('utf8'));
		const settings: PreviewSettings = {
			sent: sentPages.add(html),
			scripts: context.scripts(),
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
