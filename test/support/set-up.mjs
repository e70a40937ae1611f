// What `npm start` and `npm test` need before anything else can run. Runs on any Node from 20 on, without dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
const bin = join(root, 'node_modules', '.bin');

/**
 * The environment of every command: the project's own tools and Node first, no telemetry, and a cache of compiled code, which
 * Astro turns off in CI. Tests start Astro some hundred times.
 */
export const environment = {
	NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'slugline-compiled'),
	...process.env,
	PATH: `${bin}${delimiter}${process.env.PATH}`,
	ASTRO_TELEMETRY_DISABLED: '1',
};

/** Ends the process with one sentence on what is missing and what to do. */
export function give(sentence) {
	console.error(`\n${sentence}\n`);
	process.exit(1);
}

/** Runs a command in the project's folder with its output shown. Resolves to its exit code. */
export async function run(command, args, env = {}) {
	const { code } = await runAs('inherit', command, args, env);
	return code;
}

/** Runs a command in the project's folder. Resolves to its exit code and its output, both streams in one text. */
export function runCollected(command, args, env = {}) {
	return runAs(['ignore', 'pipe', 'pipe'], command, args, env);
}

function runAs(stdio, command, args, env) {
	return new Promise((resolve) => {
		const child = spawn(command, args, { cwd: root, stdio, env: { ...environment, ...env } });
		let output = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream?.setEncoding('utf8').on('data', (text) => {
				output += text;
			});
		}
		child.on('error', (error) => resolve({ code: 127, output: error.message }));
		child.on('close', (code, signal) => resolve({ code: signal ? 1 : (code ?? 1), output }));
	});
}

/** Installs the dependencies, unless exactly these are already installed. */
export async function installDependencies() {
	const stamp = join(root, 'node_modules', '.slugline-set-up');
	const wanted = digestOfManifests();
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
	console.log('Installing dependencies …');
	const code = await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error']);
	if (code !== 0)
		give('`npm install` failed. It needs the npm registry; its own output above says what went wrong.');
	mkdirSync(join(root, 'node_modules'), { recursive: true });
	writeFileSync(stamp, digestOfManifests());
}

function digestOfManifests() {
	const workspaces = ['packages', 'playground'].flatMap((folder) =>
		readdirSync(join(root, folder)).map((name) => join(folder, name, 'package.json')),
	);
	const hash = createHash('sha256');
	for (const file of ['package.json', 'package-lock.json', ...workspaces]) {
		const path = join(root, file);
		if (existsSync(path)) hash.update(file).update(readFileSync(path));
	}
	return hash.digest('hex');
}

/** Checks that Astro supports the Node that the commands will use. */
export function checkNode() {
	const { stdout } = spawnSync('node', ['--version'], { env: environment, encoding: 'utf8' });
	const [major = 0, minor = 0] = (stdout ?? '').replace('v', '').split('.').map(Number);
	if (major > 22 || (major === 22 && minor >= 12)) return;
	give(
		`Astro needs Node 22.12 or newer, and \`node\` is ${stdout?.trim() || 'missing'}: the dev dependency \`node\`, which brings a newer one, ` +
			'was not installed. Allow its install script (`npm install-scripts approve node`) and run `npm install`, or install Node 24.',
	);
}

/** Path of a Chromium. If there is none, says so and installs Debian's or Playwright's. */
export async function findChromium() {
	const usual = [
		process.env.SLUGLINE_CHROMIUM,
		...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
	];
	const isThere = (path) => path && existsSync(path);
	// Asking Playwright takes a second.
	const find = () => usual.find(isThere) ?? [playwrightChromium()].find(isThere);
	const found = find();
	if (found) return found;
	const skip = 'To skip this, stop here and name a Chromium or Chrome in SLUGLINE_CHROMIUM.';
	if (canInstallDebian()) {
		await installDebian('chromium', `the browser tests need a Chromium and found none. ${skip}`);
	} else {
		console.log(
			`\nDownloading a Chromium with \`npx playwright install chromium\`, into Playwright's own cache: the browser tests need one and found none. ${skip}\n`,
		);
		await run('npx', ['playwright', 'install', 'chromium']);
	}
	return (
		find() ??
		give(
			'The browser tests need a Chromium, and none could be installed. Install one (`npx playwright install chromium`), or name one in SLUGLINE_CHROMIUM.',
		)
	);
}

function playwrightChromium() {
	const code = "import('playwright').then(({ chromium }) => console.log(chromium.executablePath()))";
	const { stdout } = spawnSync('node', ['--input-type=module', '-e', code], {
		cwd: root,
		env: environment,
		encoding: 'utf8',
	});
	return stdout?.trim();
}

/** Path of a Redis server. If there is none, says so and installs Debian's. */
export async function findRedis() {
	const found = () =>
		[
			process.env.SLUGLINE_REDIS,
			'/usr/bin/redis-server',
			'/usr/local/bin/redis-server',
			'/opt/homebrew/bin/redis-server',
		].find((path) => path && existsSync(path));
	if (!found() && canInstallDebian()) {
		await installDebian(
			'redis-server',
			'the storage tests need a real Redis and found none. To skip this, stop here and name a `redis-server` in SLUGLINE_REDIS.',
		);
	}
	return (
		found() ??
		give(
			'The storage tests need `redis-server`, and there is none. Install Redis, or name its server in SLUGLINE_REDIS.',
		)
	);
}

function canInstallDebian() {
	return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Installs a system package as root. Says first what is installed and why. */
async function installDebian(name, reason) {
	console.log(`\nInstalling the system package ${name} with apt-get, as root: ${reason}\n`);
	const env = { DEBIAN_FRONTEND: 'noninteractive' };
	await run('apt-get', ['update', '-qq'], env);
	await run('apt-get', ['install', '-y', '-qq', name], env);
}
