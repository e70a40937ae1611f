import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BenchOptions } from '../options.js';
import { pathOf, runMeasured } from '../processes/run.js';
import { createWorkFolder } from '../processes/work-folder.js';
import { count, median, ratio, seconds, table } from '../table.js';
import { byHand, byName } from './site.js';

const rounds = 5;
const astro = pathOf('../../../node_modules/astro/bin/astro.mjs');

/** What a build took, in milliseconds. */
interface Built {
	/** Rendering the pages and writing them, as Astro says. */
	pages: number;
	cpu: number;
	wall: number;
}

/** What `<Blok>` costs: pages of 20 nested bloks, against the same pages written by hand. */
export async function runBloks({ long, stories }: BenchOptions): Promise<void> {
	const pages = stories ?? (long ? 10_000 : 2000);
	const sites = { hand: await createSite(byHand), name: await createSite(byName) };
	try {
		const built: Record<keyof typeof sites, Built[]> = { hand: [], name: [] };
		console.error(`… ${count(pages)} pages of 20 bloks`);
		for (let round = 1; round <= rounds; round++) {
			built.hand.push(await sites.hand.build(pages));
			built.name.push(await sites.name.build(pages));
		}
		if ((await sites.hand.page()) !== (await sites.name.page()))
			throw new Error('The two sites show something else.');
		const of = (side: Built[], read: (built: Built) => number) => median(side.map(read));
		const row = (what: string, read: (built: Built) => number) => {
			const [hand, name] = [of(built.hand, read), of(built.name, read)];
			return [what, seconds(hand), seconds(name), ratio(name, hand)];
		};
		console.log(`\n${count(pages)} pages of 20 nested bloks; medians of ${rounds}, turn by turn\n`);
		console.log(
			table(
				['', 'by hand', '<Blok>', 'ratio'],
				[
					row('pages', ({ pages }) => pages),
					row('build, computing', ({ cpu }) => cpu),
					row('build', ({ wall }) => wall),
				],
			),
		);
	} finally {
		await sites.hand.delete();
		await sites.name.delete();
	}
}

async function createSite(files: Record<string, string>) {
	const { path, ...work } = await createWorkFolder();
	for (const [name, text] of Object.entries(files)) {
		await mkdir(dirname(join(path, name)), { recursive: true });
		await writeFile(join(path, name), text);
	}
	return {
		delete: work.delete,
		page: () => readFile(join(path, 'dist/7/index.html'), 'utf8'),
		async build(pages: number): Promise<Built> {
			await rm(join(path, 'dist'), { recursive: true, force: true });
			const env = { BENCH_PAGES: String(pages) };
			const { code, output, ms, cpuMs } = await runMeasured([astro, 'build'], { cwd: path, env });
			const [, time, unit] =
				/generating static routes[\s\S]*?Completed in ([\d.]+)(ms|s)\./.exec(output) ?? [];
			if (code !== 0 || time === undefined) throw new Error(`A site of the bench failed:\n${output}`);
			return { pages: Number(time) * (unit === 's' ? 1000 : 1), cpu: cpuMs, wall: ms };
		},
	};
}
