import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { runDev } from './dev.js';
import { runCompare, runPages } from './pages/pages.js';
import { runPreview } from './preview/preview.js';
import { runPublish } from './publish.js';
import { runSync } from './sync.js';

/** What to run, from the command line. */
export interface BenchOptions {
	/** The full sizes instead of the short form. */
	long: boolean;
	/** One size instead of the usual ones. */
	stories: number | undefined;
	/** One number of languages, including the default one, instead of the usual ones. */
	languages: number | undefined;
	latencyMs: number;
	/** For `compare`: the folder of another build of the package, and how many pairs of builds there are. */
	base: string | undefined;
	pairs: number;
}

const parts: Record<string, (options: BenchOptions) => Promise<void>> = {
	...{
		sync: runSync,
		preview: runPreview,
		pages: runPages,
		publish: runPublish,
		compare: runCompare,
		dev: runDev,
	},
};

const usage = `npm run bench -- [${Object.keys(parts).join('] [')}] [--long] [--stories=<number>] [--languages=<1 to 5>] [--latency=<ms>] [--base=<folder>] [--pairs=<number>]`;

function readArguments(): { named: string[]; options: BenchOptions } {
	const text = { type: 'string' } as const;
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			...{ long: { type: 'boolean', default: false }, base: text },
			...{ stories: text, languages: text, latency: text, pairs: text },
		},
	});
	const unknown = positionals.find((name) => !Object.hasOwn(parts, name));
	if (unknown !== undefined) throw new Error(`\`${unknown}\` is no part of the bench.`);
	const numberOf = (name: 'stories' | 'languages' | 'latency' | 'pairs', min: number, max = Infinity) => {
		const number = Number(values[name] ?? Number.NaN);
		if (values[name] === undefined || (Number.isInteger(number) && number >= min && number <= max))
			return values[name] === undefined ? undefined : number;
		throw new Error(`--${name} is ${values[name]}, which is out of range.`);
	};
	// Sites of 10,000 pages take longer than everything else combined, and a comparison needs something to compare with.
	const alone = values.long ? ['compare'] : ['pages', 'compare'];
	return {
		named: Object.keys(parts).filter((name) =>
			positionals.length > 0 ? positionals.includes(name) : !alone.includes(name),
		),
		options: {
			...{ long: values.long, base: values.base },
			stories: numberOf('stories', 100),
			languages: numberOf('languages', 1, 5),
			latencyMs: numberOf('latency', 0) ?? 30,
			pairs: numberOf('pairs', 1) ?? 15,
		},
	};
}

function readOrExit() {
	try {
		return readArguments();
	} catch (error) {
		console.error(error instanceof Error ? error.message : error, `\n${usage}`);
		return process.exit(1);
	}
}

const { named, options } = readOrExit();
console.log(
	`Node ${process.version}, ${availableParallelism()} cores; a service with ${options.latencyMs} ms of latency and the rates 50, 15, 10 and 6 a second, 30 requests at once. Requests are counted with redirects and refused ones; except where an edge is named, every response is made anew.`,
);
const began = performance.now();
for (const name of named) await parts[name]?.(options);
console.log(`\n${Math.round((performance.now() - began) / 1000)} s in all.`);
