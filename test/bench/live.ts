import { setTimeout as pause } from 'node:timers/promises';
import { createWorld, publishALot } from '../astro/server/world.js';
import { type Live, openLive, story } from '../support/live-site.js';
import type { BenchOptions } from './main.js';
import { count, quantile, seconds } from './table.js';

const boundMs = 1000;
const maxRequests = 4;

const files = {
	'content/other.md': story('Other'),
	'src/pages/[...path].astro': `---
import { getLiveEntry } from 'astro:content';
export const prerender = false;
const { entry } = await getLiveEntry('live', { path: Astro.url.pathname });
if (!entry) return new Response(null, { status: 404 });
---
<html><body><h1>{entry.data.content.title}</h1><i>{Math.random()}</i></body></html>`,
	'src/pages/heap.ts': `export const prerender = false;
export const GET = () => {
	globalThis.gc?.();
	return new Response(String(process.memoryUsage().heapUsed));
};`,
};

/** When each of 200 publishes in a minute is visible where a host limits purges, in simulated time. */
async function runLimits(): Promise<void> {
	const world = createWorld('Cloudflare');
	await publishALot(world);
	const { purges } = world.cache;
	const waits = world.waits();
	const shown = waits.map((ms, at) => `${(ms / 1000).toFixed(1)}${at % 20 === 19 ? '\n' : ''}`).join(' ');
	const at = (share: number) => seconds(quantile(waits, share));
	console.log(
		`\n200 publishes in a minute with Cloudflare's limits (simulated; the service calls after 2 s): ${waits.length} visible, ${purges} purges by then; from the publish to a visitor ${at(0.5)} (p50), ${at(0.95)} (p95), ${at(1)} at most. Seconds of each:\n ${shown}`,
	);
}

/** How long a visitor waits for what was published, from the webhook call to the new page, and what the server asks and keeps. */
export async function runLive({ long, latencyMs }: BenchOptions): Promise<void> {
	await runLimits();
	const live = await openLive(
		{ ...files, 'content/hello.md': story('0') },
		{ delayMs: latencyMs, env: { NODE_ARGS: '--expose-gc' } },
	);
	const { service, server } = live;
	try {
		const publishes = long ? 100 : 20;
		const times: number[] = [];
		const other = await server.ask('/other');
		for (let number = 1; number <= publishes; number++) {
			await server.ask('/hello');
			const began = await publish(live, String(number));
			while (!(await server.ask('/hello')).text.includes(`<h1>${number}</h1>`)) await pause(5);
			times.push(performance.now() - began);
			// Calls within a second of a purge are joined.
			await pause(1050);
		}
		const isKept = (await server.ask('/other')).text === other.text;
		const at = (share: number) => Math.round(quantile(times, share));
		console.log(
			`\nLive pages: ${publishes} publishes, a service with ${latencyMs} ms: new page after ${at(0.5)} ms (p50), ${at(0.95)} ms (p95), bound ${boundMs}; another page ${isKept ? 'stayed cached' : 'WAS RENDERED AGAIN'}.`,
		);

		await pause(9000);
		await publish(live, 'Last');
		const before = service.requests.length;
		await Promise.all(Array.from({ length: 500 }, () => server.ask('/hello')));
		const asked = service.requests.slice(before).filter((request) => !request.includes('per_page=1'));
		console.log(
			`500 visitors of the purged page at once: ${asked.length + 2} requests at most, bound ${maxRequests}.`,
		);

		const requests = long ? 50_000 : 5000;
		const heaps: number[] = [];
		for (let done = 0; done < requests; done += requests / 5) {
			for (let batch = 0; batch < requests / 5; batch += 50)
				await Promise.all(
					Array.from({ length: 50 }, (_, one) =>
						server.ask(one % 2 === 0 ? `/none/${done + batch + one}` : '/hello'),
					),
				);
			heaps.push(Number((await server.ask('/heap')).text) / 1024 / 1024);
		}
		console.log(
			`Heap over ${count(requests)} requests, half of them for pages that do not exist: ${heaps.map((heap) => heap.toFixed(1)).join(', ')} MB.`,
		);
	} finally {
		await live.site.delete();
	}
}

/** Publishes a story under a new title. Returns when its webhook was called. */
async function publish({ site, service, server }: Live, title: string): Promise<number> {
	await site.write({ 'content/hello.md': story(title) });
	await service.space.refresh();
	const response = await fetch(`${service.url}/v2/cdn/stories/hello?token=${service.space.tokens.public}`);
	const { id } = (await response.json()).story;
	const began = performance.now();
	await server.call('story.published', { story_id: id, full_slug: 'hello' });
	return began;
}
