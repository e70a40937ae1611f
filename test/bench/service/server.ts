// The service that the bench asks, in a process of its own. Its size and latency come as JSON in the last argument. It prints
// its address. Requests below /control are not counted, not limited, and not slowed down.
import { createServer, type ServerResponse } from 'node:http';
import { createAnswers } from './answers.js';
import { createLimits } from './limits.js';
import { createModel, type Size, slugOf, titleOf } from './model.js';

export interface ServerOrder extends Size {
	latencyMs: number;
	/** Caches published answers by their address, as an edge does. Cached answers do not count towards the limits. */
	edge?: boolean;
}

/** What was asked since the counters were last read. */
export interface Counters {
	requests: number;
	/** Those that got 429. */
	refused: number;
	/** Those that the edge answered. */
	hits: number;
	bytes: number;
}

const order = JSON.parse(process.argv.at(-1) ?? '') as ServerOrder;
const space = createModel(order);
const answer = createAnswers(space);
const limits = createLimits(Date.now);
const edge = new Map<string, { body: Buffer; headers: Record<string, string> }>();
let counters: Counters = { requests: 0, refused: 0, hits: 0, bytes: 0 };

const server = createServer((request, response) => {
	const url = new URL(request.url ?? '/', 'http://service');
	if (url.pathname.startsWith('/control/')) return control(url, response);
	counters.requests += 1;
	const cached = order.edge ? edge.get(url.href) : undefined;
	const refusal = cached ? undefined : limits.enter(url);
	if (cached) counters.hits += 1;
	else if (refusal === undefined) response.on('close', limits.leave);
	else counters.refused += 1;
	setTimeout(() => {
		if (cached) return sendBytes(response, 200, cached.body, { ...cached.headers, ...cacheHeader('Hit') });
		if (refusal !== undefined) return send(response, 429, { error: refusal }, cacheHeader('Error'));
		const address = url.href;
		const answered = answer(url);
		if (answered.status === 301) {
			return response.writeHead(301, { Location: answered.location, ...cacheHeader('Miss') }).end();
		}
		const body = Buffer.from(JSON.stringify(answered.body));
		const { headers = {} } = answered;
		if (order.edge && answered.status === 200 && url.searchParams.has('cv'))
			edge.set(address, { body, headers });
		sendBytes(response, answered.status, body, { ...headers, ...cacheHeader('Miss') });
	}, order.latencyMs);
});

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
	sendBytes(response, status, Buffer.from(JSON.stringify(body)), headers);
}

/** Only an edge says where an answer came from. */
const cacheHeader = (what: 'Hit' | 'Miss' | 'Error'): Record<string, string> =>
	order.edge ? { 'X-Cache': `${what} from cloudfront` } : {};

function sendBytes(response: ServerResponse, status: number, bytes: Buffer, headers: Record<string, string>) {
	counters.bytes += bytes.length;
	response
		.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length, ...headers })
		.end(bytes);
}

function control(url: URL, response: ServerResponse) {
	if (url.pathname === '/control/change') space.change(Number(url.searchParams.get('count')));
	if (url.pathname === '/control/rename') space.renameFolder();
	if (url.pathname === '/control/entries') return response.end(entries().join('\n'));
	const { requests, refused, hits, bytes } = counters;
	if (url.pathname === '/control/counters') counters = { requests: 0, refused: 0, hits: 0, bytes: 0 };
	response.end(JSON.stringify({ requests, refused, hits, bytes }));
}

/** What a site must hold: the slug and the title of every story in every language. */
const entries = () =>
	['default', ...space.codes].flatMap((lang) =>
		space.stories.map((story) => {
			const slug = lang === 'default' ? slugOf(story) : `${lang}/${slugOf(story)}`;
			return `${slug}\t${titleOf(story, lang)}`;
		}),
	);

server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => {
	const address = server.address();
	if (address && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`);
});
