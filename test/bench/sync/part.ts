import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchOptions } from '../options.js';
import { addressOf, createWorkFolder } from '../processes/work-folder.js';
import type { Size } from '../service/model.js';
import { type Service, startService, token } from '../service/start.js';
import { type Step, steps } from '../steps.js';
import { count, median, megabytes, ratio, seconds, table } from '../table.js';
import type { SyncOrder } from './child.js';
import { runEdge } from './edge.js';
import { linkPages, type Result, runOne, storyPages } from './one.js';

function sizesOf({ long, stories, languages }: BenchOptions): (Size & { rounds: number })[] {
	if (stories !== undefined) return [{ stories, languages: languages ?? 1, rounds: 1 }];
	const usual = [
		{ stories: 10_000, languages: 1, rounds: long ? 5 : 2 },
		{ stories: long ? 10_000 : 1000, languages: 3, rounds: 3 },
		...(long
			? [
					{ stories: 100_000, languages: 1, rounds: 1 },
					{ stories: 100_000, languages: 3, rounds: 1 },
				]
			: []),
	];
	return languages === undefined ? usual : usual.filter((size) => size.languages === languages);
}

/** Syncs without Astro, each in a process of its own, against what the service's rates allow. */
export async function runSync(options: BenchOptions): Promise<void> {
	const work = await createWorkFolder();
	try {
		await runEdge(options, work.path);
		for (const size of sizesOf(options)) {
			const service = await startService({ ...size, latencyMs: options.latencyMs });
			try {
				await runSize(size, service, work.path);
			} finally {
				await service.stop();
			}
		}
	} finally {
		await work.delete();
	}
}

async function runSize(size: Size & { rounds: number }, service: Service, work: string): Promise<void> {
	const results = new Map<Step, Result[]>(steps.map((step) => [step, []]));
	const folder = join(work, 'state');
	const order: SyncOrder = {
		client: addressOf(work, 'astro-slugline/client'),
		sync: addressOf(work, 'astro-slugline/sync'),
		url: service.url,
		token,
		folder,
	};
	for (let round = 1; round <= size.rounds; round++) {
		for (const step of steps) {
			console.error(`… round ${round}, ${step.name}: sync of ${count(size.stories)} stories`);
			if (step.cold) await rm(folder, { recursive: true, force: true });
			await step.act(service);
			await service.counters();
			results.get(step)?.push(await runOne(order, size, service));
		}
	}
	console.log(
		`\nSync alone: ${count(size.stories)} stories, ${size.languages} language${size.languages > 1 ? 's' : ''}; medians of ${size.rounds}\n`,
	);
	console.log(
		table(
			headings,
			steps.map((step) => rowOf(step, size, results.get(step) ?? [])),
		),
	);
}

const headings = [
	'',
	'requests',
	'at most',
	'refused (429)',
	'time',
	'rates allow',
	'ratio',
	'CPU',
	'peak MB',
];

function rowOf(step: Step, size: Size, results: readonly Result[]): string[] {
	const of = (read: (result: Result) => number) => median(results.map(read));
	const ms = of((result) => result.ms);
	const allowed = allowedMs(step, size);
	return [
		step.name,
		count(of(({ requests }) => requests)),
		count(maxRequests(step, size)),
		count(of(({ refused }) => refused)),
		seconds(ms),
		step.cold ? seconds(allowed) : '',
		step.cold ? ratio(ms, allowed) : '',
		seconds(of(({ cpuMs }) => cpuMs)),
		megabytes(of(({ peakMb }) => peakMb)),
	];
}

/** The requests that a sync may take; the space is asked for its version at the beginning and once at the end. */
function maxRequests(step: Step, size: Size): number {
	if (!step.cold && step.changed === 0) return 1;
	return 2 + linkPages(size) + storyPages(size, step.cold ? size.stories : step.changed);
}

/** Stories at 50 pages of 25 per second, and at the same time links at 6 pages of 1000 per second. */
const allowedMs = (step: Step, size: Size): number =>
	step.cold ? Math.max(storyPages(size, size.stories) / 50, linkPages(size) / 6) * 1000 : Number.NaN;
