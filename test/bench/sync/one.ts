import { nodeArguments, pathOf, runMeasured } from '../processes/run.js';
import { type Size, storiesPerFolder } from '../service/model.js';
import type { Service } from '../service/start.js';
import type { SyncOrder, SyncResult } from './child.js';

export interface Result {
	requests: number;
	refused: number;
	ms: number;
	cpuMs: number;
	peakMb: number;
}

/** One sync, in a process of its own. */
export async function runOne(order: SyncOrder, size: Size, service: Service): Promise<Result> {
	const { code, output } = await runMeasured([
		...nodeArguments,
		pathOf('../sync/child.ts'),
		JSON.stringify(order),
	]);
	if (code !== 0) throw new Error(`A sync of the bench failed:\n${output}`);
	const { ms, cpuMs, peakMb, rows, read } = JSON.parse(output.trim().split('\n').at(-1) ?? '') as SyncResult;
	if (rows !== size.stories * size.languages || read !== Math.min(100, rows))
		throw new Error(`A sync of the bench gave ${rows} stories, of which ${read} could be read.`);
	const { requests, refused } = await service.counters();
	return { requests, refused, ms, cpuMs, peakMb };
}

export const linkPages = ({ stories }: Size) =>
	Math.ceil((stories + Math.ceil(stories / storiesPerFolder)) / 1000);
export const storyPages = ({ languages }: Size, stories: number) => languages * Math.ceil(stories / 25);
