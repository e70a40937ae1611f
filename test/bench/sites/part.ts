import type { BenchOptions } from '../options.js';
import { codesOf } from '../service/model.js';
import { type Service, startService } from '../service/start.js';
import { type Step, steps } from '../steps.js';
import { count, median, megabytes, ratio, seconds, table } from '../table.js';
import { guide } from './guide.js';
import { loader } from './loader.js';
import { type Contender, createSite, type Site } from './site.js';
import { slugline, sluglineWhole } from './slugline.js';

/** Builds of a space of one size by several contenders, who take turns. */
interface Match {
	stories: number;
	languages: number;
	/** Whether each story has a page, as in the guide's pattern. If not, there is one page, which leaves little but the sync. */
	pages: boolean;
	rounds: number;
	/** Contenders that only run the cold build, since all of their builds cost the same. */
	coldOnly: readonly Contender[];
	contenders: readonly Contender[];
}

const withPages = {
	pages: true,
	coldOnly: [guide],
	contenders: [slugline, sluglineWhole, loader, guide],
};
const withoutPages = { pages: false, coldOnly: [], contenders: [slugline, loader] };

function matchesOf({ long, stories, languages = 1 }: BenchOptions): Match[] {
	if (stories !== undefined) return [{ ...withoutPages, stories, languages, rounds: 1 }];
	if (!long)
		return [
			{ ...withPages, stories: 1000, languages: 1, rounds: 1 },
			{ ...withoutPages, stories: 1000, languages: 3, rounds: 1 },
		];
	return [
		{ ...withPages, stories: 1000, languages: 1, rounds: 3 },
		{ ...withPages, stories: 1000, languages: 3, rounds: 1 },
		{ ...withoutPages, stories: 1000, languages: 3, rounds: 5 },
		{ ...withoutPages, stories: 10_000, languages: 1, rounds: 3 },
		{ ...withoutPages, stories: 10_000, languages: 3, rounds: 1 },
		{ ...withPages, stories: 10_000, languages: 1, rounds: 1 },
		{ ...withoutPages, stories: 100_000, languages: 1, rounds: 1 },
	];
}

/** One build: what it cost, and what the site contained afterwards. */
interface Result {
	requests: number;
	refused: number;
	ms: number;
	cpuMs: number;
	peakMb: number;
	/** The number of missing, wrong, and unexpected entries; undefined if the build failed. */
	wrong: number | undefined;
}

/** Builds the same space with Slugline and with its alternatives. */
export async function runSites(options: BenchOptions): Promise<void> {
	for (const match of matchesOf(options)) await runMatch(match, options.latencyMs);
}

async function runMatch(match: Match, latencyMs: number): Promise<void> {
	const { stories, languages, pages, rounds, contenders } = match;
	const service = await startService({ stories, languages, latencyMs });
	const results = new Map<string, Result[]>();
	try {
		for (let round = 1; round <= rounds; round++) {
			const order = { url: service.url, codes: codesOf(languages), pages };
			const sites = await Promise.all(contenders.map((contender) => createSite(contender, order)));
			try {
				for (const step of steps) await runStep(match, step, sites, service, results, round);
			} finally {
				await Promise.all(sites.map((site) => site.delete()));
			}
		}
	} finally {
		await service.stop();
	}
	const each = pages ? 'a page for each' : 'one page that lists them';
	console.log(
		`\nBuilds: ${count(stories)} stories, ${languages} language${languages > 1 ? 's' : ''}, 3 collections, ${each}; medians of ${rounds}\n`,
	);
	console.log(table(headings, rowsOf(match, results)));
	if (pages)
		console.log("\nEvery build with the guide's pattern costs what its cold one does: it keeps nothing.");
}

async function runStep(
	{ contenders, coldOnly }: Match,
	step: Step,
	sites: readonly Site[],
	service: Service,
	results: Map<string, Result[]>,
	round: number,
): Promise<void> {
	await step.act(service);
	const expected = await service.entries();
	for (const [place, contender] of contenders.entries()) {
		const site = sites[place];
		if (!site || (coldOnly.includes(contender) && (!step.cold || round > 1))) continue;
		console.error(`… round ${round}, ${step.name}: ${contender.name}`);
		if (step.cold) await site.clean();
		await service.counters();
		const { code, ms, cpuMs, peakMb, output } = await site.build();
		const { requests, refused } = await service.counters();
		const wrong = code === 0 ? differences(expected, await site.entries()) : undefined;
		if (code !== 0) console.error(output.trim().split('\n').slice(-15).join('\n'));
		const key = keyOf(step, contender);
		results.set(key, [...(results.get(key) ?? []), { requests, refused, ms, cpuMs, peakMb, wrong }]);
	}
}

const keyOf = (step: Step, contender: Contender) => `${step.name}, ${contender.name}`;

function differences(expected: readonly string[], found: readonly string[]): number {
	const open = new Set(expected);
	let surplus = 0;
	for (const entry of found) if (!open.delete(entry)) surplus += 1;
	return open.size + surplus;
}

const headings = ['', 'requests', 'refused (429)', 'time', 'ratio', 'CPU', 'peak MB', 'content'];

function rowsOf({ contenders }: Match, results: Map<string, Result[]>): string[][] {
	return steps.flatMap((step) => {
		const ofSlugline = median((results.get(keyOf(step, slugline)) ?? []).map(({ ms }) => ms));
		const rows = contenders.flatMap((contender) => {
			const all = results.get(keyOf(step, contender));
			if (!all) return [];
			const of = (read: (result: Result) => number) => median(all.map(read));
			const ms = of((result) => result.ms);
			const wrong = all.find((result) => result.wrong !== 0);
			return [
				[
					`  ${contender.name}`,
					count(of(({ requests }) => requests)),
					count(of(({ refused }) => refused)),
					seconds(ms),
					ratio(ms, ofSlugline),
					seconds(of(({ cpuMs }) => cpuMs)),
					megabytes(of(({ peakMb }) => peakMb)),
					!wrong ? 'right' : wrong.wrong === undefined ? 'build failed' : `${count(wrong.wrong)} wrong`,
				],
			];
		});
		return [[step.name], ...rows];
	});
}
