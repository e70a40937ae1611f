import { nearest } from 'astro-keep/shared/text/named';
import { doctor } from './doctor.js';
import { explain } from './explain.js';
import { parity } from './parity/parity.js';
import { runProgram } from './program.js';
import { pull } from './pull.js';
import { rebuild } from './rebuild.js';
import { space } from './space.js';
import type { Terminal } from './terminal.js';
import { verify } from './verify.js';
import { webhook } from './webhook.js';

const commands = { space, pull, rebuild, webhook, doctor, parity, verify, explain };

/** Commands of create-slugline, by what one may try here. */
const elsewhere = new Map([
	['init', 'npm create slugline@latest'],
	['migrate', 'npx create-slugline migrate'],
]);

/**
 * Runs `slugline` with the given arguments.
 *
 * @param args the arguments after `slugline`
 * @returns the exit code: 0 for done, 1 for failed, 2 for invalid arguments
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
	const [name = ''] = args;
	const line = elsewhere.get(nearest(name, [...Object.keys(commands), ...elsewhere.keys()]) ?? '');
	if (line === undefined) return runProgram({ name: 'slugline', commands }, args, terminal);
	terminal.complain(`"${name}" is no command of slugline. Run \`${line}\`.`);
	return 2;
}
