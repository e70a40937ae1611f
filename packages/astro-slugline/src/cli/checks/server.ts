import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parsedJson } from 'astro-keep/shared/json';
import { z } from 'zod';
import { type LiveReport, liveReportAction } from '../../shared/api/live-report.js';
import type { CurrentSpace } from '../../wire/index.js';
import type { Terminal } from '../terminal.js';
import { secondLookMs } from './edge.js';
import { type Finding, good, open, words, wrong } from './finding.js';

const reportSchema = z.object({
	space: z.object({ id: z.number(), name: z.string() }).nullable(),
	problem: z.string().nullable(),
	isCurrent: z.boolean(),
	cache: z.string().nullable(),
}) satisfies z.ZodType<LiveReport>;

/** A deployed server with live pages. */
interface Server {
	/** Address that webhook calls go to. */
	endpoint: string;
	/** Secret of the webhook. */
	secret: string;
	fetch: typeof globalThis.fetch;
}

/** Milliseconds between looks at the test page, and after which it should have changed. */
const lookMs = 100;
const longestMs = 30_000;

/** What was not checked of a site that has a server, by the place of its `slugline.json`. */
export const serverToken = (built: string): Finding[] =>
	/\bclient[\\/]slugline\.json$/.test(built)
		? [
				open(
					'Server',
					'Its environment was not checked. Pages rendered on demand read the token from SLUGLINE_TOKEN there.',
					'Set SLUGLINE_TOKEN where the server runs, unless no such page reads the space.',
				),
			]
		: [];

/** Checks whether a deployed server can show what is published: by a signed call, and by a test page that the call purges. */
export async function checkServer(
	endpoint: string,
	{ env, fetch }: Terminal,
	space: CurrentSpace | undefined,
): Promise<Finding[]> {
	const secret = env['SLUGLINE_WEBHOOK_SECRET'];
	if (!secret) {
		const todo = 'Set SLUGLINE_WEBHOOK_SECRET to the secret of the webhook.';
		return [open('Server', 'Not checked: this needs the secret of the webhook.', todo)];
	}
	const server = { endpoint, secret, fetch };
	try {
		const page = await cachedPage(server);
		const began = performance.now();
		const answer = await askReport(server);
		if (!('isCurrent' in answer)) return [refused(answer.status)];
		const isCurrent = answer.isCurrent || (await looksAgain(server));
		const purge = page && !answer.problem ? [await purged(server, page, began)] : [];
		return [reads(answer, space), ...snapshot(isCurrent), caching(answer, page), ...purge];
	} catch (error) {
		const todo = 'Check the address, and that this machine can reach it.';
		return [open('Server', `It did not answer at ${endpoint}. ${words(error)}`, todo)];
	}
}

/** The test page, if a cache keeps it. A cache of several machines may have to be asked more than once. */
async function cachedPage(server: Server): Promise<string | undefined> {
	let last: string | undefined;
	for (let look = 1; look <= 5; look++) {
		const page = await testPage(server);
		if (page === last) return page;
		last = page;
	}
	return undefined;
}

const testPage = async ({ endpoint, fetch }: Server): Promise<string> => (await fetch(endpoint)).text();

async function askReport({ endpoint, secret, fetch }: Server): Promise<LiveReport | { status: number }> {
	const body = JSON.stringify({ action: liveReportAction });
	const response = await fetch(endpoint, {
		method: 'POST',
		body,
		headers: {
			'content-type': 'application/json',
			'webhook-signature': createHmac('sha1', secret).update(body).digest('hex'),
		},
	});
	const found = reportSchema.safeParse(parsedJson(await response.text()));
	return found.success ? found.data : { status: response.status };
}

async function looksAgain(server: Server): Promise<boolean> {
	await pause(secondLookMs);
	const answer = await askReport(server);
	return 'isCurrent' in answer && answer.isCurrent;
}

/** What the endpoint's refusals mean, and what to do. */
const refusals: Readonly<Record<number, readonly [what: string, todo: string]>> = {
	401: [
		'It refuses calls that are signed with SLUGLINE_WEBHOOK_SECRET.',
		'Give the server, the webhook, and this command the same secret.',
	],
	503: [
		'It has no secret, so it refuses all calls and caches no live page.',
		'Set SLUGLINE_WEBHOOK_SECRET in the environment of the server.',
	],
};

function refused(status: number): Finding {
	const [what, todo] = refusals[status] ?? [
		`It answers ${status}, and not as the endpoint of live pages.`,
		'Check the address. The option `rebuild: {}` adds the endpoint at /_slugline/rebuild to a site with src/live.config, with a slash at the end if `trailingSlash` is always.',
	];
	return wrong('Server', what, todo);
}

function reads({ space, problem }: LiveReport, own: CurrentSpace | undefined): Finding {
	const secret = 'It accepts signed calls';
	if (problem)
		return wrong(
			'Server',
			`${secret}, but it cannot ${space ? 'purge' : 'read the space'}: ${problem}`,
			space ? 'Check the cache of the host.' : 'Check SLUGLINE_TOKEN in the environment of the server.',
		);
	const name = space ? `"${space.name}" (${space.id})` : '';
	if (own && space?.id !== own.id)
		return wrong(
			'Server',
			`${secret}, but it reads the space ${name}.`,
			'Set SLUGLINE_TOKEN in the environment of the server to a token of this space.',
		);
	return good('Server', `${secret}, and reads the space ${name} with its token.`);
}

const snapshot = (isCurrent: boolean): Finding[] =>
	isCurrent
		? []
		: [
				wrong(
					'Snapshot',
					'The token of the server has a Minimum Cache TTL: live pages show published changes only at that interval, not in seconds.',
					"Set the token's Minimum Cache TTL to 0 in the space's settings.",
				),
			];

function caching({ cache }: LiveReport, page: string | undefined): Finding {
	if (cache === null)
		return open(
			'Cache',
			'The site has no cache provider, so each visit renders its page.',
			'Set `cache.provider` in astro.config.',
		);
	if (page === undefined)
		return wrong(
			'Cache',
			`The provider is "${cache}", but a test page was not cached.`,
			'Check that no proxy in front of the host turns caching off.',
		);
	if (cache !== 'memory') return good('Cache', `The provider "${cache}" caches pages.`);
	return good(
		'Cache',
		'The memory of the process caches pages. Each further process needs calls of its own.',
	);
}

/** Waits until a new test page is there. */
async function purged(server: Server, page: string, began: number): Promise<Finding> {
	for (;;) {
		const isNew = (await testPage(server)) !== page;
		const seconds = ((performance.now() - began) / 1000).toFixed(1);
		if (isNew) return good('Purge', `A signed call purged the cached test page after ${seconds} s.`);
		if (performance.now() - began > longestMs)
			return wrong(
				'Purge',
				`A signed call has not purged the cached test page within ${seconds} s.`,
				"Check the cache in the host's settings, and the log of the server.",
			);
		await pause(lookMs);
	}
}
