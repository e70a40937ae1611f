// `npm test`: sets up and runs everything. `--long` runs the random and killing tests in their full counts.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkNode, findChromium, findRedis, installDependencies, root, run } from './support/set-up.mjs';

const long = process.argv.includes('--long');

await installDependencies();
checkNode();
const env = {
	SLUGLINE_CHROMIUM: await findChromium(),
	SLUGLINE_REDIS: await findRedis(),
	...(long ? { SLUGLINE_LONG: '1' } : {}),
};

const report = join(root, 'node_modules', '.slugline-tests.json');
const vitest = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const steps = [
	['build', 'npm', ['run', 'build', '--silent']],
	['lint', 'biome', ['check', '.']],
	['types', 'tsc', ['--noEmit']],
	['playground types', 'npm', ['run', 'check', '--silent', '-w', 'playground-blog']],
	['playground', 'npm', ['run', 'build', '--silent', '-w', 'playground-blog']],
	['tests', 'vitest', vitest],
];

rmSync(report, { force: true });
const failed = [];
for (const [name, command, args] of steps) {
	console.log(`\n── ${name}`);
	const began = Date.now();
	const code = await run(command, args, env);
	console.log(
		`── ${name}: ${code === 0 ? 'passed' : 'FAILED'} (${((Date.now() - began) / 1000).toFixed(1)} s)`,
	);
	if (code !== 0) failed.push(name);
	// Nothing else can be right without the package.
	if (code !== 0 && name === 'build') break;
}

if (failed.length) console.log(`\nFailed: ${failed.join(', ')}`);
const counts = readCounts();
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exit(failed.length ? 1 : 0);

function readCounts() {
	try {
		const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
		return { passed: numPassedTests, failed: numFailedTests };
	} catch {
		return { passed: 0, failed: failed.length };
	}
}
