// A build that syncs once into a folder, and may kill itself in the middle of a write.
import { createDeliveryClient } from 'astro-slugline/client';
import { createSync } from 'astro-slugline/sync';
import { createStorage } from 'unstorage';
import fsLite from 'unstorage/drivers/fs-lite';

/** The order of the test to the child, as JSON in its last argument. */
export interface ChildOrder {
	baseUrl: string;
	folder: string;
	now: number;
	force: boolean;
	/** The write in which it dies, from 1, and how much of it gets through. */
	diesIn: { write: number; part: number } | undefined;
}

const order = JSON.parse(process.argv.at(-1) ?? '') as ChildOrder;
const driver = fsLite({ base: order.folder });
let writes = 0;

const storage = createStorage({
	driver: {
		...driver,
		async setItemRaw(key, value, options) {
			writes += 1;
			if (writes !== order.diesIn?.write) return driver.setItemRaw?.(key, value, options);
			await driver.setItemRaw?.(
				key,
				String(value).slice(0, String(value).length * order.diesIn.part),
				options,
			);
			process.kill(process.pid, 'SIGKILL');
		},
	},
});
const client = createDeliveryClient({ token: 'secret-token', baseUrl: order.baseUrl });
const sync = createSync({
	client,
	version: 'published',
	baseUrl: 'http://space.test',
	storage,
	now: () => order.now,
});
await sync.run({ force: order.force });
