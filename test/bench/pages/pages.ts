import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BenchOptions } from '../main.js';
import { deleteFolder, type Measured } from '../processes.js';
import { type Step, startService, steps } from '../service.js';
import { count, median, ratio, seconds, table } from '../table.js';
import { type Contender, createSite, empty, loader, type Site, slugline } from './sites.js';

/** Builds of contenders by turns. */
interface Match {
	contenders: readonly Contender[];
	stories: number;
	languages?: number | undefined;
	latencyMs: number;
	/** The steps of each round. The empty site is built only where nothing changes. */
	rounds: readonly (readonly Step[])[];
}

/** What was measured in a step. */
type Results = (step: string, of: Contender) => readonly Measured[];

/**
 * Builds a site with a page for each story once in each step with each contender. All contenders of a step build the same content,
 * and every other round begins with the last one.
 */
async function play({ contenders, rounds, latencyMs, stories, languages = 1 }: Match): Promise<Results> {
	const { space, url, stop } = await startService({ stories, languages, latencyMs });
	const sites: (readonly [Contender, Site])[] = [];
	const results = new Map<string, Measured[]>();
	const keyOf = (step: string, { name }: Contender) => `${step}, ${name}`;
	try {
		for (const contender of contenders) sites.push([contender, await createSite(contender, url)]);
		for (const [number, round] of rounds.entries()) {
			for (const step of round) {
				step.act(space);
				const turn = number % 2 === 0 ? sites : sites.toReversed();
				for (const [contender, site] of turn) {
					if (contender === empty && step.name !== 'unchanged') continue;
					const key = keyOf(step.name, contender);
					const built = await buildAndCheck(site, step, contender === empty ? [] : space.entries(), key);
					console.error(`… ${number + 1} of ${rounds.length}: ${key}: ${seconds(built.ms)}`);
					results.set(key, [...(results.get(key) ?? []), built]);
				}
			}
		}
	} finally {
		stop();
		for (const [, { path }] of sites) await deleteFolder(path);
	}
	return (step, of) => results.get(keyOf(step, of)) ?? [];
}

async function buildAndCheck(site: Site, { changed }: Step, shown: string[], key: string): Promise<Measured> {
	if (changed === undefined) await site.clean();
	const built = await site.build();
	const missing = new Set(shown);
	const isRight = (await site.entries()).every((entry) => missing.delete(entry));
	if (!isRight || missing.size > 0) throw new Error(`${key}: the pages do not show what the space has.`);
	return built;
}

const medianOf = (built: readonly Measured[], what: 'ms' | 'cpuMs' | 'peakMb') =>
	median(built.map((one) => one[what]));

/** Slugline without rendering cached pages to compare them with their copies. */
const unchecked = slugline('Slugline without self-check', ', incremental: { check: false }');
const checked = slugline();

/** Ratios that the project promises, for sites of up to 10,000 stories, and for larger ones. */
const bounds = [
	{ step: 'unchanged', of: checked, to: empty, limit: 2.5 },
	{ step: 'unchanged', of: unchecked, to: empty, limit: 2.1 },
	{ step: 'unchanged', of: checked, to: loader, limit: 1 / 5 },
	{ step: '1 changed', of: checked, to: loader, limit: 1 / 4 },
];
const largeBounds = [{ step: 'unchanged', of: checked, to: empty, limit: 10 }];

/** Measures what a build costs if nothing or little changed, in units of an empty Astro site. */
export async function runPages({ long, stories, latencyMs }: BenchOptions): Promise<void> {
	for (const size of stories === undefined ? [10_000, ...(long ? [100_000] : [])] : [stories])
		await runSize(size, latencyMs);
}

