// Preloaded into a process that is measured: at its end it writes the most memory that it had, in kilobytes, and the
// time that it computed, in microseconds.
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env['SLUGLINE_BENCH_USAGE'];
if (file && isMainThread)
	process.on('exit', () => {
		const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
		appendFileSync(file, `${maxRSS} ${userCPUTime + systemCPUTime}\n`);
	});
