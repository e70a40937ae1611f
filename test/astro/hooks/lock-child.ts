// A build that takes the lock at each line that it reads, without waiting, and releases it at the next one.
import { createInterface } from 'node:readline';
import { lockBuild } from '../../../packages/astro-keep/src/build-lock.js';

const folder = new URL(process.argv.at(-1) ?? '');
let release = () => {};
for await (const _ of createInterface({ input: process.stdin })) {
	release();
	const held = await lockBuild(folder, { info() {} }, 0).catch(() => undefined);
	release = held ?? (() => {});
	console.log(held ? 'held' : 'waits');
}
