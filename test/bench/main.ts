import { availableParallelism } from 'node:os';
import { runLive } from './live/part.js';
import { readArguments } from './options.js';
import { runCompare } from './pages/compare.js';
import { runPages } from './pages/part.js';
import { runPreview } from './preview/part.js';
import { runPublish } from './publish/part.js';
import { runSync } from './sync/part.js';

const options = readArguments(process.argv.slice(2));
if (!options) process.exit(1);
const began = performance.now();
console.log(
	`Node ${process.version}, ${availableParallelism()} cores; a service with ${options.latencyMs} ms of latency and the rates 50, 15, 10 and 6 a second, 30 requests at once. Requests are counted with redirects and refused ones; except where an edge is named, every answer is made anew.`,
);
const run = {
	sync: runSync,
	preview: runPreview,
	pages: runPages,
	publish: runPublish,
	live: runLive,
	compare: runCompare,
};
for (const part of options.parts) await run[part](options);
console.log(`\n${Math.round((performance.now() - began) / 1000)} s in all.`);
