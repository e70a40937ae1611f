import { runProgram, type Terminal } from 'astro-slugline/command';
import { init } from './init/init.js';
import { migrate } from './migrate/migrate.js';

/**
 * Runs `create-slugline` with the given arguments. Without the name of a command, it makes a site.
 *
 * @returns the exit code: 0 for done, 1 for failed, 2 for invalid arguments
 */
export const create = (args: readonly string[], terminal: Terminal): Promise<number> =>
	runProgram({ name: 'create-slugline', commands: { migrate }, otherwise: init }, args, terminal);
