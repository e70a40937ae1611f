import { expect, it, onTestFinished, vi } from 'vitest';
import { createAsk } from '../../../packages/astro-slugline/src/astro/browser/preview/server.js';

const settings = { endpoint: '/preview/', ticket: 'first' } as Parameters<typeof createAsk>[0];

/** Asks twice: what the first request gives, and the ticket that the second one sends. */
async function askTwice(answer: unknown, status = 200) {
	vi.stubGlobal('location', { origin: 'https://site.test' });
	onTestFinished(() => void vi.unstubAllGlobals());
	const sent: [string, RequestInit][] = [];
	const ask = createAsk(settings, async (url, init) => {
		sent.push([String(url), init ?? {}]);
		return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer), { status });
	});
	const first = await ask({ do: 'visit', path: '/' }).catch((error: Error) => error.message);
	await ask({ do: 'visit', path: '/' }).catch(() => undefined);
	expect(sent.map(([url, { redirect }]) => [url, redirect])).toEqual(
		Array(2).fill(['https://site.test/preview/', 'error']),
	);
	return { first, next: new Headers(sent[1]?.[1].headers).get('x-slugline-ticket') };
}

it.each([
	{ ticket: 'next', scripts: 'x' },
	{ ticket: 'next', scripts: 'x', address: '/preview/other?ticket' },
	{ ticket: 'next', scripts: 'x', page: { html: '<p>', nonces: ['a'] } },
])('uses the answer %j', async (answer) => {
	expect(await askTwice(answer)).toEqual({ first: answer, next: 'next' });
});

it.each([
	'',
	'<p>',
	null,
	[],
	{},
	{ ticket: 'next' },
	{ ticket: 1, scripts: 'x' },
	{ ticket: 'next', scripts: 'x', page: '<p>' },
	{ ticket: 'next', scripts: 'x', page: { html: '<p>' } },
	{ ticket: 'next', scripts: 'x', page: { html: '<p>', nonces: [1] } },
	{ ticket: 'next', scripts: 'x', address: 'https://evil.example/' },
	{ ticket: 'next', scripts: 'x', address: 'javascript:alert(1)' },
])('uses nothing of the answer %j', async (answer) => {
	expect(await askTwice(answer)).toEqual({ first: 'The page could not be updated.', next: 'first' });
});

it('names the reason of a refusal', async () => {
	expect(await askTwice({ message: 'Because.' }, 403)).toEqual({ first: 'Because.', next: 'first' });
	expect(await askTwice({ message: 1 }, 403)).toEqual({
		first: 'The page could not be updated.',
		next: 'first',
	});
});

it('says that the server does not respond where a proxy answers for it', async () => {
	for (const status of [502, 503, 504])
		expect(await askTwice('<h1>Bad gateway</h1>', status)).toEqual({
			first: 'The server does not respond. Preview continues when it does.',
			next: 'first',
		});
	expect(await askTwice({ message: 'Release 9 could not be loaded.' }, 502)).toMatchObject({
		first: 'Release 9 could not be loaded.',
	});
});
