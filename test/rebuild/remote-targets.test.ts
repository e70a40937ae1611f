import { buildHook, type RebuildEvent, repositoryDispatch } from 'astro-slugline/rebuild';
import { describe, expect, it } from 'vitest';
import { startService } from '../client/service.js';

const event: RebuildEvent = {
	triggers: ['story.published', 'datasource.entries_updated'],
	stories: [
		{ id: 7, slug: 'blog/hello, world' },
		{ id: null, slug: '/startpage/' },
	],
	datasources: ['colours'],
	assets: [9],
	more: false,
	calls: 3,
	spaceVersion: 100,
	attempt: 1,
};
const { signal } = new AbortController();

/** A host that answers every call with this status, or never if it is 0. */
const startHost = (status: number, headers: Record<string, string> = {}) =>
	startService(() => ({
		...(status > 0 ? { status } : { fault: 'hang' }),
		...{ headers, body: { message: 'secret-in-the-answer' } },
	}));

const said = async (promise: Promise<void> | void): Promise<string> => {
	try {
		await promise;
		return '';
	} catch (error) {
		return String(error);
	}
};

describe('buildHook()', () => {
	it('posts what changed', async () => {
		const { url, asked } = await startHost(201);
		await buildHook(`${url}/hooks/s3cret?branch=main`, { headers: { 'x-token': 't' } })(event, { signal });
		expect(asked).toHaveLength(1);
		expect(asked[0]).toMatchObject({
			method: 'POST',
			path: '/hooks/s3cret',
			query: new URLSearchParams({ branch: 'main' }),
			headers: { 'content-type': 'application/json', 'x-token': 't' },
		});
		expect(asked[0]?.body).toEqual({
			triggers: ['story.published', 'datasource.entries_updated'],
			spaceVersion: 100,
			askAgain: {
				stories: [7],
				slugs: ['blog/hello, world', '/startpage/'],
				datasources: ['colours'],
				everything: false,
			},
		});
	});

	it('sends a GET request if the host expects one', async () => {
		const { url, asked } = await startHost(200);
		await buildHook(new URL(url), { method: 'GET' })(event, { signal });
		expect(asked[0]).toMatchObject({ method: 'GET', raw: '' });
	});

	it('asks for everything if there are too many names', async () => {
		const { url, asked } = await startHost(200);
		const stories = Array.from({ length: 1000 }, (_, id) => ({ id, slug: `${'long/'.repeat(20)}${id}` }));
		await buildHook(url)({ ...event, stories }, { signal });
		expect(asked[0]?.body).toMatchObject({
			askAgain: { stories: [], slugs: [], datasources: [], everything: true },
		});
	});

	it.each([
		[301, 'Use the address that it redirects to.'],
		[400, 'Look at the status of the host.'],
		[401, 'Check its token and the permissions of the token.'],
		[404, 'Check its address; it may have been deleted.'],
		[422, 'Check its options; the host did not accept the request.'],
		[429, 'It was called too often.'],
		[500, 'Look at the status of the host.'],
	])('fails on %i, and shows nothing secret: %s', async (status, hint) => {
		const { url } = await startHost(status, { location: '/elsewhere' });
		const sentence = await said(buildHook(`${url}/hooks/s3cret`)(event, { signal }));
		expect(sentence).toBe(`RebuildError: The build hook answered ${status}. ${hint}`);
	});

	it('fails without a response, and shows nothing secret', async () => {
		const { url } = await startHost(0);
		const hook = buildHook(`${url}/hooks/s3cret`, { timeoutMs: 50 });
		expect(await said(hook(event, { signal }))).toMatchInlineSnapshot(
			`"RebuildError: The build hook did not answer within 0.05 s."`,
		);
		const refused = buildHook('http://127.0.0.1:9/hooks/s3cret');
		expect(await said(refused(event, { signal }))).toMatchInlineSnapshot(
			`"RebuildError: The build hook could not be reached."`,
		);
		const stop = new AbortController();
		const stopped = said(buildHook(url)(event, { signal: stop.signal }));
		stop.abort();
		expect(await stopped).toMatchInlineSnapshot(`"RebuildError: The call to the build hook was stopped."`);
	});
});

describe('repositoryDispatch()', () => {
	it('sends the request that GitHub expects', async () => {
		const { url, asked } = await startHost(204);
		const target = repositoryDispatch({
			repository: 'acme/my.site',
			token: 's3cret',
			baseUrl: `${url}/api/v3/`,
		});
		await target(event, { signal });
		expect(asked[0]).toMatchObject({
			method: 'POST',
			path: '/api/v3/repos/acme/my.site/dispatches',
			headers: {
				authorization: 'Bearer s3cret',
				accept: 'application/vnd.github+json',
				'x-github-api-version': '2022-11-28',
				'user-agent': 'astro-slugline',
			},
			body: {
				event_type: 'slugline',
				client_payload: { triggers: event.triggers, spaceVersion: 100 },
			},
		});
	});

	it('fails without showing its token', async () => {
		const { url } = await startHost(401);
		const target = repositoryDispatch({ repository: 'acme/site', token: 's3cret', baseUrl: url });
		expect(await said(target(event, { signal }))).toMatchInlineSnapshot(
			`"RebuildError: GitHub answered 401. Check its token and the permissions of the token."`,
		);
	});
});
