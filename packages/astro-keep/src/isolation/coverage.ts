import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { fileURLToPath } from 'node:url';
import { originalOf, siteModuleAt } from '../code/module-origin.js';
import type { Coverage } from '../decide/page-state.js';
import { sha } from '../kinds/sha.js';
import type { ReadSet } from '../reads/read-set.js';
import type { Recorder } from '../reads/record-reads.js';
import { once } from '../shared/once.js';

/**
 * Starts to watch which blocks of code run in this thread. Call it before the code is loaded.
 *
 * @param bundle address of the folder of the code
 * @param recorder what records reads. What is compiled while code is watched counts its own blocks, too, which takes longer than all
 *   else if pages sort
 */
export function startCoverage(bundle: string, recorder: Pick<Recorder<{ reads: ReadSet }>, 'compile'>) {
	recorder.compile();
	const session = new Session();
	session.connect();
	session.post('Profiler.enable');
	session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
	const stop = once(() => session.disconnect());
	return {
		/** What has run until the first call. */
		coverage: once((): Coverage => {
			let coverage: Coverage = {};
			session.post('Profiler.takePreciseCoverage', (_, { result }) => {
				for (const { url, functions } of result) {
					const file = originalOf(url, bundle);
					if (file !== undefined)
						coverage = mergeCoverage(coverage, Object.fromEntries(ranIn(file, functions)));
				}
			});
			stop();
			return coverage;
		}),
		/** Ends it, if nobody has asked. */
		stop,
	};
}

/** The import of another chunk, whose name changes with what is in it. */
const importedChunk = /\bimport\((["'`])[^"'`]+\1\)/g;

interface Range {
	startOffset: number;
	endOffset: number;
	count: number;
}

/** The functions of a chunk that have run. Its own top level always has. */
function ranIn(url: string, functions: readonly { ranges: Range[] }[]): [string, number[]][] {
	const text = readFileSync(fileURLToPath(url), 'utf8');
	const textOf = (start: number, end: number) => text.slice(start, end).replace(importedChunk, 'import()');
	return functions.flatMap(({ ranges: [whole, ...inner] }): [string, number[]][] => {
		if (!whole?.count || whole.endOffset >= text.trimEnd().length) return [];
		const module = siteModuleAt(text, whole.startOffset);
		if (module === undefined) return [];
		const code = textOf(whole.startOffset, whole.endOffset);
		// A module may have the same function twice. V8 lists only those that it has met, so they are counted in the text.
		const earlier = textOf(module.start, whole.startOffset).split(code).length - 1;
		const skipped = inner.flatMap(({ startOffset, endOffset, count }) =>
			count === 0 ? [startOffset - whole.startOffset, endOffset - whole.startOffset] : [],
		);
		return [[sha(`${earlier} ${module.name} ${code}`), skipped]];
	});
}

/**
 * True if something ran that had not run before.
 *
 * @param isNewCode true if functions may be missing because their code is new
 */
export function addsCoverage(now: Coverage, before: Coverage, isNewCode: boolean): boolean {
	return Object.entries(now).some(([name, skipped]) => {
		const previous = before[name];
		if (!previous) return !isNewCode;
		return pairsOf(previous).some(([start, end]) => !covers(skipped, start, end));
	});
}

/** What has run in either. */
export function mergeCoverage(one: Coverage, other: Coverage): Coverage {
	const both = { ...one };
	for (const [name, skipped] of Object.entries(other)) {
		const previous = one[name];
		both[name] = previous
			? pairsOf(previous)
					.filter(([start, end]) => covers(skipped, start, end))
					.flat()
			: skipped;
	}
	return both;
}

const pairsOf = (places: readonly number[]): [start: number, end: number][] =>
	places.flatMap((start, at): [number, number][] => (at % 2 === 0 ? [[start, places[at + 1] ?? start]] : []));

const covers = (skipped: readonly number[], start: number, end: number): boolean =>
	pairsOf(skipped).some(([from, to]) => from <= start && end <= to);
