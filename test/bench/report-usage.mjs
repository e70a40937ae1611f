// Preloaded into a process that is measured. When the process ends, writes its peak memory, in kilobytes, and its CPU time, in
// microseconds.
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env['SLUGLINE_BENCH_USAGE'];
if (file && isMainThread)
	process.on('exit', () => {
		const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
		appendFileSync(file, `${maxRSS} ${userCPUTime + systemCPUTime}\n`);
	});
