// `npm test`: sets up and runs everything. `--long` runs the random and killing tests in their full counts.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
	checkNode,
	findChromium,
	findRedis,
	installDependencies,
	root,
	run,
	runCollected,
} from './support/set-up.mjs';

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

/** What runs one after the other; the steps of one stage run side by side. */
const stages = [
	[
		['build', 'npm', ['run', 'build', '--silent']],
		['types', 'tsc', ['--noEmit']],
	],
	[
		['lint', 'npm', ['run', 'lint', '--silent']],
		['playground', 'npm', ['run', 'build', '--silent', '-w', 'playground-blog']],
	],
	[['tests', 'vitest', vitest]],
];

rmSync(report, { force: true });
const began = Date.now();
const failed = [];
for (const stage of stages) {
	await Promise.all(stage.map((step) => runStep(step, stage.length > 1)));
	// Nothing else can be right without the package.
	if (failed.includes('build')) break;
}

if (failed.length) console.log(`\nFailed: ${failed.join(', ')}`);
const counts = readCounts();
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
console.log(`${secondsSince(began)} s in all`);
process.exit(failed.length ? 1 : 0);

/** Runs a step. What it prints is shown at once, or at its end if others run beside it. */
async function runStep([name, command, args], isBesideOthers) {
	if (!isBesideOthers) console.log(`\n── ${name}`);
	const start = Date.now();
	const { code, output } = isBesideOthers
		? await runCollected(command, args, env)
		: { code: await run(command, args, env), output: '' };
	if (isBesideOthers) console.log(`\n── ${name}${output && `\n${output.trimEnd()}`}`);
	console.log(`── ${name}: ${code === 0 ? 'passed' : 'FAILED'} (${secondsSince(start)} s)`);
	if (code !== 0) failed.push(name);
}

function secondsSince(start) {
	return ((Date.now() - start) / 1000).toFixed(1);
}

function readCounts() {
	try {
		const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
		return { passed: numPassedTests, failed: numFailedTests };
	} catch {
		return { passed: 0, failed: failed.length };
	}
}
