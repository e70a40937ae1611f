import { existsSync } from 'node:fs';
import { getSystemErrorMessage } from 'node:util';
import { nearest } from 'astro-keep/shared/text/named';
import { printable } from 'astro-keep/shared/text/printable';
import { isUsageError } from '../client/index.js';
import { ExpectedError, moreAboutErrors } from '../shared/hinted-error.js';
import { packageVersion } from '../shared/version.js';
import { readEnvFiles } from './env-files.js';
import { type Command, type Prompts, type Terminal, UsageError } from './terminal.js';

/** A program of the terminal. */
export interface Program {
	name: string;
	commands: Readonly<Record<string, Command>>;
	/** What it does with arguments that begin with no command. */
	otherwise?: Command;
}

/**
 * Runs a program with the given arguments.
 *
 * @param args the arguments after its name
 * @returns the exit code: 0 for done, 1 for failed, 2 for invalid arguments
 */
export async function runProgram(
	{ name: program, commands, otherwise }: Program,
	args: readonly string[],
	given: Terminal,
): Promise<number> {
	// Lines may quote text from a space or from the API, which must not look like a line of its own.
	const inOne = (line: string) => printable(line.replace(/[\r\n]+/g, ' '));
	const terminal: Terminal = {
		...given,
		say: (line) => given.say(inOne(line)),
		complain: (line) => given.complain(inOne(line)),
	};
	const [name = '', ...following] = args;
	const isNamed = Object.hasOwn(commands, name);
	if (!otherwise && ['', 'help', '--help', '-h'].includes(name)) {
		say(terminal, overview(program, commands));
		return name === '' ? 2 : 0;
	}
	if (name === '--version' || name === '-v') {
		terminal.say(packageVersion);
		return 0;
	}
	const command = isNamed ? commands[name] : otherwise;
	const rest = isNamed ? following : args;
	const meant = isNamed ? undefined : nearest(name, Object.keys(commands));
	if (!command || (meant && /^\w+$/.test(name) && !existsSync(name))) {
		const folder = otherwise ? ` For a new folder, write ./${name}.` : '';
		const advice = meant
			? `Did you mean ${program} ${meant}?${folder}`
			: `${program} --help lists the commands.`;
		terminal.complain(`Unknown command "${name}". ${advice}`);
		return 2;
	}
	if (rest.includes('--help') || rest.includes('-h')) {
		say(terminal, help(program, command));
		return 0;
	}
	try {
		return await command.run(rest, terminal);
	} catch (error) {
		const isCoded = error instanceof ExpectedError;
		const said = isCoded ? `[${error.name}] ${error.message} ${moreAboutErrors}` : reasonOf(error);
		for (const line of said.split('\n')) terminal.complain(line);
		return error instanceof UsageError || isUsageError(error) ? 2 : 1;
	}
}

/**
 * Runs a program with what this process was given: its arguments, variables, and signals. Sets the exit code.
 *
 * @param loadPrompts loads the questions that it asks a person at the terminal
 */
export async function start(
	run: (args: readonly string[], terminal: Terminal) => Promise<number>,
	loadPrompts?: () => Promise<Prompts>,
): Promise<void> {
	const stopped = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
	process.exitCode = await run(process.argv.slice(2), {
		say: (line) => console.log(line),
		complain: (line) => console.error(line),
		env: { ...readEnvFiles(process.cwd()), ...process.env },
		fetch,
		signal: stopped.signal,
		prompts: process.stdin.isTTY && process.stdout.isTTY ? loadPrompts : undefined,
	});
}

/** The message of an error, which for one of the file system says which file it is about. */
function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const { path, errno }: NodeJS.ErrnoException = error;
	return path === undefined || errno === undefined
		? error.message
		: `${path} cannot be read or written: ${getSystemErrorMessage(errno)}. Check its path and its permissions.`;
}

const say = (terminal: Terminal, lines: readonly string[]) => {
	for (const line of lines) terminal.say(line);
};

function help(program: string, { usage, summary, examples = [], options, notes = [] }: Command): string[] {
	const width = Math.max(...options.map(([option]) => option.length));
	return [
		...[`${program} ${usage}`, '', summary, ''],
		...examples.map((line) => `  ${line}`),
		...(examples.length > 0 ? [''] : []),
		...options.map(([option, does]) => `  ${option.padEnd(width)}  ${does}`),
		...(notes.length > 0 ? ['', ...notes] : []),
	];
}

const overview = (program: string, commands: Program['commands']) => [
	`${program} <command>`,
	'',
	...Object.values(commands).map(({ usage, summary }) => `  ${usage.padEnd(25)}${summary}`),
	'',
	`${program} <command> --help lists its options, and ${program} --version prints the version.`,
];
