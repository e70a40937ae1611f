// The service that the bench asks, in a process of its own. Its size and latency come as JSON in the last argument; it
// prints its address. Requests below /control are not counted, not limited and not slowed down.
import { createServer, type ServerResponse } from 'node:http';
import { createAnswers } from './answers.js';
import { createLimits } from './limits.js';
import { createModel, type Size, slugOf, titleOf } from './model.js';

export interface ServerOrder extends Size {
	latencyMs: number;
}

/** What was asked since the counters were last read. */
export interface Counters {
	requests: number;
	/** Those that got 429. */
	refused: number;
	bytes: number;
}

const order = JSON.parse(process.argv.at(-1) ?? '') as ServerOrder;
const space = createModel(order);
const answer = createAnswers(space);
const limits = createLimits(Date.now);
let counters: Counters = { requests: 0, refused: 0, bytes: 0 };

const server = createServer((request, response) => {
	const url = new URL(request.url ?? '/', 'http://service');
	if (url.pathname.startsWith('/control/')) return control(url, response);
	counters.requests += 1;
	const refusal = limits.enter(url);
	if (refusal === undefined) response.on('close', limits.leave);
	else counters.refused += 1;
	setTimeout(() => {
		if (refusal !== undefined) return send(response, 429, { error: refusal });
		const answered = answer(url);
		if (answered.status === 301) return response.writeHead(301, { Location: answered.location }).end();
		send(response, answered.status, answered.body, answered.headers);
	}, order.latencyMs);
});

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
	const bytes = Buffer.from(JSON.stringify(body));
	counters.bytes += bytes.length;
	response
		.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length, ...headers })
		.end(bytes);
}

function control(url: URL, response: ServerResponse) {
	if (url.pathname === '/control/change') space.change(Number(url.searchParams.get('count')));
	if (url.pathname === '/control/rename') space.renameFolder();
	if (url.pathname === '/control/entries') return response.end(entries().join('\n'));
	const { requests, refused, bytes } = counters;
	if (url.pathname === '/control/counters') counters = { requests: 0, refused: 0, bytes: 0 };
	response.end(JSON.stringify({ requests, refused, bytes }));
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
