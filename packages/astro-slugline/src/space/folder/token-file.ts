import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** The file with the tokens of a space: in the state folder of the user, by the space's real path. */
export function tokenFileOf(folder: string): string {
	const name = `${createHash('sha256').update(realPathOf(folder)).digest('hex').slice(0, 32)}.json`;
	return path.join(stateFolder(), 'slugline', 'tokens', name);
}

/** Where programs of this user store what is theirs: XDG_STATE_HOME, or else what is usual on the system. */
function stateFolder(): string {
	const { XDG_STATE_HOME, LOCALAPPDATA } = process.env;
	if (XDG_STATE_HOME && path.isAbsolute(XDG_STATE_HOME)) return XDG_STATE_HOME;
	if (process.platform === 'win32') return LOCALAPPDATA ?? path.join(homedir(), 'AppData', 'Local');
	if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Application Support');
	return path.join(homedir(), '.local', 'state');
}

/** A path without links. A folder that does not exist yet has none. */
function realPathOf(folder: string): string {
	try {
		return realpathSync(folder);
	} catch {
		return path.resolve(folder);
	}
}
