import {
	createDeliveryClient,
	isServiceError,
	isUsageError,
	type RequestEvent,
	SluglineServiceError,
} from 'astro-slugline/client';
import { expect, it } from 'vitest';
import { createTestClock } from './clock.js';
import { currentSpace, link, linkList, story, storyList } from './content.js';
import { type Reply, startService } from './service.js';

const token = 'public-token-1';

/** What a client says of a service that always gives this answer, and proof that no part of the error has the token. */
async function wordsAbout(
	reply: Reply,
	ask: (client: ReturnType<typeof createDeliveryClient>) => Promise<unknown> = (client) =>
		client.currentSpace(),
	options: { timeoutMs?: number } = {},
) {
	const service = await startService(() => reply);
	const events: RequestEvent[] = [];
	const client = createDeliveryClient({
		token,
		baseUrl: service.url,
		clock: createTestClock(),
		...options,
		onRequest: (event) => events.push(event),
	});
	const error = await ask(client).catch((error: unknown) => error);
	if (!isServiceError(error)) throw error;
	for (let one: unknown = error; one instanceof Error; one = one.cause) {
		expect(`${one.message}${one.stack}${JSON.stringify(one)}`).not.toContain(token);
	}
	expect(JSON.stringify(events)).not.toContain(token);
	return service.plain(error.message);
}

it('says what to do about a rejected token', async () => {
	expect(await wordsAbout({ status: 401, body: { error: 'Unauthorized' } })).toMatchInlineSnapshot(
		`"The API responded to GET http://service/v2/cdn/spaces/me/ with status 401: "Unauthorized". Check the access token: it may be mistyped, deleted, or belong to another space or region."`,
	);
	expect(
		await wordsAbout({ status: 401, body: { error: 'Unauthorized' } }, (client) =>
			client.stories.all({ version: 'draft' }),
		),
	).toMatchInlineSnapshot(
		`"The API responded to GET http://service/v2/cdn/stories/?version=draft&page=1&per_page=25 with status 401: "Unauthorized". Drafts need a preview token: check that the token is one, and that it belongs to this space and region."`,
	);
	expect(await wordsAbout({ status: 403 })).toMatchInlineSnapshot(
		`"The API responded to GET http://service/v2/cdn/spaces/me/ with status 403. Check the access token: it may be mistyped, deleted, or belong to another space or region."`,
	);
});

it('says what to do about a missing space', async () => {
	expect(await wordsAbout({ status: 404, body: ['This record could not be found'] })).toMatchInlineSnapshot(
		`"The API responded to GET http://service/v2/cdn/spaces/me/ with status 404: "This record could not be found". A token of another region often causes this: check \`region\` and \`baseUrl\`, then the token."`,
	);
	expect(await wordsAbout({ status: 404, body: '<h1>Not found</h1>' })).toMatchInlineSnapshot(
		`"The API responded to GET http://service/v2/cdn/spaces/me/ with status 404. This is probably not the address of the API: check \`region\` and \`baseUrl\`."`,
	);
});

it('says what to do about a rejected request', async () => {
	expect(
		await wordsAbout({ status: 422, body: { error: 'per_page is too large' } }, (client) =>
			client.stories.all(),
		),
	).toMatchInlineSnapshot(
		`"The API responded to GET http://service/v2/cdn/stories/?version=published&page=1&per_page=25 with status 422: "per_page is too large". Lower \`perPage\`: at most 100 for stories, or 1000 for the other lists."`,
	);
	expect(
		await wordsAbout({ status: 400, body: { errors: ['Bad sort', 'Bad filter'] } }, (client) =>
			client.stories.all(),
		),
	).toMatchInlineSnapshot(
		`"The API responded to GET http://service/v2/cdn/stories/?version=published&page=1&per_page=25 with status 400: "Bad sort, Bad filter". The API rejected the request: check the query and its parameters."`,
	);
});

