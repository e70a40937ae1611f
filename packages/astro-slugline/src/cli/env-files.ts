import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** The variables in the `.env` files of a folder, as Astro reads them; the local file first. */
export function readEnvFiles(folder: string): Record<string, string | undefined> {
	return { ...readEnvFile(join(folder, '.env')), ...readEnvFile(join(folder, '.env.local')) };
}

function readEnvFile(path: string): Record<string, string | undefined> {
	try {
		return parseEnv(readFileSync(path, 'utf8'));
	} catch {
		// None, or none that may be read.
		return {};
	}
}