async function runSize(stories: number, latencyMs: number): Promise<void> {
	const isLarge = stories > 10_000;
	const contenders = isLarge ? [empty, checked] : [empty, checked, unchecked, loader];
	const repeated = isLarge ? 3 : 5;
	const [cold, unchanged, first, changed] = steps;
	const rounds = [[cold, unchanged, first], ...Array.from({ length: repeated }, () => [unchanged, changed])];
	const results = await play({ contenders, stories, latencyMs, rounds });
	const emptyMs = medianOf(results('unchanged', empty), 'ms');
	const rows = [cold, unchanged, first, changed].flatMap((step) => [
		[step.name],
		...contenders.flatMap((contender) => {
			const built = results(step.name, contender);
			if (built.length === 0) return [];
			const ms = medianOf(built, 'ms');
			const peak = String(Math.round(medianOf(built, 'peakMb')));
			return [
				[`  ${contender.name}`, seconds(ms), ratio(ms, emptyMs), seconds(medianOf(built, 'cpuMs')), peak],
			];
		}),
	]);
	console.log(
		`\nPages: ${count(stories)} stories, a page for each, with a navigation, a list and relations; medians of ${repeated}, the cold build and the first change once\n`,
	);
	console.log(`${table(['', 'time', 'of an empty site', 'CPU', 'peak MB'], rows)}\n`);
	for (const { step, of, to, limit } of isLarge ? largeBounds : bounds) {
		const is = medianOf(results(step, of), 'ms') / medianOf(results(step, to), 'ms');
		console.log(
			`${step}: ${of.name} takes ${is.toFixed(2)} times ${to.name}, at most ${limit} is promised: ${is <= limit ? 'kept' : 'MISSED'}`,
		);
	}
}

/** How many times as long as before a build may take. */
const maxRatio = 1.05;

/** Builds the same site by turns with this package and with another build of it, and compares medians. */
export async function runCompare(options: BenchOptions): Promise<void> {
	const { pairs, languages, latencyMs, long, stories = long ? 10_000 : 1000 } = options;
	const base = packageFolder(options.base);
	const [before, after] = [slugline('before', '', base), slugline('after')];
	const rounds = Array.from({ length: pairs }, () => steps);
	const results = await play({ contenders: [empty, before, after], stories, languages, latencyMs, rounds });
	const rows = steps.map(({ name }) => {
		const [one, other] = [results(name, before), results(name, after)];
		const share = (what: 'ms' | 'cpuMs') => (medianOf(other, what) / medianOf(one, what)).toFixed(3);
		return [
			...[name, seconds(medianOf(one, 'ms')), seconds(medianOf(other, 'ms')), share('ms')],
			median(other.map(({ ms }, at) => ms / (one[at]?.ms ?? Number.NaN))).toFixed(3),
			share('cpuMs'),
			[one, other].map((built) => Math.round(medianOf(built, 'peakMb'))).join(' → '),
		];
	});
	console.log(
		`\nCompared: this package with ${base}; ${count(stories)} stories, a page for each; medians of ${pairs} pairs of builds by turns; an empty Astro site takes ${seconds(medianOf(results('unchanged', empty), 'ms'))}\n`,
	);
	console.log(table(['', 'before', 'after', 'ratio', 'of pairs', 'of CPU', 'peak MB'], rows));
	const slower = rows.filter(([, , , share]) => Number(share) > maxRatio).map(([name]) => name);
	console.log(`\nMore than 5 % slower: ${slower.join(', ') || 'nothing'}.`);
}

/** The folder of the built package that `--base` names, or that lies in the checkout that it names. */
function packageFolder(base: string | undefined): string {
	if (base === undefined)
		throw new Error(
			'`compare` needs `--base=<folder>`: a checkout of another commit, with its package built.',
		);
	const folder = [resolve(base), resolve(base, 'packages/astro-slugline')].find((path) =>
		existsSync(join(path, 'dist', 'astro', 'index.js')),
	);
	if (folder !== undefined) return folder;
	throw new Error(
		`There is no built package in ${base}. Run \`npm install && npm run build\` there, then run this again.`,
	);
}
