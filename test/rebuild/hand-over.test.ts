import { asksForReport, handOver, type RebuildEvent, tagsOf, tagsOfStory } from 'astro-slugline/rebuild';
import { describe, expect, it } from 'vitest';
import { call, published, secret, sign } from './support/calls.js';
import { eventOf } from './support/events.js';
import { collectLines } from './support/hook.js';

function receiver(secrets: (string | undefined)[] = [secret]) {
	const events: RebuildEvent[] = [];
	const logger = collectLines();
	const onEvent = (event: RebuildEvent) => {
		events.push(event);
	};
	return { events, logger, take: (request: Request) => handOver(request, { secrets, onEvent, logger }) };
}

describe('handOver()', () => {
	it('passes on the event before it responds', async () => {
		const { events, take } = receiver();
		const answer = await take(published(7));
		expect(answer.status).toBe(202);
		expect(await answer.json()).toEqual({ status: 'accepted' });
		expect(events).toEqual([eventOf()]);
	});

	it('takes what a call is about from its signed body, whatever the topic says', async () => {
		// Whoever has recorded a call can send it again with another header, which is not signed.
		for (const topic of ['slugline.report', 'story.deleted', 'user.added', '', null]) {
			const { events, take } = receiver();
			const again = () => call('story.published', { story_id: 7 }, { topic });
			expect(await asksForReport(again(), [secret])).toBe(false);
			expect((await take(again())).status).toBe(202);
			expect(events.map(({ triggers }) => triggers)).toEqual([['story.published']]);
		}
	});

	it('recognizes a call for the report by its signed body', async () => {
		const asks = (body: object, key = secret) => {
			const text = JSON.stringify(body);
			const headers = { 'webhook-signature': sign(text, key) };
			return asksForReport(new Request('https://site.example/', { method: 'POST', body: text, headers }), [
				secret,
			]);
		};
		expect(await asks({ action: 'slugline.report' })).toBe(true);
		expect(await asks({ action: 'slugline.report' }, 'guessed')).toBe(false);
		expect(await asks({ action: 'published', story_id: 7 })).toBe(false);
		expect(await asksForReport(new Request('https://site.example/'), [secret])).toBe(false);
	});

	it('responds like the rebuild hook', async () => {
		const { events, take } = receiver();
		const post = (body: string) =>
			new Request('https://site.example/', {
				method: 'POST',
				body,
				headers: { 'webhook-signature': sign(body) },
			});
		expect((await take(new Request('https://site.example/'))).status).toBe(405);
		expect((await take(call('story.published', {}, { secret: null }))).status).toBe(401);
		expect((await take(call('story.published', {}, { secret: 'guessed' }))).status).toBe(401);
		expect((await take(post('no JSON'))).status).toBe(400);
		expect((await take(post('x'.repeat(1_048_577)))).status).toBe(413);
		expect((await take(call('user.added', { user_id: 1 }))).status).toBe(202);
		expect((await take(call('nonsense'))).status).toBe(202);
		expect(events).toEqual([]);
	});

	it('logs refused calls of a kind once a minute, whatever logger a call has', async () => {
		const lines: string[] = [];
		for (let calls = 0; calls < 5; calls++) {
			const { logger, take } = receiver();
			expect((await take(new Request('https://site.example/', { method: 'PUT' }))).status).toBe(405);
			lines.push(...logger.lines);
		}
		expect(lines.length).toBeLessThan(2);
	});

	it('refuses calls if no secret is set, and logs what to set', async () => {
		const { events, logger, take } = receiver([undefined, '']);
		const answer = await take(published());
		expect(answer.status).toBe(503);
		expect(await answer.json()).toEqual({ error: 'service unavailable' });
		expect(events).toEqual([]);
		expect(logger.lines).toMatchInlineSnapshot(`
			[
			  "A webhook call was refused with 503: no secret is set, so anyone could have sent it. Set SLUGLINE_WEBHOOK_SECRET to the secret of the webhook in the environment of the server.",
			]
		`);
	});

	it('responds with 503 if the event could not be processed', async () => {
		const logger = collectLines();
		const onEvent = () => Promise.reject(new Error('The cache is away.'));
		const answer = await handOver(published(), { secrets: [secret], onEvent, logger });
		expect(answer.status).toBe(503);
		expect(logger.lines).toMatchInlineSnapshot(`
			[
			  "A webhook call could not be processed: The cache is away.",
			]
		`);
	});
});

describe('cache tags', () => {
	const tagsAfter = async (trigger: string, fields: Record<string, unknown>) => {
		const { events, take } = receiver();
		await take(call(trigger, fields));
		return events.flatMap(tagsOf);
	};
	const story = { id: 7, full_slug: 'de/blog/hallo, du', default_full_slug: 'blog/hello, you ü' };

	it('are the same for a story and for its event', async () => {
		const tags = await tagsAfter('story.published', { story_id: 7, full_slug: 'blog/hello, you ü' });
		expect(tags).toEqual(['story:7', 'story:blog/hello%2C%20you%20%C3%BC', 'stories']);
		expect(tagsOfStory(story)).toEqual(['story:7', 'story:blog/hello%2C%20you%20%C3%BC', 'space']);
		expect(tagsOfStory({ id: 8, full_slug: 'home/', default_full_slug: null })).toEqual([
			'story:8',
			'story:home',
			'space',
		]);
	});

	it.each([
		['story.published', { full_slug: '/startpage/' }, ['story:startpage', 'stories']],
		['story.moved', { story_id: 7, full_slug: 'b' }, ['story:7', 'story:b', 'stories', 'space']],
		['release.merged', { release_id: 1 }, ['stories', 'space']],
		['datasource.entries_updated', { datasource_slug: 'colors' }, ['datasource:colors']],
		['asset.replaced', { asset_id: 3 }, ['asset:3']],
	])(
		'include every page only if the event does not name all that is stale: %s',
		async (trigger, fields, tags) => {
			expect(await tagsAfter(trigger, fields)).toEqual(tags);
		},
	);
});
