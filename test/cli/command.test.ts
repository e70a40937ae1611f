import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/test-folder.js';

const home = resolve('packages/astro-slugline');

it('can be linked before a build, and says then that there is none', async () => {
	const { bin } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
	expect(bin.slugline).not.toContain('dist');
	const folder = await temporaryFolder();
	await cp(join(home, 'package.json'), join(folder, 'package.json'));
	await cp(join(home, bin.slugline), join(folder, bin.slugline));
	await expect(promisify(execFile)(process.execPath, [join(folder, bin.slugline)])).rejects.toMatchObject({
		code: 1,
		stdout: '',
		stderr: 'slugline cannot run, because this checkout of it is not built. Run `npm run build` first.\n',
	});
});
