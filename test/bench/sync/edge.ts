import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchOptions } from '../options.js';
import { addressOf } from '../processes/work-folder.js';
import type { Size } from '../service/model.js';
import { type Service, startService, token } from '../service/start.js';
import { count, median, ratio, seconds, table } from '../table.js';
import { linkPages, type Result, runOne, storyPages } from './one.js';

const builds = 4;

/**
 * First syncs of fresh machines behind an edge that caches answers by their address: with a cold edge, with a warm edge, and four
 * at once with one token and a cold edge.
 */
export async function runEdge(
	{ long, stories = 10_000, languages = 1, latencyMs }: BenchOptions,
	work: string,
) {
	const size: Size = { stories, languages };
	const rounds = long ? 5 : 2;
	const cold: Result[] = [];
	const warm: Result[] = [];
	const together: Result[] = [];
	const service = await startService({ ...size, latencyMs, edge: true });
	try {
		for (let round = 1; round <= rounds; round++) {
			console.error(`… round ${round}, behind an edge: syncs of ${count(stories)} stories`);
			// A publish makes the edge cold for every address.
			await service.change(1);
			cold.push(await fresh(work, 'cold', size, service));
			warm.push(await fresh(work, 'warm', size, service));
			await service.change(1);
			const began = performance.now();
			const four = await Promise.all(
				Array.from({ length: builds }, (_, n) => fresh(work, `four-${n}`, size, service)),
			);
			const sum = (read: (result: Result) => number) => four.reduce((all, one) => all + read(one), 0);
			together.push({
				requests: sum(({ requests }) => requests),
				refused: sum(({ refused }) => refused),
				ms: performance.now() - began,
				cpuMs: sum(({ cpuMs }) => cpuMs),
				peakMb: Math.max(...four.map(({ peakMb }) => peakMb)),
			});
		}
	} finally {
		await service.stop();
	}
	const floor = Math.max(storyPages(size, stories) / 50, linkPages(size) / 6) * 1000;
	const ms = (results: readonly Result[]) => median(results.map((result) => result.ms));
	const row = (name: string, results: readonly Result[], against: string, to: number, limit: string) => [
		name,
		count(median(results.map(({ requests }) => requests))),
		count(median(results.map(({ refused }) => refused))),
		seconds(ms(results)),
		against,
		ratio(ms(results), to),
		limit,
	];
	console.log(`\nBehind an edge: first syncs of ${count(stories)} stories; medians of ${rounds}\n`);
	console.log(
		table(
			['', 'requests', 'refused (429)', 'time', 'against', 'ratio', 'at most'],
			[
				row('cold edge', cold, `rates allow ${seconds(floor)}`, floor, '1.15'),
				row('warm edge', warm, 'cold edge', ms(cold), '0.30'),
				row(`${builds} builds at once, cold, none lost`, together, 'cold edge', ms(cold), ''),
			],
		),
	);
}

async function fresh(work: string, name: string, size: Size, service: Service): Promise<Result> {
	const folder = join(work, 'state', name);
	await rm(folder, { recursive: true, force: true });
	const order = {
		client: addressOf(work, 'astro-slugline/client'),
		sync: addressOf(work, 'astro-slugline/sync'),
		url: service.url,
		token,
		folder,
	};
	return runOne(order, size, service);
}
