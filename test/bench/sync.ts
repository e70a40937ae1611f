import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchOptions } from './main.js';
import { deleteFolder, type Measured, pathOf, runMeasured } from './processes.js';
import { type Service, type Step, startService, steps } from './service.js';
import { type Size, storiesPerFolder, token } from './space.js';
import { count, median, ratio, seconds, table } from './table.js';

type Result = Omit<Measured, 'output'> & ReturnType<Service['counters']>;

const medianOf = (results: readonly Result[], what: keyof Result) =>
	median(results.map((result) => result[what]));

/** Syncs without Astro, each in a process of its own, against what the service's rates allow. */
export async function runSync(options: BenchOptions): Promise<void> {
	const work = await mkdtemp(join(tmpdir(), 'slugline-bench-'));
	try {
		await runEdge(options, work);
		for (const size of sizesOf(options)) await runSize(size, options, work);
	} finally {
		await deleteFolder(work);
	}
}

function sizesOf({ long, stories, languages }: BenchOptions): (Size & { rounds: number })[] {
	if (stories !== undefined) return [{ stories, languages: languages ?? 1, rounds: 1 }];
	const usual = [
		{ stories: 10_000, languages: 1, rounds: long ? 5 : 2 },
		{ stories: long ? 10_000 : 1000, languages: 3, rounds: 3 },
		...(long ? [1, 3].map((number) => ({ stories: 100_000, languages: number, rounds: 1 })) : []),
	];
	return usual.filter((size) => languages === undefined || size.languages === languages);
}

async function runSize(
	{ rounds, ...size }: Size & { rounds: number },
	{ latencyMs }: BenchOptions,
	work: string,
): Promise<void> {
	const service = await startService({ ...size, latencyMs });
	const results = new Map<Step, Result[]>(steps.map((step) => [step, []]));
	try {
		for (let round = 1; round <= rounds; round++) {
			for (const step of steps) {
				console.error(`… round ${round}, ${step.name}: sync of ${count(size.stories)} stories`);
				step.act(service.space);
				results.get(step)?.push(await sync(join(work, 'state'), size, service, step.changed === undefined));
			}
		}
	} finally {
		service.stop();
	}
	const rows = [...results].map(([{ name, changed }, measured]) => {
		const of = (what: keyof Result) => medianOf(measured, what);
		const isCold = changed === undefined;
		// The space is asked for its version at the beginning and once at the end.
		const most = changed === 0 ? 1 : 2 + linkPages(size) + storyPages(size, changed ?? size.stories);
		return [
			...[name, count(of('requests')), count(most), count(of('refused')), seconds(of('ms'))],
			...(isCold ? [seconds(allowedMs(size)), ratio(of('ms'), allowedMs(size))] : ['', '']),
			...[seconds(of('cpuMs')), count(of('peakMb'))],
		];
	});
	console.log(
		`\nSync alone: ${count(size.stories)} stories, languages: ${size.languages}; medians of ${rounds}\n`,
	);
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
	console.log(table(headings, rows));
}

const builds = 4;

/**
 * First syncs of fresh machines behind an edge that caches answers by their address: with a cold edge, with a warm edge, and four
 * at once with one token and a cold edge.
 */
async function runEdge({ long, stories = 10_000, languages = 1, latencyMs }: BenchOptions, work: string) {
	const size = { stories, languages };
	const rounds = long ? 5 : 2;
	const service = await startService({ ...size, latencyMs, edge: true });
	const [cold, warm, together]: [Result[], Result[], Result[]] = [[], [], []];
	const fresh = (name = '0') => sync(join(work, name), size, service, true);
	try {
		for (let round = 1; round <= rounds; round++) {
			console.error(`… round ${round}, behind an edge: syncs of ${count(stories)} stories`);
			// A publish makes the edge cold for every address.
			service.space.change(1);
			cold.push(await fresh());
			warm.push(await fresh());
			service.space.change(1);
			const four = await Promise.all(Array.from({ length: builds }, (_, n) => fresh(String(n))));
			const sum = (what: keyof Result) => four.reduce((all, one) => all + one[what], 0);
			together.push({
				...{ requests: sum('requests'), refused: sum('refused'), cpuMs: sum('cpuMs') },
				ms: Math.max(...four.map(({ ms }) => ms)),
				peakMb: Math.max(...four.map(({ peakMb }) => peakMb)),
			});
		}
	} finally {
		service.stop();
	}
	const row = (name: string, results: readonly Result[], against: string, to: number, limit: string) => {
		const ms = medianOf(results, 'ms');
		const asked = [count(medianOf(results, 'requests')), count(medianOf(results, 'refused'))];
		return [name, ...asked, seconds(ms), against, ratio(ms, to), limit];
	};
	const allowed = allowedMs(size);
	const coldMs = medianOf(cold, 'ms');
	console.log(`\nBehind an edge: first syncs of ${count(stories)} stories; medians of ${rounds}\n`);
	console.log(
		table(
			['', 'requests', 'refused (429)', 'time', 'against', 'ratio', 'at most'],
			[
				row('cold edge', cold, `rates allow ${seconds(allowed)}`, allowed, '1.15'),
				row('warm edge', warm, 'cold edge', coldMs, '0.30'),
				row(`${builds} builds at once, cold, none lost`, together, 'cold edge', coldMs, ''),
			],
		),
	);
}

/** One sync, in a process of its own. */
async function sync(
	folder: string,
	size: Size,
	{ url, counters }: Service,
	isFirst: boolean,
): Promise<Result> {
	if (isFirst) await deleteFolder(folder);
	const { output, ...measured } = await runMeasured([
		...['--import', new URL('../sync/kill/sources.mjs', import.meta.url).href],
		...[pathOf('./sync-child.ts'), JSON.stringify({ url, token, folder })],
	]);
	const { ms, rows, read }: { ms: number; rows: number; read: number } = JSON.parse(output);
	if (rows !== size.stories * size.languages || read !== Math.min(100, rows))
		throw new Error(`A sync of the bench gave ${rows} stories, of which ${read} could be read.`);
	return { ...measured, ms, ...counters() };
}

const linkPages = ({ stories }: Size) => Math.ceil((stories + Math.ceil(stories / storiesPerFolder)) / 1000);
const storyPages = ({ languages }: Size, stories: number) => languages * Math.ceil(stories / 25);

/** Stories at 50 pages of 25 per second, and at the same time links at 6 pages of 1000 per second. */
const allowedMs = (size: Size) => Math.max(storyPages(size, size.stories) / 50, linkPages(size) / 6) * 1000;
