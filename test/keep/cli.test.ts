import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { run } from '../../packages/astro-keep/src/cli.js';
import { createTestFolder } from '../support/test-folder.js';

let said: string[];
let complained: string[];

beforeEach(() => {
	said = [];
	complained = [];
	vi.spyOn(console, 'log').mockImplementation((line) => void said.push(line));
	vi.spyOn(console, 'error').mockImplementation((line) => void complained.push(line));
});
afterEach(() => {
	vi.restoreAllMocks();
});

it.each([[[]], [['--help']], [['explain', '-h']]])('prints its help: %j', async (args) => {
	expect(await run(args)).toBe(0);
	expect(said.join()).toContain('astro-keep explain <path>');
	expect(complained).toEqual([]);
});

it.each([
	[['build'], 'There is no command `build`.'],
	[['explain'], '`astro-keep explain` takes one path of a page, such as /blog/a.'],
	[['explain', '/a', '/b'], '`astro-keep explain` takes one path of a page, such as /blog/a.'],
	[['verify', '/a'], '`astro-keep verify` takes only options.'],
	[['verify', '--runs', 'x'], "Unknown option '--runs'"],
])('refuses a wrong call, and says why: %j', async (args, sentence) => {
	expect(await run(args)).toBe(1);
	expect(complained.join()).toContain(sentence);
	expect(said).toEqual([]);
});

it('verifies by a build that checks all pages, and fails if the build does', async () => {
	const checks = `node -e "fs.writeFileSync(process.env.KEEP_VERIFIED, ''); process.exit(process.env.KEEP_VERIFY === '1' ? 0 : 3)"`;
	expect(await run(['verify', '--run', checks])).toBe(0);
	expect(await run(['verify', '--run', 'node -e ""'])).toBe(1);
	expect(complained.join()).toContain('No page was checked');
	expect(await run(['verify', '--run', 'node -e "process.exit(3)"'])).toBe(1);
});

it('explains nothing without a build, and names the cache that it looked in', async () => {
	const { path } = await createTestFolder();
	expect(await run(['explain', '/a', '--cache', path])).toBe(1);
	expect(complained.join()).toContain(
		`There is no build here yet: run \`npx astro build\` first. ${path} has no state`,
	);
});
