// One sync into a folder. What to do comes as JSON in the last argument; the result is printed.
import { createDeliveryClient } from 'astro-slugline/client';
import { createSync } from 'astro-slugline/sync';
import { createStorage } from 'unstorage';
import fsLite from 'unstorage/drivers/fs-lite';

/** `folder` is where the cached state is stored. */
const order: { url: string; token: string; folder: string } = JSON.parse(process.argv.at(-1) ?? '');

const client = createDeliveryClient({ token: order.token, baseUrl: order.url });
const storage = createStorage({ driver: fsLite({ base: order.folder }) });
const sync = createSync({ client, version: 'published', baseUrl: order.url, storage });
const began = performance.now();
const { rows, stories } = await sync.run();
const ms = performance.now() - began;
let read = 0;
for await (const [row, story] of stories(rows.slice(0, 100))) if (row.uuid === story.uuid) read += 1;
console.log(JSON.stringify({ ms, rows: rows.length, read }));
