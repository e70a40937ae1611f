import { headerText, Refusal } from '../../shared/http/page-request.js';
import { isPreviewParameter, readEditorAddress, ticketParameter } from '../editor-address.js';
import { inject } from '../inject.js';
import type { PreviewSettings } from '../protocol.js';
import { isSigned } from '../signature.js';
import type { Session } from '../tickets.js';
import type { Asked, Context } from './context.js';
import { firstScript } from './first-script.js';
import type { Age, Content } from './host.js';
import { rowsOf } from './overlay.js';
import { broken, noPage, noTicket, notSigned, stillLoading } from './refusals.js';
import { isHtml, sentPageOf } from './rendered-page.js';
import { canonical, decoded, isPage, isSamePage, pageAt, pageOf } from './story-pages.js';

/** Shows a page to a request that is signed by the editor or has a ticket for the page. */
export async function showPage(context: Context, asked: Asked): Promise<Response> {
	const { host, answers, addressOf } = context;
	const { request, pathname, parameters, place, tickets, token } = asked;
	const now = Date.now();
	// A script of the page knows its first address, and would find the ticket of the session in what it is sent for it.
	if (!['', 'document', 'frame', 'iframe'].includes(headerText(request, 'sec-fetch-dest'))) throw noTicket();
	const page = decoded(pathname) || '/';
	const fromEditor = readEditorAddress(parameters);
	if (fromEditor) {
		const signer = { spaceId: place.spaceId, previewToken: token };
		if (!(await isSigned(fromEditor.signature, signer, now))) throw notSigned();
		const { storyId, lang, release } = fromEditor;
		const session: Session = { storyId, lang, release, started: now };
		let content = await contentOf(context, 'recent');
		// A new story is read now, since the editor opens it at once.
		if (rowsOf(content.space, storyId).length === 0) content = await contentOf(context, 'now');
		const home = pageOf({ ...content, base: host.base }, session, page);
		if (isSamePage(home, page)) return send(context, asked, content, home, session);
		return answers.redirect(await addressOf(home, session, asked));
	}
	const ticket = parameters.get(ticketParameter) ?? '';
	const session = await tickets.checkPage(ticket, place, canonical(page), now);
	if (!session) throw noTicket();
	const own = new URLSearchParams(parameters);
	for (const name of [...own.keys()]) if (isPreviewParameter(name)) own.delete(name);
	const search = own.size > 0 ? `?${own}` : '';
	return send(context, asked, await contentOf(context, 'recent'), `${page}${search}`, session);
}

async function contentOf({ host }: Context, age: Age): Promise<Content> {
	const content = await host.content(age);
	if (!content) throw stillLoading();
	return content;
}

/** A page as a session shows it, with the client of preview in it. */
async function send(
	context: Context,
	asked: Asked,
	content: Content,
	page: string,
	session: Session,
): Promise<Response> {
	const { host, answers, prefix, sentPages } = context;
	const { base, editors, clientModule } = host;
	const { place, tickets, render } = asked;
	let rendered = await render(page, await context.overlayFor(content, session));
	// The dev server may know a new story, and not yet its page.
	if (rendered.status === 404 && isPage({ ...content, base }, page))
		rendered = await render(page, await context.overlayFor(await contentOf(context, 'now'), session));
	const location = rendered.headers.get('location');
	if (location !== null) {
		const target = new URL(location, new URL(`${base}${page}`, place.origin));
		// A proxy that ends HTTPS changes the scheme.
		if (target.host !== new URL(place.origin).host)
			throw new Refusal(
				404,
				`This page redirects to ${target.origin}, which preview cannot show. Open it in a tab of its own.`,
			);
		const home = pageAt(target.pathname.slice(base.length) || '/');
		return answers.redirect(await context.addressOf(home, session, asked));
	}
	// The site has no page of its own for errors, or for missing pages.
	if (rendered.status >= 500 && rendered.body === null) throw broken(host.log);
	if (rendered.status === 404 && rendered.body === null) throw noPage();
	if (!isHtml(rendered)) return answers.page(rendered, rendered.body);
	const { html, nonces, isStrict } = await sentPageOf(rendered);
	const settings: PreviewSettings = {
		...{ nonces, isStrict, editors, base, prefix },
		sent: sentPages.add({ html, nonces }),
		scripts: host.scripts(),
		endpoint: host.formOf(`${prefix}/`),
		path: page,
		ticket: await tickets.session(place, session, Date.now()),
		storyId: session.storyId,
		lang: session.lang,
		isMissing: rendered.status === 404,
	};
	const injected = inject(html, firstScript(settings, clientModule), clientModule);
	return answers.page(rendered, injected.html, injected.scripts);
}
