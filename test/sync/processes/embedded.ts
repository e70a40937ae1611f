// A build from a folder: one sync into a folder of state, after the folder may have changed since the space was opened.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDeliveryClient } from 'astro-slugline/client';
import { createSpace } from 'astro-slugline/space';
import { createSync } from 'astro-slugline/sync';
import { createStorage } from 'unstorage';
import fsLite from 'unstorage/drivers/fs-lite';

/** The order of the test, as JSON in the last argument. */
export interface EmbeddedOrder {
	folder: string;
	state: string;
	/** Files to write, or to remove if null, after the space is opened and before it is synced. */
	meanwhile: Record<string, string | null>;
}

/** What the build printed. */
export interface EmbeddedBuild {
	kind: string;
	spaceVersion: number | null;
	settled: boolean;
	/** Content by slug and language. */
	contents: Record<string, unknown>;
}

const order = JSON.parse(process.argv.at(-1) ?? '') as EmbeddedOrder;
const space = createSpace(order.folder);
await space.ready();
for (const [path, text] of Object.entries(order.meanwhile)) {
	if (text === null) await rm(join(order.folder, path), { force: true });
	else await writeFile(join(order.folder, path), text);
}
const { fetch, tokens, url } = space;
const client = createDeliveryClient({ token: tokens.public, baseUrl: url, fetch, rateLimit: false });
const storage = createStorage({ driver: fsLite({ base: order.state }) });
const synced = await createSync({ client, version: 'published', baseUrl: url, storage }).run();
const contents: EmbeddedBuild['contents'] = {};
for await (const [{ slug, lang }, story] of synced.stories(synced.rows)) {
	contents[`${slug} ${lang}`] = story.content;
}
const { spaceVersion, settled } = synced;
const { kind } = synced.summary;
console.log(JSON.stringify({ kind, spaceVersion, settled, contents } satisfies EmbeddedBuild));
await space.close();
