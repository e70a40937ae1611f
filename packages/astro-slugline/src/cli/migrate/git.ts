import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Why the files of a folder must not be changed; undefined if all of them are committed, so that every change can be undone.
 */
export async function whyNotClean(folder: string): Promise<string | undefined> {
	try {
		const { stdout } = await promisify(execFile)('git', ['status', '--porcelain', '--', '.'], {
			cwd: folder,
		});
		return stdout.trim() === ''
			? undefined
			: 'There are uncommitted changes. Commit or stash them first, so that this change can be reviewed and undone.';
	} catch {
		return 'The folder is not in a Git repository, so the change could not be undone. Run `git init` there and commit everything first.';
	}
}
