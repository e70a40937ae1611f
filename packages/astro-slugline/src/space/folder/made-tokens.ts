import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { SpaceTokens } from '../model.js';

const token = z.string().min(1);
const schema = z.object({ public: token, preview: token, oauth: token });

/** The tokens that a space has where its `space.yaml` states none. Nobody can guess them. */
export interface MadeTokens {
	readonly tokens: SpaceTokens;
	/** Writes them beside the space, in a folder that Git ignores, so that they stay the same. */
	save(): void;
}

const fileOf = (folder: string): string => path.join(folder, '.slugline', 'tokens.json');

/** Reads the tokens of a folder, or makes some. Nothing is written before `save()`. */
export function openMadeTokens(folder: string): MadeTokens {
	const file = fileOf(folder);
	const saved = read(file);
	const tokens = saved ?? make();
	return {
		tokens,
		save() {
			if (saved) return;
			try {
				mkdirSync(path.dirname(file), { recursive: true });
				writeFileSync(path.join(path.dirname(file), '.gitignore'), '*\n');
				writeFileSync(file, `${JSON.stringify(tokens, null, '\t')}\n`, { flag: 'wx', mode: 0o600 });
			} catch {
				// In a folder that cannot be written, the next start has other tokens.
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

/** 128 bits each. */
const make = (): SpaceTokens => ({
	public: `public-${randomBytes(16).toString('hex')}`,
	preview: `preview-${randomBytes(16).toString('hex')}`,
	oauth: `oauth-${randomBytes(16).toString('hex')}`,
});
