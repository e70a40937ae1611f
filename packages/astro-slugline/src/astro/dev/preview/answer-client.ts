import { z } from 'zod';
import { type PreviewAnswer, ticketHeader } from '../../../preview/index.js';
import { checkPageRequest, headerText, Refusal, readJson } from '../../../shared/http/page-request.js';
import type { Asked, Context } from './context.js';
import { noTicket } from './refusals.js';
import { isHtml, pageOf } from './render.js';
import { pageAt, withoutQuery } from './story-pages.js';

/** Limit of a request's size, in bytes. A story with many bloks has a tenth of it. */
const maxBodyBytes = 2_000_000;

const pathShape = z.string().max(2000);
const storyShape = z.looseObject({ id: z.number(), content: z.record(z.string(), z.unknown()) });
const requestShape = z.discriminatedUnion('do', [
	z.strictObject({ do: z.literal('start'), path: pathShape, sent: z.string().max(100) }),
	z.strictObject({ do: z.literal('render'), path: pathShape, story: storyShape.optional() }),
	z.strictObject({ do: z.literal('refresh'), path: pathShape }),
	z.strictObject({ do: z.literal('visit'), path: pathShape }),
]);

/** Answers a request of the client: for the page with its edits, or for the URL of another page. */
export async function answerClient(context: Context, given: Asked): Promise<void> {
	const { answers, base, pages, renders, sentPages, now, overlayFor, addressOf } = context;
	const { request, response, place, tickets } = given;
	checkPageRequest(request, 'Preview');
	const checked = await tickets.checkSession(headerText(request, ticketHeader), place, now());
	if (!checked) throw noTicket();
	const { session, started } = checked;
	if (!renders.take(`${session.storyId} ${started}`, now()))
		throw new Refusal(429, 'Preview receives too many requests. It continues in a moment.');
	const parsed = requestShape.safeParse(await readJson(request, maxBodyBytes));
	if (!parsed.success) throw new Refusal(400, 'The request is invalid. Open the story in the editor again.');
	const asked = parsed.data;
	const page = pageAt(asked.path);
	const ticket = await tickets.session(place, session, now(), started);
	const answered: PreviewAnswer = { ticket, scripts: context.scripts() };
	if (asked.do === 'visit') {
		answered.address = await addressOf(page, session, given);
		return answers.json(response, answered);
	}
	const sent = asked.do === 'start' ? sentPages.take(asked.sent) : undefined;
	if (sent !== undefined) return answers.json(response, { ...answered, page: sent });
	if (asked.do === 'refresh') {
		await context.refresh();
		const home = pages.isPage(page) ? withoutQuery(page) : pages.pageOf(session);
		if (home !== withoutQuery(page)) {
			answered.address = await addressOf(home, session, given);
			return answers.json(response, answered);
		}
	}
	const overlay = await overlayFor(session, asked.do === 'render' ? asked.story : undefined);
	const rendered = await context.renderPage(`${base}${encodeURI(page)}`, overlay, request.headers);
	const moved = rendered.status === 404 ? pages.movedTo(session, page) : undefined;
	if (moved !== undefined) {
		answered.address = await addressOf(moved, session, given);
		return answers.json(response, answered);
	}
	if (!isHtml(rendered)) throw new Refusal(404, 'The page is not HTML, so preview cannot update it.');
	if (rendered.status >= 500) {
		throw new Refusal(
			500,
			'The page could not be rendered with this content. The terminal of `astro dev` shows the error.',
		);
	}
	const { html, nonces } = pageOf(rendered);
	return answers.json(response, { ...answered, page: { html, nonces } });
}
