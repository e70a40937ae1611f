import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** The variables in a folder's `.env` files, as Astro reads them. `.env.local` takes precedence. */
export function readEnvFiles(folder: string): Record<string, string | undefined> {
	return { ...readEnvFile(join(folder, '.env')), ...readEnvFile(join(folder, '.env.local')) };
}

function readEnvFile(path: string): Record<string, string | undefined> {
	try {
		return parseEnv(readFileSync(path, 'utf8'));
	} catch {
		// The file does not exist, or is not readable.
		return {};
	}
}
