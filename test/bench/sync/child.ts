// One sync into a folder, measured from within. What to do comes as JSON in the last argument; the result is printed.
import { createStorage } from 'unstorage';
import fsLite from 'unstorage/drivers/fs-lite';

export interface SyncOrder {
	/** Addresses of the package's sub-paths. */
	client: string;
	sync: string;
	url: string;
	token: string;
	/** Where the cached state is stored. */
	folder: string;
}

export interface SyncResult {
	ms: number;
	/** CPU time in milliseconds, including the start of Node. */
	cpuMs: number;
	/** Peak memory of the process, in megabytes. */
	peakMb: number;
	rows: number;
	/** Stories whose content was read back, to show that it is there. */
	read: number;
}

const order = JSON.parse(process.argv.at(-1) ?? '') as SyncOrder;
const { createDeliveryClient } = (await import(order.client)) as typeof import('astro-slugline/client');
const { createSync } = (await import(order.sync)) as typeof import('astro-slugline/sync');

const client = createDeliveryClient({ token: order.token, baseUrl: order.url });
const storage = createStorage({ driver: fsLite({ base: order.folder }) });
const sync = createSync({ client, version: 'published', baseUrl: order.url, storage });
const began = performance.now();
const space = await sync.run();
const ms = performance.now() - began;
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
let read = 0;
for await (const [row, story] of space.stories(space.rows.slice(0, 100)))
	if (row.uuid === story.uuid) read += 1;
const result: SyncResult = {
	ms,
	cpuMs: (userCPUTime + systemCPUTime) / 1000,
	peakMb: maxRSS / 1024,
	rows: space.rows.length,
	read,
};
console.log(JSON.stringify(result));
