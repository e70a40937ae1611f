import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { PackedPackage } from './packed-package.js';
import { readTree } from './read-tree.js';
import { shellEnvironment } from './site.js';
import { type Started, start } from './started.js';

/** A running program that a terminal line started. */
export interface Running {
	/** The first address that it printed. */
	url: string;
	output(): string;
	stop(): Promise<void>;
}

export type FreshProject = Awaited<ReturnType<typeof createFreshProject>>;

/**
 * Creates an empty folder for a project, in which terminal lines run as a reader of the docs runs them. The version under test is
 * not in the registry, so the packages are installed from the tarballs.
 */
export async function createFreshProject({ tarball, create }: PackedPackage) {
	const folder = await mkdtemp(join(tmpdir(), 'slugline-project-'));
	const project = {
		folder,
		/** The environment of its lines, in addition to what any shell has. */
		env: {} as Record<string, string>,
	};
	const running: Started[] = [];
	const endAll = () => Promise.all(running.splice(0).map(end));
	const spawned = (line: string): Started => {
		const named = line
			.replaceAll(/\b(npx|npm install) astro-slugline\b/g, `$1 file:${tarball}`)
			.replaceAll(/\bnpx create-slugline\b/g, `npx file:${create}`)
			.replaceAll(/\bnpm create slugline@latest (\S+)(?: --(?= ))?/g, `npx file:${create} $1`);
		// Its own process group, so that everything that a line starts ends with it.
		const options = { cwd: folder, env: { ...shell, ...project.env }, detached: true };
		const started = start('sh', ['-c', named], options);
		return { ...started, output: () => stripVTControlCharacters(started.output()) };
	};
	/** Lets package.json name the tarball instead of a version. */
	const pointAtTarball = async () => {
		const path = join(folder, 'package.json');
		if (!existsSync(path)) return;
		const text = await readFile(path, 'utf8');
		await writeFile(path, text.replace(/("astro-slugline": ")[^"]*/, `$1file:${tarball}`));
	};
	/** Runs a line to its end, and resolves to what it printed. Rejects unless it succeeds. */
	const run = async (line: string): Promise<string> => {
		if (/\bnpm (install|ci)\b/.test(line)) await pointAtTarball();
		const { ended, output } = spawned(line);
		const code = await ended;
		if (code !== 0) throw new Error(`${line}\nended with ${code}:\n${output()}`);
		return output();
	};
	return Object.assign(project, {
		run,
		async write(path: string, text: string) {
			await mkdir(dirname(join(folder, path)), { recursive: true });
			await writeFile(join(folder, path), text);
		},
		read: (path: string) => readFile(join(folder, path), 'utf8'),
		/** Starts a line that does not end, and resolves once it prints an address. It ends with the project, or with `reset()`. */
		async start(line: string): Promise<Running> {
			const started = spawned(line);
			running.push(started);
			const { output, until } = started;
			const url = await until(() => /(?<!Editor: )https?:\/\/[\w.]+:\d+/.exec(output())?.[0]);
			return { url, output, stop: () => end(started) };
		},
		/** Every file of the output by its path, as text. */
		output: () => readTree(join(folder, 'dist')),
		/** Remembers the files as they are. */
		save: () => run('git init -q && git add -A && git commit -qm "A fresh project"'),
		/** Restores the saved files, without a cache and an output. */
		async reset() {
			await endAll();
			project.env = {};
			const installed = await run('git diff --name-only HEAD -- package.json');
			await run(
				'git reset -q --hard && git clean -fdxq -e node_modules && rm -rf node_modules/.astro node_modules/.vite',
			);
			// The next guide does not see what this one installed.
			if (installed.trim()) await run('npm install');
		},
		async delete() {
			await endAll();
			await rm(folder, { recursive: true, force: true });
		},
	});
}

const pathsBeyond = (folder: string): string[] =>
	(process.env['PATH'] ?? '').split(delimiter).filter((path) => !path.endsWith(folder));

/** What a shell has, without the tools of this workspace: Node, npm, and Git with a name. */
const shell: Record<string, string> = {
	...shellEnvironment(),
	PATH: [dirname(process.execPath), ...pathsBeyond('node_modules/.bin')].join(delimiter),
	npm_config_yes: 'true',
	npm_config_audit: 'false',
	npm_config_fund: 'false',
	npm_config_prefer_offline: 'true',
	npm_config_update_notifier: 'false',
	GIT_AUTHOR_NAME: 'Test',
	GIT_AUTHOR_EMAIL: 'test@example.com',
	GIT_COMMITTER_NAME: 'Test',
	GIT_COMMITTER_EMAIL: 'test@example.com',
};

async function end({ child, ended }: Started): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
	process.kill(-child.pid, 'SIGTERM');
	await ended;
}
