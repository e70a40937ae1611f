import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { promisify } from 'node:util';
import {
	createRebuildHook,
	nodeListener,
	type RebuildHook,
	type RebuildHookOptions,
} from 'astro-slugline/rebuild';
import fc from 'fast-check';
import { createStorage } from 'unstorage';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isLong } from '../support/long.js';
import { docBlocks } from '../support/readme.js';
import { bodyOf, call, headersOf, published, secret, sign } from './support/calls.js';
import { collectLines, createTestHook } from './support/hook.js';

const numRuns = isLong ? 2000 : 100;

function post(body: BodyInit, headers: Record<string, string> = {}): Request {
	const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' };
	return new Request('https://site.example/hook', init);
}

async function read(response: Response) {
	expect(response.headers.get('content-type')).toContain('application/json');
	return { status: response.status, body: await response.json() };
}

describe('the response to a call', () => {
	it.each(['user.added', 'stage.changed', 'asset.created', 'discussion.created', 'story.saved', 'nonsense'])(
		'is 202 for %s, which starts no build',
		async (trigger) => {
			const { hook, clock, target } = createTestHook();
			expect((await hook(call(trigger, { story_id: 1 }))).status).toBe(202);
			await clock.pass(60_000);
			expect(target.builds).toEqual([]);
		},
	);

	it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])(
		'is 405 for %s, and names the allowed method',
		async (method) => {
			const { hook } = createTestHook();
			const response = await hook(new Request('https://site.example/hook', { method }));
			expect(response.status).toBe(405);
			expect(response.headers.get('allow')).toBe('POST');
		},
	);

	it.each([
		['no signature', { secret: null }],
		['an empty signature', { signature: '' }],
		['a signature with another secret', { secret: 'guessed' }],
		['a signature of another body', { signature: sign('{}') }],
		['a truncated signature', { signature: sign(bodyOf('story.published')).slice(0, 38) }],
		['a signature that is not hexadecimal', { signature: 'z'.repeat(40) }],
		['a signature with extra digits', { signature: `${sign(bodyOf('story.published'))}00` }],
	])('is 401 for %s, without a reason', async (_, options) => {
		const { hook, clock, target } = createTestHook();
		expect(await read(await hook(call('story.published', {}, options)))).toEqual({
			status: 401,
			body: { error: 'unauthorized' },
		});
		await clock.pass(60_000);
		expect(target.builds).toEqual([]);
	});

	it('is 202 for each of several secrets, while one replaces the other', async () => {
		const { hook } = createTestHook({ secrets: ['new', 'old'] });
		expect((await hook(call('story.published', {}, { secret: 'old' }))).status).toBe(202);
		expect((await hook(call('story.published', {}, { secret: 'new' }))).status).toBe(202);
		expect((await hook(call('story.published', {}, { secret: 'older' }))).status).toBe(401);
	});

	it('is 202 without a signature if `unsigned` is set', async () => {
		const { hook } = createTestHook({ secrets: [], unsigned: true });
		expect((await hook(call('story.published', {}, { secret: null }))).status).toBe(202);
	});

	it.each([
		'',
		'not json',
		'{"action":',
		'{"action":"published"}}',
		'\u0000',
		new Uint8Array([0x22, 0xff, 0xfe, 0x22]),
	])('is 400 for a signed body that is not JSON: %j', async (body) => {
		const { hook } = createTestHook();
		const answer = await hook(post(body, { 'webhook-signature': sign(body) }));
		expect(await read(answer)).toEqual({ status: 400, body: { error: 'bad request' } });
	});

	it('is 400 for a body that breaks off', async () => {
		const { hook } = createTestHook();
		const body = new ReadableStream({
			pull(controller) {
				controller.error(new Error('gone'));
			},
		});
		expect((await hook(post(body))).status).toBe(400);
	});

	it.each([
		...(['{}', 'null', '[]', '"text"', '7', '{"__proto__":{"action":"published"}}'] as const).map(
			(body) => [400, body] as const,
		),
		[202, '{"action":"whatever"}'],
	] as const)('is %i for JSON without a trigger, which starts no build: %s', async (status, body) => {
		const { hook, clock, target } = createTestHook();
		expect((await hook(post(body, { 'webhook-signature': sign(body) }))).status).toBe(status);
		await clock.pass(60_000);
		expect(target.builds).toEqual([]);
	});

	it('is 413 for a body above the limit, of which little more is read', async () => {
		const { hook } = createTestHook({ maxBodyBytes: 1000 });
		const exact = bodyOf('story.published').padEnd(1000);
		for (const [body, status] of [
			[exact, 202],
			[`${exact} `, 413],
		] as const) {
			expect((await hook(post(body, headersOf('story.published', body)))).status).toBe(status);
		}
		let sent = 0;
		const endless = new ReadableStream<Uint8Array>({
			pull(controller) {
				sent += 100;
				controller.enqueue(new Uint8Array(100));
			},
		});
		expect((await hook(post(endless))).status).toBe(413);
		expect(sent).toBeLessThan(2000);
	});

	it('is 408 for a body that does not arrive in time', async () => {
		const { hook, clock } = createTestHook({ bodyTimeoutMs: 5000 });
		let cancelled = false;
		const body = new ReadableStream({
			start(controller) {
				controller.enqueue(new TextEncoder().encode('{"action":'));
			},
			cancel() {
				cancelled = true;
			},
		});
		const answer = hook(post(body, { 'webhook-signature': '00' }));
		await clock.pass(5000);
		expect(await read(await answer)).toEqual({ status: 408, body: { error: 'request timeout' } });
		expect(cancelled).toBe(true);
	});

	it('is 503 when the call cannot be stored', async () => {
		const driver = {
			hasItem: () => false,
			getItem: () => null,
			setItem: () => Promise.reject(new Error('redis://:password@cache.example is gone')),
			getKeys: () => [],
		};
		const { hook, logger } = createTestHook({ storage: createStorage({ driver }) });
		expect((await hook(published())).status).toBe(503);
		expect(logger.lines.at(-1)).toMatchInlineSnapshot(
			`"The storage of the rebuild hook could not be written. Calls that cannot be stored are answered with 503. Check the option \`storage\`, or without it, that the folder .slugline can be written."`,
		);
	});
});

