import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/test-folder.js';
import { slugline } from './terminal.js';

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

it('checks the version of Node before it loads anything that an old one cannot run', async () => {
	const folder = await temporaryFolder({ 'dist/cli/main.js': "console.log('runs');\n" });
	await cp(join(home, 'bin'), join(folder, 'bin'), { recursive: true });
	const versions = process.versions.node.split('.').map(Number);
	const runsOn = async (range: string) => {
		await writeFile(
			join(folder, 'package.json'),
			JSON.stringify({ type: 'module', engines: { node: range } }),
		);
		return promisify(execFile)(process.execPath, [join(folder, 'bin/slugline.js')]);
	};
	const [major = 0, minor = 0, patch = 0] = versions;
	await expect(runsOn(`>=${major}.${minor}.${patch}`)).resolves.toMatchObject({ stdout: 'runs\n' });
	await expect(runsOn(`>=${major - 1}.99.0`)).resolves.toMatchObject({ stdout: 'runs\n' });
	for (const range of [`>=${major}.${minor + 1}.0`, `>=${major + 1}.0.0`])
		await expect(runsOn(range)).rejects.toMatchObject({
			code: 1,
			stdout: '',
			stderr: `slugline needs Node ${range}, but this is Node ${process.versions.node}. Install Node 24, or another version in that range.\n`,
		});
});

it('prints its version, and suggests the command that was probably meant', async () => {
	const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
	expect(await slugline(['--version'])).toMatchObject({ code: 0, said: version });
	expect((await slugline(['plul'])).complained).toBe('Unknown command "plul". Did you mean slugline pull?');
	expect(await slugline(['init', '--demo'])).toMatchObject({
		code: 2,
		complained: '"init" is no command of slugline. Run `npm create slugline@latest`.',
	});
	expect((await slugline(['inti'])).complained).toContain('Run `npm create slugline@latest`.');
	expect((await slugline(['publish'])).complained).toBe(
		'Unknown command "publish". slugline --help lists the commands.',
	);
});
