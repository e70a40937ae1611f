import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a build wrote its `slugline.json`: at `given`, or with an adapter, in `client` beside it. */
export function builtFile(given: string | URL): string {
	const path = given instanceof URL ? fileURLToPath(given) : given;
	const ofServer = join(dirname(path), 'client', basename(path));
	return !existsSync(path) && existsSync(ofServer) ? ofServer : path;
}
