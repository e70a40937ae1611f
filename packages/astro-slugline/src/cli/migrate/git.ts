import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Why the files of a folder must not be changed; undefined where Git has all of them, so that every change can be undone.
 */
export async function whyNotClean(folder: string): Promise<string | undefined> {
	try {
		const { stdout } = await promisify(execFile)('git', ['status', '--porcelain', '--', '.'], {
			cwd: folder,
		});
		return stdout.trim() === ''
			? undefined
			: 'Git knows of changes that are not committed. Commit or stash them first, so that this change can be seen and undone.';
	} catch {
		return 'The folder is in no Git repository, so nothing could be undone. Run `git init` there and commit everything first.';
	}
}
