import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Prompts, type Terminal, UsageError } from 'astro-slugline/command';

const locks = { pnpm: 'pnpm-lock.yaml', yarn: 'yarn.lock', bun: 'bun.lock' };

/** The package manager of a project: the one whose lock file is there, or else the one that runs this. */
export function managerOf(root: string, { env }: Pick<Terminal, 'env'>): string {
	const [locked] = Object.entries(locks).find(([, lock]) => existsSync(join(root, lock))) ?? [];
	return locked ?? /^(?:pnpm|yarn|bun)(?=\/)/.exec(env['npm_config_user_agent'] ?? '')?.[0] ?? 'npm';
}

/** Runs a program in a folder, which prints to the terminal itself. True if it succeeded. */
const runs = (root: string, command: string, args: readonly string[], stdio: 'ignore' | 'inherit') =>
	// The programs of package managers on Windows are scripts.
	spawnSync(command, args, { cwd: root, stdio, shell: process.platform === 'win32' }).status === 0;

/**
 * Installs the packages of a new project, and makes a Git repository of it, if an option says so or the person agrees.
 *
 * @throws {UsageError} if a program fails
 */
export async function finishProject(
	root: string,
	values: { install?: boolean; git?: boolean },
	manager: string,
	prompts: Prompts | undefined,
): Promise<void> {
	const isRepository = runs(root, 'git', ['rev-parse', '--git-dir'], 'ignore');
	const isInstalled = existsSync(join(root, 'node_modules'));
	const wants = async (option: boolean | undefined, question: string) =>
		option ?? (await prompts?.confirm(question)) ?? false;
	if (!isRepository && (await wants(values.git, 'Make a Git repository?')))
		if (!runs(root, 'git', ['init', '-q'], 'inherit'))
			throw new UsageError('The project is written, but `git init` failed, as it says above.');
	if (!isInstalled && (await wants(values.install, `Install the packages with ${manager}?`)))
		if (!runs(root, manager, ['install'], 'inherit'))
			throw new UsageError(
				`The project is written, but \`${manager} install\` failed, as it says above. Run it again in its folder.`,
			);
}
