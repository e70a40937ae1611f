#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';

// A file that is there before a build, so that npm links the command when it installs a checkout of the repository. It checks
// Node before it loads what an old one cannot run.
const main = new URL('../dist/main.js', import.meta.url);
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = engines.node.match(/\d+/g).map(Number);
const found = process.versions.node.split('.').map(Number);
const at = found.findIndex((part, index) => part !== needed[index]);

if (at >= 0 && found[at] < needed[at]) {
	console.error(
		`create-slugline needs Node ${engines.node}, but this is Node ${process.versions.node}. Install Node 24, or another version in that range.`,
	);
	process.exitCode = 1;
} else if (existsSync(main)) {
	await import(main.href);
} else {
	console.error(
		'create-slugline cannot run, because this checkout of it is not built. Run `npm run build` first.',
	);
	process.exitCode = 1;
}
