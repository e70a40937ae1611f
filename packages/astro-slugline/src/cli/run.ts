import { nearest } from 'astro-keep/shared/text/named';
import { printable } from 'astro-keep/shared/text/printable';
import { isUsageError } from '../client/index.js';
import { packageVersion } from '../shared/version.js';
import { doctor } from './doctor.js';
import { explain } from './explain.js';
import { init } from './init/init.js';
import { migrate } from './migrate/migrate.js';
import { parity } from './parity/parity.js';
import { pull } from './pull.js';
import { rebuild } from './rebuild.js';
import { space } from './space.js';
import { type Command, type Terminal, UsageError } from './terminal.js';
import { verify } from './verify.js';
import { webhook } from './webhook.js';

const commands: Readonly<Record<string, Command>> = {
	init,
	migrate,
	space,
	pull,
	rebuild,
	webhook,
	doctor,
	parity,
	verify,
	explain,
};

/**
 * Runs `slugline` with the given arguments.
 *
 * @param args the arguments after `slugline`
 * @returns the exit code: 0 for done, 1 for failed, 2 for invalid arguments
 */
export async function run(args: readonly string[], given: Terminal): Promise<number> {
	// Lines may quote text from a space or from the API, which must not look like a line of its own.
	const inOne = (line: string) => printable(line.replace(/[\r\n]+/g, ' '));
	const terminal: Terminal = {
		...given,
		say: (line) => given.say(inOne(line)),
		complain: (line) => given.complain(inOne(line)),
	};
	const [name, ...rest] = args;
	if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
		say(terminal, overview());
		return name === undefined ? 2 : 0;
	}
	if (name === '--version' || name === '-v') {
		terminal.say(packageVersion);
		return 0;
	}
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
	if (!command) {
		const meant = nearest(name, Object.keys(commands));
		const advice = meant ? `Did you mean slugline ${meant}?` : 'slugline --help lists the commands.';
		terminal.complain(`Unknown command "${name}". ${advice}`);
		return 2;
	}
	if (rest.includes('--help') || rest.includes('-h')) {
		say(terminal, help(command));
		return 0;
	}
	try {
		return await command.run(rest, terminal);
	} catch (error) {
		for (const line of String(error instanceof Error ? error.message : error).split('\n'))
			terminal.complain(line);
		return error instanceof UsageError || isUsageError(error) ? 2 : 1;
	}
}

const say = (terminal: Terminal, lines: readonly string[]) => {
	for (const line of lines) terminal.say(line);
};

function help({ usage, summary, examples = [], options, notes = [] }: Command): string[] {
	const width = Math.max(...options.map(([option]) => option.length));
	return [
		...[`slugline ${usage}`, '', summary, ''],
		...examples.map((line) => `  ${line}`),
		...(examples.length > 0 ? [''] : []),
		...options.map(([option, does]) => `  ${option.padEnd(width)}  ${does}`),
		...(notes.length > 0 ? ['', ...notes] : []),
	];
}

const overview = () => [
	'slugline <command>',
	'',
	...Object.values(commands).map(({ usage, summary }) => `  ${usage.padEnd(25)}${summary}`),
	'',
	'slugline <command> --help lists its options, and slugline --version prints the version.',
];
