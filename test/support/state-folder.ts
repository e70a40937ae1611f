import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes tests, and what they start, store tokens in a folder of their own instead of the user's. */
export default function setup(): () => void {
	const folder = mkdtempSync(join(tmpdir(), 'slugline-state-'));
	process.env['XDG_STATE_HOME'] = folder;
	return () => rmSync(folder, { recursive: true });
}
