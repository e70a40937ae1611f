import {
	createDeliveryClient,
	type DeliveryClient,
	isServiceError,
	isUsageError,
	type RequestEvent,
	SluglineServiceError,
} from 'astro-slugline/client';
import { expect, it } from 'vitest';
import { createTestClock } from './clock.js';
import { currentSpace, link, linkList, story, storyList } from './content.js';
import { type Reply, startClient, token } from './service.js';

type Ask = (client: DeliveryClient) => Promise<unknown>;
const space: Ask = (client) => client.currentSpace();
const stories: Ask = (client) => client.stories.all();
const drafts: Ask = (client) => client.stories.all({ version: 'draft' });
const links: Ask = (client) => client.links.all();

/** What a client says of a service that always gives this answer, and proof that no part of the error has the token. */
async function wordsAbout(reply: Reply, ask = space) {
	const events: RequestEvent[] = [];
	const onRequest = (event: RequestEvent) => events.push(event);
	const timeoutMs = reply.fault === 'hang' ? 40 : undefined;
	const { service, client } = await startClient(reply, { timeoutMs, onRequest });
	const error = await ask(client).catch((error: unknown) => error);
	if (!isServiceError(error)) throw error;
	for (let one: unknown = error; one instanceof Error; one = one.cause) {
		expect(`${one.message}${one.stack}${JSON.stringify(one)}`).not.toContain(token);
	}
	expect(JSON.stringify(events)).not.toContain(token);
	return service.plain(error.message);
}

const refusal = { error: 'Unauthorized' };
const html = `<!doctype html>\n<title>Shop of ${token}</title> and much more of it`;
const json = { 'content-type': 'application/json' };

const cases: Record<string, [Reply, Ask?]> = {
	'a rejected token': [{ status: 401, body: refusal }],
	'a token that may not read drafts': [{ status: 401, body: refusal }, drafts],
	'a refusal without a body': [{ status: 403 }],
	'a missing space': [{ status: 404, body: ['This record could not be found'] }],
	'a missing page of another service': [{ status: 404, body: '<h1>Not found</h1>' }],
	'a rejected page size': [{ status: 422, body: { error: 'per_page is too large' } }, stories],
	'a rejected query': [{ status: 400, body: { errors: ['Bad sort', 'Bad filter'] } }, stories],
	'a long text with the token': [{ status: 400, body: { error: `bad ${token}\n${'!'.repeat(400)}` } }],
	'a server error': [{ status: 500, body: { error: 'Internal' } }],
	'a server error in HTML': [{ status: 503, body: '<h1>Down</h1>' }],
	'a rate limit': [{ status: 429, body: { error: 'Rate limit has been reached.' } }],
	'no response in time': [{ fault: 'hang' }],
	'a dropped connection': [{ fault: 'drop' }],
	'a response that breaks off': [{ ...currentSpace, fault: 'cut' }],
	'half a response': [{ headers: json, body: '{"space":' }],
	'a page in place of JSON': [{ body: html }],
	'a story without a component': [storyList([story(1), story(2, { content: { _uid: 'x' } })]), stories],
	'a link with another id': [linkList([link(1), { ...link(2), id: 'two' } as never]), links],
	'a datasource without a slug': [
		{ body: { datasources: [{ id: 1, name: 'Labels' }] } },
		(client) => client.datasources.all(),
	],
	'a body of another kind': [{ body: { hello: 'world' } }, stories],
	'a list in place of an object': [{ body: [] }],
};

