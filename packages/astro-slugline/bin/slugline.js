#!/usr/bin/env node
import { existsSync } from 'node:fs';

// A file that is there before a build, so that npm links the command when it installs a checkout of the repository.
const main = new URL('../dist/cli/main.js', import.meta.url);
if (existsSync(main)) {
	await import(main.href);
} else {
	console.error('slugline cannot run, because this checkout of it is not built. Run `npm run build` first.');
	process.exitCode = 1;
}
