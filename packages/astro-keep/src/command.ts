/** @internal Only for `astro-slugline`. It changes without notice. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig, HookParameters } from 'astro';

/** What decides where the `.env` files of a site are. */
export type EnvFolder = Pick<AstroConfig, 'root'> & { vite?: Pick<AstroConfig['vite'], 'envDir'> };

/**
 * The mode that Astro runs in: that of `--mode`, or else `development` for `astro dev` and `production` for other commands.
 * Integrations have to look for it themselves, because Astro's hooks do not have it.
 *
 * @param argv the arguments of the process
 */
export const modeOf = (
	command: HookParameters<'astro:config:setup'>['command'],
	argv: readonly string[],
): string => argumentOf('--mode', argv) ?? (command === 'dev' ? 'development' : 'production');

/** The paths of the `.env` files that Vite reads in a mode, whether they exist or not. Later ones take precedence. */
export function envFiles({ root, vite }: EnvFolder, mode: string): string[] {
	if (vite?.envDir === false) return [];
	const folder = resolve(fileURLToPath(root), vite?.envDir ?? '');
	return ['.env', '.env.local', `.env.${mode}`, `.env.${mode}.local`].map((name) => resolve(folder, name));
}

/**
 * The value of an argument; undefined if it is not given, or has no value.
 *
 * @param argv the arguments of the process
 * @example argumentOf('--mode', ['node', 'astro', 'build', '--mode=staging']) // → 'staging'
 */
export function argumentOf(name: string, argv: readonly string[]): string | undefined {
	const place = argv.findIndex((word) => word === name || word.startsWith(`${name}=`));
	const word = argv[place];
	const value = word === name ? argv[place + 1] : word?.slice(name.length + 1);
	return value && (word !== name || !value.startsWith('-')) ? value : undefined;
}

/** True if a variable is set, and not to an empty text, `0`, or `false`. */
export const isOn = (value: string | undefined): boolean =>
	value !== undefined && !['', '0', 'false'].includes(value);

/**
 * Builds a site by a command, and has every cached page checked.
 *
 * @param options.variable the variable of the environment that asks for it
 * @param options.complain prints a line to standard error
 * @returns the exit code: 1 if a page is stale, or if the build did not check
 */
export async function verifyBuild(
	command: string,
	{ variable, complain, signal }: { variable: string; complain(line: string): void; signal?: AbortSignal },
): Promise<number> {
	const folder = mkdtempSync(join(tmpdir(), 'keep-'));
	const mark = join(folder, 'verified');
	try {
		const child = spawn(command, {
			...{ shell: true, stdio: 'inherit', ...(signal ? { signal } : {}) },
			// Without the variables of `.env` files: the build reads these itself, by its mode.
			env: { ...process.env, [variable]: '1', KEEP_VERIFIED: mark },
		});
		const [code] = await once(child, 'exit');
		if (code !== 0) return 1;
		if (existsSync(mark)) return 0;
		complain(
			'No page was checked, because the build did not render incrementally. Is the integration in astro.config, and does the command build this site?',
		);
		return 1;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
