import { expect, it } from 'vitest';
import { slugline } from './terminal.js';

/** A command that succeeds if a condition is true for the environment that it gets. */
const succeedsIf = (condition: string) =>
	`node -e "process.exitCode = (({ env }) => ${condition})(process) ? 0 : 3"`;

const verify = async (condition: string, env = {}) =>
	(await slugline(['verify', '--run', succeedsIf(condition)], { env })).code;

it('succeeds with its build, and asks it to check every page', async () => {
	expect(await verify("env.SLUGLINE_VERIFY === '1'")).toBe(0);
	expect(await verify('false')).toBe(1);
});

it('leaves the `.env` files to the build, which knows its mode', async () => {
	expect(await verify('!env.SLUGLINE_TOKEN', { SLUGLINE_TOKEN: 'from .env' })).toBe(0);
});
