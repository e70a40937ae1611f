import type { BenchOptions } from '../options.js';
import { type Service, startService } from '../service/start.js';
import { count, median, megabytes, ratio, seconds, table } from '../table.js';
import { empty, loader, slugline, unchecked } from './contenders.js';
import { type Contender, createSite, type Site } from './site.js';

/** Builds of a site with a page for each story. */
interface Match {
	stories: number;
	contenders: readonly Contender[];
	/** Number of builds for a median. A cold build runs once. */
	rounds: number;
	/** Ratios that the project promises. */
	bounds: readonly Bound[];
}

interface Bound {
	step: StepName;
	of: Contender;
	to: Contender;
	limit: number;
}

type StepName = 'cold' | 'unchanged' | '1 changed';

const ten: Match = {
	stories: 10_000,
	contenders: [empty, slugline, unchecked, loader],
	rounds: 5,
	bounds: [
		{ step: 'unchanged', of: slugline, to: empty, limit: 2.5 },
		{ step: 'unchanged', of: unchecked, to: empty, limit: 2.1 },
		{ step: 'unchanged', of: slugline, to: loader, limit: 1 / 5 },
		{ step: '1 changed', of: slugline, to: loader, limit: 1 / 4 },
	],
};

const hundred: Match = {
	stories: 100_000,
	contenders: [empty, slugline],
	rounds: 3,
	bounds: [{ step: 'unchanged', of: slugline, to: empty, limit: 10 }],
};

function matchesOf({ long, stories }: BenchOptions): Match[] {
	if (stories !== undefined) return [{ ...(stories > ten.stories ? hundred : ten), stories }];
	return long ? [ten, hundred] : [ten];
}

interface Result {
	ms: number;
	cpuMs: number;
	peakMb: number;
}

type Results = Map<string, Result[]>;

/** Measures what a build costs if nothing or little changed, in units of an empty Astro site. */
export async function runPages(options: BenchOptions): Promise<void> {
	for (const match of matchesOf(options)) await runMatch(match, options.latencyMs);
}

async function runMatch(match: Match, latencyMs: number): Promise<void> {
	const { stories, contenders, rounds } = match;
	const service = await startService({ stories, languages: 1, latencyMs });
	const results: Results = new Map();
	const sites = new Map<Contender, Site>();
	try {
		for (const contender of contenders) {
			sites.set(contender, await createSite(contender, service.url));
		}
		await runStep('cold', sites, contenders, service, results);
		for (let round = 0; round < rounds; round++) {
			const turn = round % 2 === 0 ? contenders : [...contenders].reverse();
			await runStep('unchanged', sites, turn, service, results);
			await service.change(1);
			await runStep('1 changed', sites, turn, service, results);
		}
	} finally {
		await service.stop();
		for (const site of sites.values()) await site.delete();
	}
	print(match, results);
}

async function runStep(
	step: StepName,
	sites: ReadonlyMap<Contender, Site>,
	contenders: readonly Contender[],
	service: Service,
	results: Results,
): Promise<void> {
	for (const contender of contenders) {
		const site = sites.get(contender);
		if (!site) continue;
		const { code, output, ms, cpuMs, peakMb } = await site.build();
		if (code !== 0) throw new Error(`${contender.name}, ${step}: ${output.trim().slice(-2000)}`);
		console.error(`… ${step}, ${contender.name}: ${seconds(ms)}`);
		const key = keyOf(step, contender);
		results.set(key, [...(results.get(key) ?? []), { ms, cpuMs, peakMb }]);
		if (contender !== empty) await checkPages(site, service, `${contender.name}, ${step}`);
	}
}

async function checkPages(site: Site, service: Service, where: string): Promise<void> {
	const expected = new Set(await service.entries());
	const found = await site.entries();
	const isRight = found.length === expected.size && found.every((entry) => expected.has(entry));
	if (!isRight) throw new Error(`${where}: the pages do not show what the space has.`);
}

const keyOf = (step: StepName, contender: Contender) => `${step}, ${contender.name}`;

const headings = ['', 'time', 'of an empty site', 'CPU', 'peak MB'];

function print({ stories, contenders, rounds, bounds }: Match, results: Results): void {
	const of = (step: StepName, contender: Contender, read: (result: Result) => number) =>
		median((results.get(keyOf(step, contender)) ?? []).map(read));
	const ms = (step: StepName, contender: Contender) => of(step, contender, (result) => result.ms);
	const steps: StepName[] = ['cold', 'unchanged', '1 changed'];
	const rows = steps.flatMap((step) => [
		[step],
		...contenders.map((contender) => [
			`  ${contender.name}`,
			seconds(ms(step, contender)),
			ratio(ms(step, contender), ms('unchanged', empty)),
			seconds(of(step, contender, ({ cpuMs }) => cpuMs)),
			megabytes(of(step, contender, ({ peakMb }) => peakMb)),
		]),
	]);
	console.log(
		`\nPages: ${count(stories)} stories, a page for each, with a navigation, a list and relations; medians of ${rounds}, the cold build once\n`,
	);
	console.log(table(headings, rows));
	console.log();
	for (const { step, of, to, limit } of bounds) {
		const is = ms(step, of) / ms(step, to);
		console.log(
			`${step}: ${of.name} takes ${is.toFixed(2)} times ${to.name}, at most ${limit} is promised: ${is <= limit ? 'kept' : 'MISSED'}`,
		);
	}
}
