#!/usr/bin/env node
import { readFileSync } from 'node:fs';

// Checks Node before it loads what an old one cannot run.
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = engines.node.match(/\d+/g).map(Number);
const found = process.versions.node.split('.').map(Number);
const at = found.findIndex((part, index) => part !== needed[index]);

if (at >= 0 && found[at] < needed[at]) {
	console.error(
		`astro-keep needs Node ${engines.node}, but this is Node ${process.versions.node}. Install Node 24, or another version in that range.`,
	);
	process.exitCode = 1;
} else {
	const { run } = await import('../dist/cli.js');
	process.exitCode = await run(process.argv.slice(2));
}