it('says what happened and what to do', async () => {
	const said = Object.entries(cases).map(async ([name, [reply, ask]]) => [
		name,
		await wordsAbout(reply, ask),
	]);
	expect(Object.fromEntries(await Promise.all(said))).toMatchInlineSnapshot(`
		{
		  "a body of another kind": "The response to GET http://service/v2/cdn/stories/?version=published&page=1&per_page=25 has an unexpected shape: field stories: Invalid input: expected array, received undefined. This may not be the address of the API.",
		  "a datasource without a slug": "The response to GET http://service/v2/cdn/datasources?page=1&per_page=1000 has an unexpected shape: the datasource "Labels", field slug: Invalid input: expected string, received undefined. Check that entry in the space.",
		  "a dropped connection": "GET http://service/v2/cdn/spaces/me/ failed: other side closed (5 attempts). Check the network, then \`baseUrl\`.",
		  "a link with another id": "The response to GET http://service/v2/cdn/links?version=published&paginated=1&page=1&per_page=1000 has an unexpected shape: the link "blog/story-2", field id: Invalid input: expected number, received string. Check that entry in the space.",
		  "a list in place of an object": "The response to GET http://service/v2/cdn/spaces/me/ has an unexpected shape: the whole body: Invalid input: expected object, received array. This may not be the address of the API.",
		  "a long text with the token": "The API responded to GET http://service/v2/cdn/spaces/me/ with status 400: "bad [secret] !!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!…". The API rejected the request: check the query and its parameters.",
		  "a missing page of another service": "The API responded to GET http://service/v2/cdn/spaces/me/ with status 404. This is probably not the address of the API: check \`baseUrl\`.",
		  "a missing space": "The API responded to GET http://service/v2/cdn/spaces/me/ with status 404: "This record could not be found". The token may belong to another space or API: check \`baseUrl\`, then the token.",
		  "a page in place of JSON": "The response to GET http://service/v2/cdn/spaces/me/ is not JSON; it begins with "<!doctype html> <title>Shop of [secret]…" (3 attempts). This is probably not the address of the API: check \`baseUrl\`.",
		  "a rate limit": "The API responded to GET http://service/v2/cdn/spaces/me/ with status 429: "Rate limit has been reached." (12 attempts). Other programs may use up the rate limit of this space. Try again later, or lower \`concurrency\`.",
		  "a refusal without a body": "The API responded to GET http://service/v2/cdn/spaces/me/ with status 403. Check the access token: it may be mistyped, deleted, or belong to another space.",
		  "a rejected page size": "The API responded to GET http://service/v2/cdn/stories/?version=published&page=1&per_page=25 with status 422: "per_page is too large". Lower \`perPage\`: at most 100 for stories, or 1000 for the other lists.",
		  "a rejected query": "The API responded to GET http://service/v2/cdn/stories/?version=published&page=1&per_page=25 with status 400: "Bad sort, Bad filter". The API rejected the request: check the query and its parameters.",
		  "a rejected token": "The API responded to GET http://service/v2/cdn/spaces/me/ with status 401: "Unauthorized". Check the access token: it may be mistyped, deleted, or belong to another space.",
		  "a response that breaks off": "The response to GET http://service/v2/cdn/spaces/me/ ended before it was complete: other side closed (5 attempts). Something on the way drops responses. Try again later; if it persists, check the proxies in between.",
		  "a server error": "The API responded to GET http://service/v2/cdn/spaces/me/ with status 500: "Internal" (5 attempts). The API returned a server error. Try again later.",
		  "a server error in HTML": "The API responded to GET http://service/v2/cdn/spaces/me/ with status 503 (5 attempts). The API returned a server error. Try again later.",
		  "a story without a component": "The response to GET http://service/v2/cdn/stories/?version=published&page=1&per_page=25 has an unexpected shape: the story "blog/story-2", field content.component: Invalid input: expected string, received undefined. Check that entry in the space.",
		  "a token that may not read drafts": "The API responded to GET http://service/v2/cdn/stories/?version=draft&page=1&per_page=25 with status 401: "Unauthorized". Drafts need a preview token: check that the token is one, and that it belongs to this space.",
		  "half a response": "The response to GET http://service/v2/cdn/spaces/me/ ended before it was complete (5 attempts). Something on the way drops responses. Try again later; if it persists, check the proxies in between.",
		  "no response in time": "GET http://service/v2/cdn/spaces/me/ got no complete response within 0.04 s (5 attempts). The API is too slow or hangs. Try again later, or increase \`timeoutMs\`.",
		}
	`);
});

it('says what to do about an address where nothing answers', async () => {
	const { service, client } = await startClient(currentSpace);
	await service.close();
	const error = await client.currentSpace().catch((error) => error);
	expect(service.plain(error.message)).toBe(
		'GET http://service/v2/cdn/spaces/me/ failed: connect ECONNREFUSED service (5 attempts). Nothing is listening at service: check `baseUrl`.',
	);
	expect(error.cause).toBeInstanceOf(TypeError);
});

/** The error of a client whose requests fail for this reason. */
const errorFor = (reason: (address: unknown) => Error): Promise<Error> => {
	const fetch = async (address: unknown) => {
		throw new TypeError('fetch failed', { cause: reason(address) });
	};
	const client = createDeliveryClient({
		token,
		baseUrl: 'https://api.invalid',
		clock: createTestClock(),
		fetch,
	});
	return client.currentSpace().then(
		() => new Error('no error'),
		(error) => error,
	);
};

