// Reads what a lying service answers, in a process whose heap the test limits. Prints what came of it.
import { createDeliveryClient } from 'astro-slugline/client';

const megabyte = 1024 * 1024;
const encoder = new TextEncoder();

/** The answer whose `@` is replaced by so many megabytes of text. */
function answer(text: string, megabytes: number, headers: Record<string, string>): Response {
	const [before = '', after = ''] = text.split('@');
	const filler = encoder.encode('x'.repeat(megabyte));
	const parts = [encoder.encode(before), ...Array(megabytes).fill(filler), encoder.encode(after)];
	const body = new ReadableStream<Uint8Array>({
		pull(controller) {
			const part = parts.shift();
			if (part) controller.enqueue(part);
			else controller.close();
		},
	});
	return new Response(body, { headers });
}

const uuid = (page: number, n: number) =>
	`${String(page).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Pages of 30 MB each, all but the first one, so that nothing warns of them. */
const pages = 24;
const fetchStories: typeof fetch = async (input) => {
	const page = Number(new URL(String(input)).searchParams.get('page'));
	const stories = Array.from({ length: 25 }, (_, n) => ({
		id: page * 100 + n,
		uuid: uuid(page, n),
		name: 'Large',
		slug: 'large',
		full_slug: `large-${page}-${n}`,
		created_at: '2024-01-01T00:00:00.000Z',
		published_at: '2024-01-01T00:00:00.000Z',
		group_id: uuid(page, n + 100),
		content: { _uid: 'a', component: 'page', text: n === 0 ? '@' : '' },
	}));
	return answer(JSON.stringify({ stories, cv: 1 }), page === 1 ? 0 : 30, { total: String(25 * pages) });
};

/** Links without an end, a megabyte each. */
const fetchLinks: typeof fetch = async (input) => {
	const page = Number(new URL(String(input)).searchParams.get('page'));
	const links = Object.fromEntries(
		Array.from({ length: 8 }, (_, n) => [
			uuid(page, n),
			{
				id: page * 100 + n,
				uuid: uuid(page, n),
				slug: `${page}-${n}`,
				name: n === 0 ? '@' : '',
				published: true,
				is_folder: false,
				parent_id: 0,
				position: 0,
				is_startpage: false,
			},
		]),
	);
	return answer(JSON.stringify({ links }), 8, { total: '8000', 'per-page': '8' });
};

const clientOf = (fetch: typeof globalThis.fetch) =>
	createDeliveryClient({ token: 'a-token', baseUrl: 'http://space.test', fetch, rateLimit: false });

let stories = 0;
for await (const page of clientOf(fetchStories).stories.pages()) stories += page.items.length;
const endless = await clientOf(fetchLinks)
	.links.all()
	.catch((error: Error) => error);
console.log(JSON.stringify({ stories, endless: String(endless) }));