it('accepts only the correct signature', async () => {
	const { hook } = createTestHook();
	await fc.assert(
		fc.asyncProperty(fc.string(), fc.string({ minLength: 1 }), async (text, key) => {
			const body = JSON.stringify({ text });
			const options = { topic: 'user.added', secret: key };
			const response = await hook(post(body, headersOf('user.added', body, options)));
			expect(response.status).toBe(key === secret ? 202 : 401);
		}),
		{ numRuns, seed: 5 },
	);
});

it('rejects a body with any changed byte', async () => {
	const { hook } = createTestHook();
	const body = new TextEncoder().encode(bodyOf('user.added', { user_id: 7 }));
	await fc.assert(
		fc.asyncProperty(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
			const other = Uint8Array.from(body, (byte, index) => (index === at ? byte ^ change : byte));
			expect((await hook(post(other, { 'webhook-signature': sign(body) }))).status).toBe(401);
		}),
		{ numRuns, seed: 5 },
	);
});

const hasCommands = spawnSync('sh', ['-c', 'command -v curl && command -v openssl']).status === 0;

describe('nodeListener()', () => {
	async function serve(
		options: Partial<RebuildHookOptions> = {},
	): Promise<{ url: string; hook: RebuildHook }> {
		const hook = createRebuildHook({
			secrets: [secret],
			targets: [() => {}],
			storage: createStorage(),
			logger: collectLines(),
			...options,
		});
		const server = createServer(nodeListener(hook));
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		onTestFinished(async () => {
			server.closeAllConnections();
			server.close();
			await hook.close();
		});
		const { port } = server.address() as AddressInfo;
		return { url: `http://127.0.0.1:${port}/`, hook };
	}

	/** Sends text over a bare connection, and returns the response as text. */
	function exchange(url: string, text: string): Promise<string> {
		return new Promise((resolve, reject) => {
			const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
			let answer = '';
			socket.on('data', (chunk) => {
				answer += chunk;
			});
			socket.on('close', () => resolve(answer));
			socket.on('error', reject);
		});
	}

	// Minimal systems lack the two.
	it.runIf(hasCommands)('accepts the call that the docs send by hand', async () => {
		const { url } = await serve();
		const shown = (await docBlocks('rebuild.md')).find(({ section }) => section === 'A call by hand');
		const script = `${shown?.code}`.replace('http://localhost:8787', url);
		const env = { ...process.env, SLUGLINE_WEBHOOK_SECRET: secret };
		const { stdout } = await promisify(execFile)('sh', ['-c', script], { env });
		expect(JSON.parse(stdout)).toEqual({ status: 'accepted' });
	});

	it('sends the responses of the hook', async () => {
		const { url } = await serve();
		const body = bodyOf('story.published', { text: 'Grüße – 中文' });
		const send = (init: RequestInit) =>
			fetch(url, init).then(async (answer) => [answer.status, await answer.json()]);
		expect(await send({ method: 'POST', body, headers: headersOf('story.published', body) })).toEqual([
			202,
			{ status: 'accepted' },
		]);
		expect(await send({ method: 'POST', body })).toEqual([401, { error: 'unauthorized' }]);
		expect(await send({ method: 'GET' })).toEqual([405, { error: 'method not allowed' }]);
		expect(await send({ method: 'POST' })).toEqual([401, { error: 'unauthorized' }]);
	});

	it('answers 413 to a large body, sent whole or in chunks', async () => {
		const { url } = await serve();
		const large = 'x'.repeat(3_000_000);
		expect((await fetch(url, { method: 'POST', body: large })).status).toBe(413);
		const init: RequestInit & { duplex: 'half' } = {
			method: 'POST',
			body: new Blob([large]).stream(),
			duplex: 'half',
		};
		expect((await fetch(url, init)).status).toBe(413);
	});

	it('answers 408 to a slow sender and ends the connection', async () => {
		const { url } = await serve({ bodyTimeoutMs: 50 });
		const answer = await exchange(url, 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"act');
		expect(answer).toContain('408 Request Timeout');
		expect(answer).toContain('{"error":"request timeout"}');
	});

	it('answers 405 to a method that Request does not accept', async () => {
		const { url } = await serve();
		expect(await exchange(url, 'TRACE / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).toContain(
			' 405 ',
		);
	});

	it('reuses its connection for the next call', async () => {
		const { url } = await serve();
		const body = bodyOf('user.added');
		const request = `POST / HTTP/1.1\r\nhost: x\r\nwebhook-signature: ${sign(body)}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
		const answer = await exchange(url, `${request}\r\n${body}${request}connection: close\r\n\r\n${body}`);
		expect(answer.match(/202 Accepted/g)).toHaveLength(2);
	});
});

it('logs refused calls once a minute for each reason', async () => {
	const { hook, logger, clock } = createTestHook({ maxBodyBytes: 500 });
	const refuse = async () => {
		await hook(call('story.published', {}, { secret: 'wrong' }));
		await hook(call('story.published', { text: 'x'.repeat(1000) }));
	};
	for (let time = 0; time <= 50; time += 1) await refuse();
	await clock.pass(61_000);
	await refuse();
	expect(logger.lines.slice(1)).toMatchInlineSnapshot(`
		[
		  "A webhook call was refused with 401: its signature is missing or wrong. Check that the webhook in the space has the same secret as this receiver.",
		  "A webhook call was refused with 413: its body is too large. Check what calls this address and \`maxBodyBytes\`.",
		  "A webhook call was refused with 401, and 50 others like it: its signature is missing or wrong. Check that the webhook in the space has the same secret as this receiver.",
		  "A webhook call was refused with 413, and 50 others like it: its body is too large. Check what calls this address and \`maxBodyBytes\`.",
		]
	`);
});

it('throws if the host has already read the body', async () => {
	const { hook } = createTestHook();
	const request = published();
	await request.text();
	await expect(hook(request)).rejects.toThrowErrorMatchingInlineSnapshot(
		`[RebuildError: The webhook call's body was read before the rebuild hook got it, and its signature is over the raw bytes. Hand the request over unread, or a clone of it.]`,
	);
});
