import { parseArgs } from 'node:util';
import { nearest } from 'astro-keep/shared/text/named';
import { type Command, type Terminal, UsageError } from './terminal.js';

/**
 * The options of a command: what the help shows for the value, and what the option does. Without a value, an option is a flag;
 * a value that ends with `…` can be given several times.
 */
export type OptionTable = Readonly<Record<string, readonly [value: string, does: string]>>;

type ValueOf<Shown extends string> = Shown extends ''
	? boolean
	: Shown extends `${string}…`
		? string[]
		: string;

/** The values of options that were given. */
export type Values<Table extends OptionTable> = { [Name in keyof Table]?: ValueOf<Table[Name][0]> };

interface Definition<Table extends OptionTable> extends Omit<Command, 'options' | 'run'> {
	options: Table;
	run(given: { values: Values<Table>; positionals: string[] }, terminal: Terminal): Promise<number>;
}

/**
 * Defines a command by the table of its options, which is parsed and shown in the help.
 *
 * @throws UsageError when run with an unknown option, or one without its value
 */
export const command = <const Table extends OptionTable>({
	options,
	run,
	...about
}: Definition<Table>): Command => ({
	...about,
	options: Object.entries(options).map(([name, [value, does]]) => [`--${name} ${value}`, does]),
	run: async (args, terminal) => run(parse(args, options), terminal),
});

function parse<Table extends OptionTable>(args: readonly string[], table: Table) {
	const types = Object.entries(table).map(([name, [value]]) => {
		const type: 'boolean' | 'string' = value === '' ? 'boolean' : 'string';
		return [name, { type, multiple: value.endsWith('…') }] as const;
	});
	try {
		const options = Object.fromEntries(types);
		const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
		return { values: values as Values<Table>, positionals };
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		const problem = /^.*?(?=\. |\n|$)/.exec(error.message)?.[0] ?? 'An option cannot be read';
		const [, wrong = ''] = /^Unknown option '--([\w-]+)/.exec(problem) ?? [];
		const meant = nearest(wrong, Object.keys(table));
		if (meant !== undefined) throw new UsageError(`${problem}. Did you mean --${meant}?`);
		throw new UsageError(`${problem}. --help lists the options.`);
	}
}

/**
 * The folder among the arguments of a command.
 *
 * @throws UsageError for a second folder
 */
export function readFolder(name: string, [folder = './space', ...more]: readonly string[]): string {
	if (more.length === 0) return folder;
	throw new UsageError(
		`slugline ${name} takes at most one folder, but got ${more.length + 1}. Options start with --.`,
	);
}

/**
 * Parses an option with a whole number. Undefined if the option is not set.
 *
 * @param from the option or the variable that has it
 * @throws UsageError for any other value
 */
export function readNumber(from: string, text: string | undefined, max: number): number | undefined {
	if (text === undefined) return undefined;
	const number = Number(text);
	if (/^\d+$/.test(text) && number <= max) return number;
	throw new UsageError(`${from} must be a whole number from 0 to ${max}.`);
}

/**
 * Parses the URL of a website. Undefined if it is not set.
 *
 * @param from the option or the variable that has it
 * @throws UsageError for any other value
 */
export function readUrl(from: string, text: string | undefined): string | undefined {
	if (text === undefined || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return text;
	throw new UsageError(`${from} must be a URL that begins with http:// or https://.`);
}

/**
 * Checks a token. An empty one counts as missing.
 *
 * @param from the option or the variable that has it
 * @throws UsageError for a text that no token is
 */
export function readToken(from: string, text: string | undefined): string | undefined {
	if (!text || /^[\x21-\x7e]+$/.test(text.trim())) return text;
	throw new UsageError(
		`${from} contains a space, line break, or other character that tokens do not have. Copy the token again, without "Bearer" or quotes.`,
	);
}

/**
 * Parses an option with one of several values. Undefined if the option is not set.
 *
 * @param from the option or the variable that has it
 * @throws UsageError for any other value
 */
export function readChoice<T extends string>(
	from: string,
	text: string | undefined,
	choices: readonly T[],
): T | undefined {
	if (text === undefined) return undefined;
	const found = choices.find((choice) => choice === text);
	if (found !== undefined) return found;
	throw new UsageError(`${from} must be one of ${choices.join(', ')}.`);
}
