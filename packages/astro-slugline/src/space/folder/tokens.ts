import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { parsedJson } from 'astro-keep/shared/json';
import { z } from 'zod';
import type { SpaceTokens } from '../model/space-model.js';

const token = z.string().min(1);
const schema = z.object({ public: token, preview: token, oauth: token });

/**
 * Reads the tokens of a folder whose `space.yaml` sets none, or creates new ones, which cannot be guessed.
 * Nothing is written before `save()`.
 */
export function openMadeTokens(folder: string) {
	const file = tokenFileOf(folder);
	const saved = existsSync(file) ? schema.safeParse(parsedJson(readFileSync(file, 'utf8'))).data : undefined;
	const tokens: SpaceTokens = saved ?? make();
	return {
		tokens,
		/** Stores them in the user's state folder, so that they stay the same. */
		save() {
			try {
				if (saved) return;
				mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
				writeFileSync(file, `${JSON.stringify(tokens, null, '\t')}\n`, { flag: 'wx', mode: 0o600 });
			} catch {
				// If a folder is not writable, the next start has other tokens.
			}
		},
	};
}

/** 128 random bits each. */
const make = (): SpaceTokens => ({
	public: `public-${randomBytes(16).toString('hex')}`,
	preview: `preview-${randomBytes(16).toString('hex')}`,
	oauth: `oauth-${randomBytes(16).toString('hex')}`,
});

/** The file with the tokens of a space: in the state folder of the user, by the space's real path. */
function tokenFileOf(folder: string): string {
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
		// The folder does not exist yet.
		return path.resolve(folder);
	}
}
