import { z } from 'zod';
import { checkPageRequest, headerText, Refusal, readJson } from '../../shared/http/page-request.js';
import { type PreviewAnswer, ticketHeader } from '../protocol.js';
import type { Session } from '../tickets.js';
import type { Asked, Context } from './context.js';
import type { Age } from './host.js';
import { broken, sessionEnded, stillLoading } from './refusals.js';
import { isHtml, sentPageOf } from './rendered-page.js';
import { isPage, movedTo, pageAt, pageOf, withoutQuery } from './story-pages.js';

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

type Requested = z.output<typeof requestShape>;

/** Answers a request of the client: for the page with its edits, or for the URL of another page. */
export async function answerClient(context: Context, asked: Asked): Promise<Response> {
	const { host, answers, takeRender } = context;
	const { request, place, tickets } = asked;
	const now = Date.now();
	checkPageRequest(request, 'Preview');
	const session = await tickets.checkSession(headerText(request, ticketHeader), place, now);
	if (!session) throw sessionEnded();
	if (!takeRender(`${session.storyId} ${session.started}`, now))
		throw new Refusal(429, 'Preview receives too many requests. It continues in a moment.');
	const parsed = requestShape.safeParse(await readJson(request, maxBodyBytes));
	if (!parsed.success) throw new Refusal(400, 'The request is invalid. Open the story in the editor again.');
	const ticket = await tickets.session(place, session, now);
	const answer = await answerOf(context, asked, session, parsed.data);
	return answers.json({ ticket, scripts: host.scripts(), ...answer });
}

async function answerOf(
	context: Context,
	asked: Asked,
	session: Session,
	requested: Requested,
): Promise<Partial<PreviewAnswer>> {
	const { host, sentPages } = context;
	const page = pageAt(requested.path);
	const moved = async (to: string) => ({ address: await context.addressOf(to, session, asked) });
	if (requested.do === 'visit') return moved(page);
	const sent = requested.do === 'start' ? sentPages.take(requested.sent) : undefined;
	if (sent !== undefined) return { page: sent };
	const age: Age = requested.do === 'refresh' ? 'now' : 'any';
	const content = await host.content(age);
	if (!content) throw stillLoading();
	const stories = { ...content, base: host.base };
	if (requested.do === 'refresh') {
		const home = isPage(stories, page) ? withoutQuery(page) : pageOf(stories, session);
		if (home !== withoutQuery(page)) return moved(home);
	}
	const story = requested.do === 'render' ? requested.story : undefined;
	const rendered = await asked.render(page, await context.overlayFor(content, session, story));
	const home = rendered.status === 404 ? movedTo(stories, session, page) : undefined;
	if (home !== undefined) return moved(home);
	if (rendered.status >= 500) throw broken(host.log);
	const location = rendered.headers.get('location');
	if (location !== null)
		throw new Refusal(
			404,
			`With this content, the page redirects to ${location}. Save the story and open it again to go there.`,
		);
	if (!isHtml(rendered)) throw new Refusal(404, 'The page is not HTML, so preview cannot update it.');
	const { html, nonces } = await sentPageOf(rendered);
	return { page: { html, nonces } };
}
