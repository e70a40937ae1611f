// Preloaded into a process that is measured: at its end it writes the most memory that it had, in kilobytes.
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env['SLUGLINE_BENCH_MEMORY'];
if (file && isMainThread)
	process.on('exit', () => appendFileSync(file, `${process.resourceUsage().maxRSS}\n`));
