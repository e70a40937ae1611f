import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { SpaceTokens } from '../model.js';
import { tokenFileOf } from './token-file.js';

const token = z.string().min(1);
const schema = z.object({ public: token, preview: token, oauth: token });

/** The tokens of a space whose `space.yaml` sets none. They cannot be guessed. */
export interface MadeTokens {
	readonly tokens: SpaceTokens;
	/** Stores them in the user's state folder, so that they stay the same. */
	save(): void;
}

/** Reads the tokens of a folder, or creates new ones. Nothing is written before `save()`. */
export function openMadeTokens(folder: string): MadeTokens {
	const file = tokenFileOf(folder);
	const saved = read(file);
	const tokens = saved ?? make();
	return {
		tokens,
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

function read(file: string): SpaceTokens | undefined {
	try {
		return schema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
	} catch {
		return undefined;
	}
}

/** 128 random bits each. */
const make = (): SpaceTokens => ({
	public: `public-${randomBytes(16).toString('hex')}`,
	preview: `preview-${randomBytes(16).toString('hex')}`,
	oauth: `oauth-${randomBytes(16).toString('hex')}`,
});
