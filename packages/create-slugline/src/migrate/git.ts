import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { devNull } from 'node:os';
import { promisify } from 'node:util';
import { named } from 'astro-keep/shared/text/named';

/**
 * Asks Git about a folder, without running any program that the repository's own config or hooks name. Commands that compare or
 * write files, such as `git status`, would also run filters.
 */
async function git(folder: string, command: 'ls-files' | 'ls-tree', ...args: string[]): Promise<string[]> {
	const { stdout } = await promisify(execFile)(
		'git',
		['-c', 'core.fsmonitor=false', '-c', `core.hooksPath=${devNull}`, command, '-z', ...args],
		{
			cwd: folder,
			// Objects that a partial clone lacks are not fetched, because that would run the programs of its remote.
			env: { ...process.env, GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' },
			maxBuffer: Number.POSITIVE_INFINITY,
		},
	);
	return stdout.split('\0').filter((line) => line !== '');
}

/** The files below a folder that Git does not ignore, by their paths with `/`; undefined outside of a repository. */
export async function filesOfGit(folder: string): Promise<ReadonlySet<string> | undefined> {
	try {
		return new Set(await git(folder, 'ls-files', '--cached', '--others', '--exclude-standard'));
	} catch {
		// There is no repository, or no Git.
		return undefined;
	}
}

/** Why these files must not be changed; undefined if they are committed as they are, so that every change can be undone. */
export async function whyNotCommitted(
	folder: string,
	files: readonly { path: string; before: string }[],
): Promise<string | undefined> {
	if (!(await filesOfGit(folder)))
		return 'The folder is not in a Git repository, so the change could not be undone. Run `git init` there and commit everything first.';
	const lines = await git(folder, 'ls-tree', '-r', 'HEAD').catch(() => []);
	const hashes = new Map(
		lines.map((line) => {
			const [head = '', ...path] = line.split('\t');
			return [path.join('\t'), head.split(' ').at(-1) ?? ''];
		}),
	);
	const changed = files.filter(({ path, before }) => !isBlob(before, hashes.get(path) ?? ''));
	if (changed.length === 0) return undefined;
	return `There are uncommitted changes in ${named(changed.map(({ path }) => path))}. Commit them, or set them aside with \`git stash -u\`, so that this change can be reviewed and undone.`;
}

/** True if Git stores a text under this hash, with its own line breaks or with those of Unix. */
const isBlob = (text: string, hash: string): boolean =>
	[text, text.replaceAll('\r\n', '\n')].some((one) => {
		const algorithm = hash.length === 64 ? 'sha256' : 'sha1';
		const digest = createHash(algorithm)
			.update(`blob ${Buffer.byteLength(one)}\0${one}`)
			.digest('hex');
		return digest === hash;
	});
