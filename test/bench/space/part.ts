import { join } from 'node:path';
import type { BenchOptions } from '../options.js';
import { nodeArguments, pathOf, runMeasured } from '../processes/run.js';
import { addressOf, createWorkFolder } from '../processes/work-folder.js';
import { count, median, megabytes, seconds, table } from '../table.js';
import type { SpaceOrder, SpaceResult } from './child.js';
import { writeSpace } from './folder.js';

const rounds = 5;

/** How long an embedded space takes from its start to the first page, each time in a new process. */
export async function runSpace({ long, stories }: BenchOptions): Promise<void> {
	const sizes = stories === undefined ? [1000, 10_000, ...(long ? [100_000] : [])] : [stories];
	const rows: string[][] = [];
	for (const size of sizes) {
		const work = await createWorkFolder();
		try {
			rows.push(await rowOf(size, work.path));
		} finally {
			await work.delete();
		}
	}
	console.log(`\nEmbedded space over a socket, first page of 25 stories; medians of ${rounds}\n`);
	console.log(table(['stories', 'from createSpace', 'from process start', 'next page', 'peak MB'], rows));
}

async function rowOf(stories: number, work: string): Promise<string[]> {
	console.error(`… a folder of ${count(stories)} stories`);
	const order: SpaceOrder = { space: addressOf(work, 'astro-slugline/space'), folder: join(work, 'space') };
	await writeSpace(order.folder, stories);
	const results: (SpaceResult & { peakMb: number })[] = [];
	for (let round = 1; round <= rounds; round++) {
		const { code, peakMb, output } = await runMeasured([
			...nodeArguments,
			pathOf('../space/child.ts'),
			JSON.stringify(order),
		]);
		if (code !== 0) throw new Error(`A space of the bench failed:\n${output}`);
		const result = JSON.parse(output.trim().split('\n').at(-1) ?? '') as SpaceResult;
		if (result.total !== stories) throw new Error(`A space of the bench has ${result.total} stories.`);
		results.push({ ...result, peakMb });
	}
	const of = (read: (result: (typeof results)[number]) => number) => median(results.map(read));
	return [
		count(stories),
		seconds(of(({ sinceCreate }) => sinceCreate)),
		seconds(of(({ sinceStart }) => sinceStart)),
		seconds(of(({ nextPage }) => nextPage)),
		megabytes(of(({ peakMb }) => peakMb)),
	];
}
