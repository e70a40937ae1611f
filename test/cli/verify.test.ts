import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../support/test-folder.js';
import { slugline } from './terminal.js';

/** A command that succeeds if a condition is true for the environment that it gets. */
const succeedsIf = (condition: string) =>
	`node -e "process.exitCode = (({ env }) => ${condition})(process) ? 0 : 3; fs.writeFileSync(process.env.KEEP_VERIFIED, '')"`;

const verify = async (condition: string, env = {}) =>
	(await slugline(['verify', '--run', succeedsIf(condition)], { env })).code;

it('succeeds with its build, and asks it to check every page', async () => {
	expect(await verify("env.SLUGLINE_VERIFY === '1'")).toBe(0);
	expect(await verify('false')).toBe(1);
});

it('fails if the build has checked nothing, and says so', async () => {
	const { code, complained } = await slugline(['verify', '--run', 'node -e ""']);
	expect(code).toBe(1);
	expect(complained).toContain('No page was checked, because the build did not render incrementally.');
});

it('leaves the `.env` files to the build, which knows its mode', async () => {
	expect(await verify('!env.SLUGLINE_TOKEN', { SLUGLINE_TOKEN: 'from .env' })).toBe(0);
});

it('says so in a folder without Astro', async () => {
	vi.spyOn(process, 'cwd').mockReturnValue(await temporaryFolder({}));
	const { code, complained } = await slugline(['verify']);
	vi.restoreAllMocks();
	expect([code, complained]).toEqual([
		2,
		expect.stringContaining('Astro is not installed in this folder. Run this in the folder of the site'),
	]);
});
