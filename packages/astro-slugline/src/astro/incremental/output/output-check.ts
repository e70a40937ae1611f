import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/**
 * Tells whether an output is just what the record in a file says. It is looked through in a thread of its own: for 100,000
 * pages that takes half a second, in which a build can load the content.
 */
export function checkOutput(folder: string, file: URL): Promise<boolean> {
	if (!existsSync(file)) return Promise.resolve(false);
	return new Promise((resolve) => {
		const thread = new Worker(new URL('./output-thread.js', import.meta.url), {
			workerData: { folder, file: file.href },
		});
		thread.once('message', resolve);
		thread.once('error', () => resolve(false));
		// After an answer this says nothing; without one, nobody would wait for ever.
		thread.once('exit', () => resolve(false));
	});
}
