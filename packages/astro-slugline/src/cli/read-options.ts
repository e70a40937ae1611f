import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { UsageError } from './terminal.js';

/**
 * Reads a command's options and its one folder.
 *
 * @throws UsageError for an option that there is not, one without its value, or a second folder
 */
export function readOptions<T extends ParseArgsOptionsConfig>(
	command: string,
	args: readonly string[],
	options: T,
) {
	const { values, positionals } = parseOptions(command, args, options);
	const [folder = './space', ...more] = positionals;
	if (more.length > 0) {
		throw new UsageError(
			`slugline ${command} takes one folder, and got ${positionals.length}. Options start with --.`,
		);
	}
	return { values, folder };
}

/**
 * Reads a command's options and whatever stands beside them.
 *
 * @throws UsageError for an option that there is not, or one without its value
 */
export function parseOptions<T extends ParseArgsOptionsConfig>(
	command: string,
	args: readonly string[],
	options: T,
) {
	try {
		return parseArgs({ args: [...args], options, allowPositionals: true });
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		const problem = /^.*?(?=\. |\n|$)/.exec(error.message)?.[0] ?? 'An option cannot be read';
		throw new UsageError(`${problem}. slugline ${command} --help lists the options.`);
	}
}

/**
 * A whole number given as an option; undefined where it was not given.
 *
 * @throws UsageError for anything else
 */
export function readNumber(name: string, text: string | undefined, most: number): number | undefined {
	if (text === undefined) return undefined;
	const number = Number(text);
	if (/^\d+$/.test(text) && number <= most) return number;
	throw new UsageError(`--${name} needs a whole number from 0 to ${most}.`);
}

/**
 * One of a few words given as an option; undefined where it was not given.
 *
 * @throws UsageError for any other word
 */
export function readChoice<T extends string>(
	name: string,
	text: string | undefined,
	choices: readonly T[],
): T | undefined {
	if (text === undefined) return undefined;
	const found = choices.find((choice) => choice === text);
	if (found !== undefined) return found;
	throw new UsageError(`--${name} needs one of ${choices.join(', ')}.`);
}