it('says what to do about an unknown host, and does not retry for long', async () => {
	const error = await errorFor(() =>
		Object.assign(new Error('getaddrinfo ENOTFOUND api.invalid'), { code: 'ENOTFOUND' }),
	);
	expect(error.message).toBe(
		'GET https://api.invalid/v2/cdn/spaces/me/ failed: getaddrinfo ENOTFOUND api.invalid (3 attempts). The host api.invalid does not exist, or there is no network: check `baseUrl`.',
	);
});

it('hides a token in the cause', async () => {
	const error = await errorFor((address) => new Error(`cannot reach ${address}`));
	expect(error.message).toBe(
		'GET https://api.invalid/v2/cdn/spaces/me/ failed: cannot reach https://api.invalid/v2/cdn/spaces/me/?token=[secret] (5 attempts). Check the network, then `baseUrl`.',
	);
	expect(String(error.cause)).toBe('Error: fetch failed');
});

it('refuses invalid options', () => {
	const wordsOn = (options: Record<string, unknown>) => {
		try {
			createDeliveryClient({ token, ...options } as never);
		} catch (error) {
			return isUsageError(error) && error.message;
		}
		return 'no error';
	};
	const invalid = [
		{ token: undefined },
		{ token: 'Bearer abcd' },
		{ region: 'mars' },
		{ baseUrl: 'api.example.org' },
		{ baseUrl: 'https://user:pass@example.org' },
		{ baseUrl: 'https://example.org/v2/cdn/' },
		{ concurrency: 31 },
		{ timeoutMs: 0 },
		{ retry: { attempts: 0 } },
	];
	expect(invalid.map(wordsOn)).toMatchInlineSnapshot(`
		[
		  "\`token\` is empty. Set it to an access token from the space's settings.",
		  "\`token\` contains a space, line break, or other character that tokens do not have. Copy the token again, without "Bearer" or quotes.",
		  "Unknown region "mars". The regions are eu, us, ca, ap, cn; for any other address, set \`baseUrl\`.",
		  "\`baseUrl\` is not a valid URL. Write it with scheme and host, such as "https://api.storyblok.com".",
		  "\`baseUrl\` contains a user, query, or fragment, which requests cannot use. Write only scheme, host, and path. The token has its own option.",
		  "\`baseUrl\` ends with "/v2/cdn", which every request adds itself. Remove it.",
		  "\`concurrency\` is 31. It must be a whole number from 1 to 30.",
		  "\`timeoutMs\` is 0. It must be a number of milliseconds above 0.",
		  "\`retry.attempts\` is 0. It must be a whole number from 1 up.",
		]
	`);
});

it('refuses invalid queries before anything is sent', async () => {
	const { service, client } = await startClient(storyList([]));
	const invalid = [
		client.stories.all({ perPage: 101 }),
		client.links.all({ perPage: 0.5 }),
		client.datasources.page({ page: 0 }),
		client.stories.all({ params: { starts_with: 'a' } }),
		client.stories.all({ params: { 'filter_query[a][in]': 'b' } }),
	];
	const settled = await Promise.allSettled<unknown>(invalid);
	expect(settled.map((one) => one.status === 'rejected' && String(one.reason))).toMatchInlineSnapshot(`
		[
		  "SluglineUsageError: \`perPage\` is 101. It must be a whole number from 1 to 100.",
		  "SluglineUsageError: \`perPage\` is 0.5. It must be a whole number from 1 to 1000.",
		  "SluglineUsageError: \`page\` is 0. It must be a whole number from 1 up.",
		  "SluglineUsageError: The query contains \`params: { starts_with }\`. Use the option \`startsWith\` instead.",
		  "SluglineUsageError: The query contains \`params: { filter_query[a][in] }\`. Use the option \`filter\` instead.",
		]
	`);
	expect(service.asked).toHaveLength(0);
});

it('recognizes its errors across copies of the package', () => {
	const details = { kind: 'status', method: 'GET', address: 'a', words: '', hint: 'b', attempts: 1 } as const;
	expect(isServiceError(new SluglineServiceError('x', details))).toBe(true);
	const copy = Object.defineProperty(new Error('x'), 'name', { value: 'SluglineServiceError' });
	expect(isServiceError(copy)).toBe(true);
	expect([isServiceError(new Error('x')), isUsageError(copy)]).toEqual([false, false]);
});