it('says what to do about a server error', async () => {
	expect(await wordsAbout({ status: 500, body: { error: 'Internal' } })).toMatchInlineSnapshot(
		`"The API responded to GET http://service/v2/cdn/spaces/me/ with status 500: "Internal" (5 attempts). The API returned a server error. Try again later."`,
	);
	expect(await wordsAbout({ status: 503, body: '<h1>Down</h1>' })).toMatchInlineSnapshot(
		`"The API responded to GET http://service/v2/cdn/spaces/me/ with status 503 (5 attempts). The API returned a server error. Try again later."`,
	);
	expect(
		await wordsAbout({
			status: 429,
			body: { error: 'Rate limit of 50 requests per second has been reached.' },
		}),
	).toMatchInlineSnapshot(
		`"The API responded to GET http://service/v2/cdn/spaces/me/ with status 429: "Rate limit of 50 requests per second has been reached." (12 attempts). Other programs may use up the rate limit of this space. Try again later, or lower \`concurrency\`."`,
	);
	expect(
		await wordsAbout({ fault: 'hang' }, (client) => client.currentSpace(), { timeoutMs: 40 }),
	).toMatchInlineSnapshot(
		`"GET http://service/v2/cdn/spaces/me/ got no complete response within 0.04 s (5 attempts). The API is too slow or hangs. Try again later, or increase \`timeoutMs\`."`,
	);
});

it('says what to do about a broken connection', async () => {
	expect(await wordsAbout({ fault: 'drop' })).toMatchInlineSnapshot(
		`"GET http://service/v2/cdn/spaces/me/ failed: other side closed (5 attempts). Check the network, then \`region\` and \`baseUrl\`."`,
	);
	expect(await wordsAbout({ ...currentSpace, fault: 'cut' })).toMatchInlineSnapshot(
		`"The response to GET http://service/v2/cdn/spaces/me/ ended before it was complete: other side closed (5 attempts). Something on the way drops responses. Try again later; if it persists, check the proxies in between."`,
	);
	expect(
		await wordsAbout({ headers: { 'content-type': 'application/json' }, body: '{"space":' }),
	).toMatchInlineSnapshot(
		`"The response to GET http://service/v2/cdn/spaces/me/ ended before it was complete (5 attempts). Something on the way drops responses. Try again later; if it persists, check the proxies in between."`,
	);
});

it('says what to do about a wrong address', async () => {
	expect(
		await wordsAbout({ body: `<!doctype html>\n<title>Shop of ${token}</title> and much more of it` }),
	).toMatchInlineSnapshot(
		`"The response to GET http://service/v2/cdn/spaces/me/ is not JSON; it begins with "<!doctype html> <title>Shop of [secret]…" (3 attempts). This is probably not the address of the API: check \`region\` and \`baseUrl\`."`,
	);
	const service = await startService(() => currentSpace);
	await service.close();
	const refused = createDeliveryClient({ token, baseUrl: service.url, clock: createTestClock() });
	const error = await refused.currentSpace().catch((error) => error);
	expect(service.plain(error.message)).toMatchInlineSnapshot(
		`"GET http://service/v2/cdn/spaces/me/ failed: connect ECONNREFUSED service (5 attempts). Nothing is listening at service: check \`region\` and \`baseUrl\`."`,
	);
	const cause = Object.assign(new Error('getaddrinfo ENOTFOUND api.invalid'), { code: 'ENOTFOUND' });
	const unknown = createDeliveryClient({
		token,
		baseUrl: 'https://api.invalid',
		clock: createTestClock(),
		fetch: async () => {
			throw new TypeError('fetch failed', { cause });
		},
	});
	await expect(unknown.currentSpace()).rejects.toThrowErrorMatchingInlineSnapshot(
		`[SluglineServiceError: GET https://api.invalid/v2/cdn/spaces/me/ failed: getaddrinfo ENOTFOUND api.invalid (3 attempts). The host api.invalid does not exist, or there is no network: check \`region\` and \`baseUrl\`.]`,
	);
});

