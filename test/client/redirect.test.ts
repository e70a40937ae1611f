import { createDeliveryClient, type RequestEvent } from 'astro-slugline/client';
import { expect, it } from 'vitest';
import { currentSpace, pageOf, stories, storyList } from './content.js';
import { startClient, startService, token } from './service.js';

it.each([301, 302, 303, 307, 308])('follows a %i that carries cv, on the same origin', async (status) => {
	const service = await startService((asked) => {
		if (asked.query.get('cv') === '7') return storyList(pageOf(stories(30), asked), { total: '30' });
		asked.query.set('cv', '7');
		return { status, headers: { location: `${asked.path}?${asked.query}` }, body: 'Moved' };
	});
	const events: RequestEvent[] = [];
	const client = createDeliveryClient({
		token,
		baseUrl: service.url,
		onRequest: (event) => events.push(event),
	});
	expect(await client.stories.all({ language: 'de' })).toHaveLength(30);
	expect(
		service.asked.every(({ query }) => query.get('token') === token && query.get('language') === 'de'),
	).toBe(true);
	expect(events.map(({ status }) => status)).toEqual([status, 200, 200]);
	expect(JSON.stringify(events)).not.toContain(token);
});

it('restores parameters that a redirect omits', async () => {
	const { service, client } = await startClient(({ index }) =>
		index === 0 ? { status: 301, headers: { location: '?cv=9' } } : storyList(stories(1)),
	);
	await client.stories.all({ cv: 4, params: { sort_by: 'name:asc' } });
	expect(service.asked[1]?.path).toBe('/v2/cdn/stories/');
	expect(Object.fromEntries(service.asked[1]?.query ?? [])).toEqual({
		...Object.fromEntries(service.asked[0]?.query ?? []),
		cv: '9',
	});
});

it('never sends the token to another origin', async () => {
	const other = await startService(() => currentSpace);
	const { service, client } = await startClient(({ query }) => ({
		status: 301,
		headers: { location: `${other.url}/v2/cdn/spaces/me/?${query}` },
	}));
	const error = await client.currentSpace().catch((error) => error);
	expect(other.plain(service.plain(error.message))).toMatchInlineSnapshot(
		`"GET http://service/v2/cdn/spaces/me/ was redirected to another host, http://service. The token is not sent there. If your space is there, set \`baseUrl\` to it. If not, check \`baseUrl\`."`,
	);
	expect(error.kind).toBe('redirect');
	expect(other.asked).toHaveLength(0);
	expect(service.asked).toHaveLength(1);
});

it('gives up on a redirect loop', async () => {
	const { service, client } = await startClient({ status: 301, headers: { location: '?cv=1' } });
	const error = await client.currentSpace().catch((error) => error);
	expect(service.plain(error.message)).toMatchInlineSnapshot(
		`"GET http://service/v2/cdn/spaces/me/?cv=1 was redirected with status 301 and cannot be followed. This may not be the address of the API: check \`baseUrl\`."`,
	);
	expect(service.asked).toHaveLength(6);
});

it.each(['mailto:someone@example.org', 'http://['])('gives up on a redirect to %s', async (location) => {
	const { service, client } = await startClient({ status: 301, headers: { location } });
	const error = await client.currentSpace().catch((error) => error);
	expect(service.plain(error.message)).toContain('was redirected with status 301 and cannot be followed.');
	expect(service.asked).toHaveLength(1);
});

it('gives up on a redirect without an address', async () => {
	const { client } = await startClient({ status: 301 });
	await expect(client.currentSpace()).rejects.toMatchObject({ kind: 'redirect', attempts: 1 });
});

it('drops credentials in a redirect’s address', async () => {
	const { service, client } = await startClient(({ index }) =>
		index === 0
			? { status: 301, headers: { location: service.url.replace('//', '//user:password@') } }
			: currentSpace,
	);
	expect(await client.currentSpace()).toMatchObject({ id: 1 });
	expect(service.asked[1]?.headers.authorization).toBeUndefined();
});
