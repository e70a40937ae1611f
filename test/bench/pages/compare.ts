import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BenchOptions } from '../options.js';
import type { Measured } from '../processes/run.js';
import { type Service, startService } from '../service/start.js';
import { type Step, steps } from '../steps.js';
import { count, median, megabytes, seconds, table } from '../table.js';
import { empty, slugline } from './contenders.js';
import { createSite, type Site } from './site.js';

/** How many times as long as before a build may take. */
const maxRatio = 1.05;

/** The sides, which take turns. */
type Side = 'before' | 'after';
type Results = Map<string, Measured[]>;

const keyOf = (step: Step, side: Side) => `${step.name}, ${side}`;

/**
 * Builds the same site alternately with this package and with another build of it, and compares medians. Each pair of builds is of
 * the same content, and every other pair begins with the other side.
 */
export async function runCompare(options: BenchOptions): Promise<void> {
	const { pairs, latencyMs } = options;
	const stories = options.stories ?? (options.long ? 10_000 : 1000);
	const base = packageFolder(options.base);
	const service = await startService({ stories, languages: options.languages ?? 1, latencyMs });
	const results: Results = new Map();
	const sites: Partial<Record<Side, Site>> = {};
	let emptySite: Site | undefined;
	const emptyMs: number[] = [];
	try {
		sites.before = await createSite(slugline, service.url, base);
		sites.after = await createSite(slugline, service.url);
		emptySite = await createSite(empty, service.url);
		for (let pair = 0; pair < pairs; pair++) {
			for (const step of steps) {
				await step.act(service);
				for (const side of turn(pair)) await build(step, side, sites[side], service, results);
			}
			emptyMs.push((await emptySite.build()).ms);
			console.error(`… pair ${pair + 1} of ${pairs}`);
		}
	} finally {
		await service.stop();
		for (const site of [sites.before, sites.after, emptySite]) await site?.delete();
	}
	print(results, { stories, pairs, base, emptyMs: median(emptyMs) });
}

const turn = (pair: number): Side[] => (pair % 2 === 0 ? ['before', 'after'] : ['after', 'before']);

/** The folder of the built package that `--base` names, or that lies in the checkout that it names. */
function packageFolder(base: string | undefined): string {
	if (base === undefined)
		throw new Error(
			'`compare` needs `--base=<folder>`: a checkout of another commit, with its package built.',
		);
	const folder = [resolve(base), resolve(base, 'packages/astro-slugline')].find((path) =>
		existsSync(join(path, 'dist', 'astro', 'index.js')),
	);
	if (folder === undefined)
		throw new Error(
			`There is no built package in ${base}. Run \`npm install && npm run build\` there, then run this again.`,
		);
	return folder;
}

async function build(
	step: Step,
	side: Side,
	site: Site | undefined,
	service: Service,
	results: Results,
): Promise<void> {
	if (!site) return;
	if (step.cold) await site.clean();
	const measured = await site.build();
	if (measured.code !== 0) throw new Error(`${side}, ${step.name}: ${measured.output.trim().slice(-2000)}`);
	const key = keyOf(step, side);
	results.set(key, [...(results.get(key) ?? []), measured]);
	const expected = new Set(await service.entries());
	const found = await site.entries();
	if (found.length !== expected.size || !found.every((entry) => expected.has(entry)))
		throw new Error(`${side}, ${step.name}: the pages do not show what the space has.`);
}

function print(
	results: Results,
	{ stories, pairs, base, emptyMs }: { stories: number; pairs: number; base: string; emptyMs: number },
): void {
	const of = (step: Step, side: Side, read: (measured: Measured) => number) =>
		(results.get(keyOf(step, side)) ?? []).map(read);
	const rows = steps.map((step) => {
		const [before, after] = [of(step, 'before', ({ ms }) => ms), of(step, 'after', ({ ms }) => ms)];
		const cpu = (side: Side) => median(of(step, side, ({ cpuMs }) => cpuMs));
		const peak = (side: Side) => median(of(step, side, ({ peakMb }) => peakMb));
		return [
			step.name,
			seconds(median(before)),
			seconds(median(after)),
			(median(after) / median(before)).toFixed(3),
			median(after.map((ms, at) => ms / (before[at] ?? Number.NaN))).toFixed(3),
			(cpu('after') / cpu('before')).toFixed(3),
			`${megabytes(peak('before'))} → ${megabytes(peak('after'))}`,
		];
	});
	console.log(
		`\nCompared: this package with ${base}; ${count(stories)} stories, a page for each; medians of ${pairs} pairs of builds by turns; an empty Astro site takes ${seconds(emptyMs)}\n`,
	);
	const headings = ['', 'before', 'after', 'ratio', 'of pairs', 'of CPU', 'peak MB'];
	console.log(table(headings, rows));
	const slower = rows.filter(([, , , ratio]) => Number(ratio) > maxRatio).map(([name]) => name);
	console.log(
		slower.length === 0
			? `\nNothing is more than ${Math.round((maxRatio - 1) * 100)} % slower.`
			: `\nMore than ${Math.round((maxRatio - 1) * 100)} % slower: ${slower.join(', ')}.`,
	);
}