it('names the story, link, or field that has an unexpected shape', async () => {
	const broken = story(2, { content: { _uid: 'x' } });
	expect(
		await wordsAbout(storyList([story(1), broken]), (client) => client.stories.all()),
	).toMatchInlineSnapshot(
		`"The response to GET http://service/v2/cdn/stories/?version=published&page=1&per_page=25 has an unexpected shape: the story "blog/story-2", field content.component: Invalid input: expected string, received undefined. Check that entry in the space."`,
	);
	expect(
		await wordsAbout(linkList([link(1), { ...link(2), id: 'two' } as never]), (client) => client.links.all()),
	).toMatchInlineSnapshot(
		`"The response to GET http://service/v2/cdn/links?version=published&paginated=1&page=1&per_page=1000 has an unexpected shape: the link "blog/story-2", field id: Invalid input: expected number, received string. Check that entry in the space."`,
	);
	expect(
		await wordsAbout({ body: { datasources: [{ id: 1, name: 'Labels' }] } }, (client) =>
			client.datasources.all(),
		),
	).toMatchInlineSnapshot(
		`"The response to GET http://service/v2/cdn/datasources?page=1&per_page=1000 has an unexpected shape: the datasource "Labels", field slug: Invalid input: expected string, received undefined. Check that entry in the space."`,
	);
	expect(
		await wordsAbout({ body: { hello: 'world' } }, (client) => client.stories.all()),
	).toMatchInlineSnapshot(
		`"The response to GET http://service/v2/cdn/stories/?version=published&page=1&per_page=25 has an unexpected shape: field stories: Invalid input: expected array, received undefined. This may not be the address of the API."`,
	);
	expect(await wordsAbout({ body: [] })).toMatchInlineSnapshot(
		`"The response to GET http://service/v2/cdn/spaces/me/ has an unexpected shape: the whole body: Invalid input: expected object, received array. This may not be the address of the API."`,
	);
	expect(await wordsAbout({ body: { space: { id: 1, name: 'A', version: 'v1' } } })).toMatchInlineSnapshot(
		`"The response to GET http://service/v2/cdn/spaces/me/ has an unexpected shape: field space.version: Invalid input: expected number, received string. This may not be the address of the API."`,
	);
});

it('hides a token in the API’s response, and shortens long texts', async () => {
	expect(
		await wordsAbout({ status: 400, body: { error: `bad token ${token}\n${'!'.repeat(400)}` } }),
	).toMatchInlineSnapshot(
		`"The API responded to GET http://service/v2/cdn/spaces/me/ with status 400: "bad token [secret] !!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!…". The API rejected the request: check the query and its parameters."`,
	);
});

it('hides a token in the cause', async () => {
	const client = createDeliveryClient({
		token,
		baseUrl: 'http://127.0.0.1:1',
		clock: createTestClock(),
		fetch: async (address) => {
			throw new TypeError('fetch failed', { cause: new Error(`cannot reach ${address}`) });
		},
	});
	const error = await client.currentSpace().catch((error) => error);
	expect(error.message).toMatchInlineSnapshot(
		`"GET http://127.0.0.1:1/v2/cdn/spaces/me/ failed: cannot reach http://127.0.0.1:1/v2/cdn/spaces/me/?token=[secret] (5 attempts). Check the network, then \`region\` and \`baseUrl\`."`,
	);
	expect(String(error.cause)).toMatchInlineSnapshot(`"Error: fetch failed"`);
});

it('passes on a cause without a token', async () => {
	const service = await startService(() => ({ fault: 'drop' }));
	const client = createDeliveryClient({ token, baseUrl: service.url, clock: createTestClock() });
	const error = await client.currentSpace().catch((error) => error);
	expect(error.cause).toBeInstanceOf(TypeError);
});

