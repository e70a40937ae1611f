// `npm run next-astro`: installs astro@latest and astro@next in temporary folders, lists which of the private parts that astro-keep uses
// still have their shape, and builds the suite of other versions with each. `npm run next-astro -- 7.4.0` tries one version.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './support/set-up.mjs';

const sources = new URL('./sync/kill/sources.mjs', import.meta.url).href;
const shapes = new URL('../packages/astro-keep/src/decide/astro-app.ts', import.meta.url).href;

/** An integration that tests each part of the app of Astro's prerenderer. */
const config = `
import { appShape, buildShape } from '${shapes}';
const at = (value, path) => path.split('.').reduce((found, name) => found?.[name], value);
const list = (name, value, shape) => {
	for (const [path, test] of Object.entries(shape)) console.log(test(at(value, path)) ? '  has  ' : '  LACKS', name + path);
};
const probe = (astro) => ({
	...astro,
	async setup() {
		await astro.setup?.();
		list('app.', astro.app, appShape);
		list('app.getOptions().', astro.app?.getOptions?.(), buildShape);
		list('', Object.getPrototypeOf(astro.app ?? {}), { setInternals: (value) => typeof value === 'function' });
	},
});
export default { integrations: [{ name: 'probe', hooks: { 'astro:build:start': ({ setPrerenderer }) => setPrerenderer(probe) } }] };`;

/** Installs a version, lists its parts, and returns its number; nothing if there is no such version. */
function listParts(wanted) {
	const folder = mkdtempSync(join(tmpdir(), 'next-astro-'));
	try {
		mkdirSync(join(folder, 'src/pages'), { recursive: true });
		writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
		writeFileSync(join(folder, 'astro.config.mjs'), config);
		writeFileSync(join(folder, 'src/pages/index.astro'), '<p>Home</p>');
		const options = { cwd: folder, encoding: 'utf8' };
		try {
			const install = ['install', '--no-audit', '--no-fund', `astro@${wanted}`];
			execFileSync('npm', install, { ...options, stdio: 'pipe' });
		} catch (error) {
			if (!String(error.stderr).includes('ETARGET')) throw error;
			console.log(`\nThere is no astro@${wanted}.`);
			return [];
		}
		const astro = join(folder, 'node_modules/astro');
		const { version, bin } = JSON.parse(readFileSync(join(astro, 'package.json'), 'utf8'));
		console.log(`\nastro@${wanted} is ${version}`);
		const env = { ...process.env, NODE_OPTIONS: `--import ${sources}`, ASTRO_TELEMETRY_DISABLED: '1' };
		const output = execFileSync('node', [join(astro, bin.astro), 'build'], { ...options, env });
		const parts = output.split('\n').filter((line) => /^ {2}(?:has {2}|LACKS) /.test(line));
		console.log(parts.join('\n') || 'No part was found: the prerenderer was not asked.');
		return [version];
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

const named = process.argv.slice(2);
const versions = (named.length > 0 ? named : ['latest', 'next']).flatMap(listParts);
process.env.SLUGLINE_ASTRO = [...new Set(versions)].join();
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
process.exit(await run('npm', ['run', 'e2e', '--', 'test/e2e/astro-versions.test.ts']));
