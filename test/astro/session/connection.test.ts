import { expect, it } from 'vitest';
import { createConnection } from '../../../packages/astro-slugline/src/astro/session/connection.js';

it('starts the sync of a build early, and gives its error to each collection', async () => {
	let syncs = 0;
	const connection = createConnection({
		options: { id: 'default' },
		site: {},
		folder: new URL('./no-such-folder/', import.meta.url),
		opened: Promise.resolve({
			async sync() {
				syncs += 1;
				throw new Error('the API is down');
			},
		}),
	} as unknown as Parameters<typeof createConnection>[0]);
	connection.syncedOnce().catch(() => {});
	// An unhandled rejection would end the process here.
	await new Promise(setImmediate);
	expect(syncs).toBe(1);
	await expect(connection.synced('pages')).rejects.toThrow('the API is down');
	await expect(connection.synced('posts')).rejects.toThrow('the API is down');
	expect(syncs).toBe(1);
});