it('refuses invalid options', () => {
	const messageOf = (options: Record<string, unknown>) => {
		try {
			createDeliveryClient({ token, ...options } as never);
		} catch (error) {
			expect(isUsageError(error)).toBe(true);
			expect(isServiceError(error)).toBe(false);
			return (error as Error).message;
		}
		return 'no error';
	};
	expect(messageOf({ token: undefined })).toMatchInlineSnapshot(
		`"\`token\` is empty. Set it to an access token from the space's settings."`,
	);
	expect(messageOf({ token: 'Bearer abcd' })).toMatchInlineSnapshot(
		`"\`token\` contains a space, line break, or other character that tokens do not have. Copy the token again, without "Bearer" or quotes."`,
	);
	expect(messageOf({ region: 'mars' })).toMatchInlineSnapshot(
		`"Unknown region "mars". The regions are eu, us, ca, ap, cn; for any other address, set \`baseUrl\`."`,
	);
	expect(messageOf({ baseUrl: 'api.example.org' })).toMatchInlineSnapshot(
		`"\`baseUrl\` is not a valid URL. Write it with scheme and host, such as "https://api.storyblok.com"."`,
	);
	expect(messageOf({ baseUrl: 'https://user:pass@example.org' })).toMatchInlineSnapshot(
		`"\`baseUrl\` contains a user, query, or fragment, which requests cannot use. Write only scheme, host, and path. The token has its own option."`,
	);
	expect(messageOf({ baseUrl: 'https://example.org/v2/cdn/' })).toMatchInlineSnapshot(
		`"\`baseUrl\` ends with "/v2/cdn", which every request adds itself. Remove it."`,
	);
	expect(messageOf({ concurrency: 31 })).toMatchInlineSnapshot(
		`"\`concurrency\` is 31. It must be a whole number from 1 to 30."`,
	);
	expect(messageOf({ timeoutMs: 0 })).toMatchInlineSnapshot(
		`"\`timeoutMs\` is 0. It must be a number of milliseconds above 0."`,
	);
	expect(messageOf({ retry: { attempts: 0 } })).toMatchInlineSnapshot(
		`"\`retry.attempts\` is 0. It must be a whole number from 1 up."`,
	);
});

it('refuses invalid queries before anything is sent', async () => {
	const service = await startService(() => storyList([]));
	const client = createDeliveryClient({ token, baseUrl: service.url });
	await expect(client.stories.all({ perPage: 101 })).rejects.toThrowErrorMatchingInlineSnapshot(
		`[SluglineUsageError: \`perPage\` is 101. It must be a whole number from 1 to 100.]`,
	);
	await expect(client.links.all({ perPage: 0.5 })).rejects.toThrowErrorMatchingInlineSnapshot(
		`[SluglineUsageError: \`perPage\` is 0.5. It must be a whole number from 1 to 1000.]`,
	);
	await expect(client.datasources.page({ page: 0 })).rejects.toThrowErrorMatchingInlineSnapshot(
		`[SluglineUsageError: \`page\` is 0. It must be a whole number from 1 up.]`,
	);
	await expect(
		client.stories.all({ params: { starts_with: 'a' } }),
	).rejects.toThrowErrorMatchingInlineSnapshot(
		`[SluglineUsageError: The query contains \`params: { starts_with }\`. Use the option \`startsWith\` instead.]`,
	);
	await expect(
		client.stories.all({ params: { 'filter_query[a][in]': 'b' } }),
	).rejects.toThrowErrorMatchingInlineSnapshot(
		`[SluglineUsageError: The query contains \`params: { filter_query[a][in] }\`. Use the option \`filter\` instead.]`,
	);
	expect(service.asked).toHaveLength(0);
});

it('recognizes its errors across copies of the package', () => {
	const details = { kind: 'status', method: 'GET', address: 'a', words: '', hint: 'b', attempts: 1 } as const;
	expect(isServiceError(new SluglineServiceError('x', details))).toBe(true);
	const copy = Object.defineProperty(new Error('x'), 'name', { value: 'SluglineServiceError' });
	expect(isServiceError(copy)).toBe(true);
	expect(isServiceError(new Error('x'))).toBe(false);
});
