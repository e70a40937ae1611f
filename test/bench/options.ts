/** What to run, from the command line. */
export interface BenchOptions {
	parts: readonly Part[];
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

export const parts = ['sync', 'preview', 'pages', 'publish', 'live', 'compare'] as const;
export type Part = (typeof parts)[number];

const usage = `npm run bench -- [${parts.join('] [')}] [--long] [--stories=<number>] [--languages=<1 to 5>] [--latency=<ms>] [--base=<folder>] [--pairs=<number>]`;

/** The options. If an argument is invalid, prints a sentence with the usage and returns undefined. */
export function readArguments(args: readonly string[]): BenchOptions | undefined {
	try {
		return parse(args);
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		return undefined;
	}
}

function parse(args: readonly string[]): BenchOptions {
	const options: BenchOptions = {
		parts: parts.filter((part) => args.includes(part)),
		long: args.includes('--long'),
		stories: numberOf(args, 'stories', 100),
		languages: numberOf(args, 'languages', 1, 5),
		latencyMs: numberOf(args, 'latency', 0) ?? 30,
		base: args.find((arg) => arg.startsWith('--base='))?.slice('--base='.length),
		pairs: numberOf(args, 'pairs', 1) ?? 15,
	};
	const valid = [
		...parts,
		'--long',
		...args.filter((arg) => /^--(?:(stories|languages|latency|pairs)=\d+|base=.+)$/.test(arg)),
	];
	const unknown = args.find((arg) => !valid.includes(arg));
	if (unknown !== undefined)
		throw new Error(`\`${unknown}\` is no part and no option of the bench: ${usage}`);
	if (options.parts.length > 0) return options;
	// Sites of 10,000 pages take longer than everything else combined, and a comparison needs something to compare with.
	const alone = options.long ? ['compare'] : ['pages', 'compare'];
	return { ...options, parts: parts.filter((part) => !alone.includes(part)) };
}

function numberOf(args: readonly string[], name: string, min: number, max = Number.MAX_SAFE_INTEGER) {
	const text = args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
	if (text === undefined) return undefined;
	const number = Number(text);
	if (Number.isInteger(number) && number >= min && number <= max) return number;
	throw new Error(`--${name} is ${text}, which is out of range: ${usage}`);
}
