import { join } from 'node:path';
import { loadEnv } from 'vite';
import { beforeEach, describe, expect, it } from 'vitest';
import { modeOf } from '../../../packages/astro-keep/src/command.js';
import { readEnvironment } from '../../../packages/astro-slugline/src/astro/settings/environment.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

describe('the mode', () => {
	it.each([
		['build', '', 'production'],
		['dev', '', 'development'],
		['sync', '', 'production'],
		['build', '--mode staging', 'staging'],
		['dev', '--mode=staging', 'staging'],
		['build', '--root site --mode=a=b --force', 'a=b'],
		['build', '--mode --force', 'production'],
		['build', '--mode', 'production'],
		['dev', '--mode=', 'development'],
		['build', '--model staging', 'production'],
	] as const)('of astro %s %s is %s', (command, rest, mode) => {
		expect(modeOf(command, ['node', 'astro', command, ...rest.split(' ')])).toBe(mode);
	});
});

describe('the environment', () => {
	let folder: string;
	let root: URL;
	let write: TestFolder['write'];

	beforeEach(async () => {
		({ path: folder, url: root, write } = await createTestFolder());
	});

	const read = (mode: string, vite = {}, processEnv = {}) =>
		readEnvironment({ root, vite }, mode, processEnv);

	it.each(['production', 'development', 'staging'])('has in the mode %s what Vite reads', async (mode) => {
		// Each file sets a variable of its own, and one of each that takes precedence over it.
		const names = ['.env', '.env.local', '.env.staging', '.env.staging.local', '.env.production'];
		await write(
			Object.fromEntries(
				names.map((name, at) => [
					name,
					names
						.map((_, other) => (other >= at ? `SLUGLINE_TEST_${other}="${name} # ${other}"\n` : ''))
						.join(''),
				]),
			),
		);
		expect(read(mode)).toEqual(loadEnv(mode, folder, 'SLUGLINE_TEST_'));
		expect(Object.keys(read(mode))).toHaveLength(5);
	});

	it('has the variables of the process first, and values as they are', async () => {
		await write({ '.env.staging.local': 'SLUGLINE_TOKEN=file\nSLUGLINE_PREVIEW_TOKEN=a$b\n' });
		expect(read('staging', {}, { SLUGLINE_TOKEN: 'process', SLUGLINE_PREVIEW_TOKEN: '' })).toEqual({
			SLUGLINE_TOKEN: 'process',
			SLUGLINE_PREVIEW_TOKEN: 'a$b',
		});
	});

	it("comes from Vite's envDir, if there is one", async () => {
		await write({ '.env': 'A=site', 'env/.env.staging': 'A=folder' });
		expect(read('staging', { envDir: './env' })).toEqual({ A: 'folder' });
		expect(read('staging', { envDir: join(folder, 'env') })).toEqual({ A: 'folder' });
		expect(read('staging', { envDir: false })).toEqual({});
	});
});
