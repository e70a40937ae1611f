import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { UsageError } from './terminal.js';

/**
 * Parses a command's options and its folder.
 *
 * @throws UsageError for an unknown option, one without its value, or a second folder
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
			`slugline ${command} takes at max one folder, but got ${positionals.length}. Options start with --.`,
		);
	}
	return { values, folder };
}

/**
 * Parses a command's options and positional arguments.
 *
 * @throws UsageError for an unknown option, or one without its value
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
 * Parses an option with a whole number. Undefined if the option is not set.
 *
 * @throws UsageError for any other value
 */
export function readNumber(name: string, text: string | undefined, max: number): number | undefined {
	if (text === undefined) return undefined;
	const number = Number(text);
	if (/^\d+$/.test(text) && number <= max) return number;
	throw new UsageError(`--${name} must be a whole number from 0 to ${max}.`);
}

/**
 * Parses an option with the URL of a website. Undefined if the option is not set.
 *
 * @throws UsageError for any other value
 */
export function readUrl(name: string, text: string | undefined): string | undefined {
	if (text === undefined || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return text;
	throw new UsageError(`--${name} must be a URL, such as http://localhost:4321/_slugline/preview/.`);
}

/**
 * Parses an option with one of several values. Undefined if the option is not set.
 *
 * @throws UsageError for any other value
 */
export function readChoice<T extends string>(
	name: string,
	text: string | undefined,
	choices: readonly T[],
): T | undefined {
	if (text === undefined) return undefined;
	const found = choices.find((choice) => choice === text);
	if (found !== undefined) return found;
	throw new UsageError(`--${name} must be one of ${choices.join(', ')}.`);
}
