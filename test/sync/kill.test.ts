import { type ChildProcess, spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { createStorage } from 'unstorage';
import fsLite from 'unstorage/drivers/fs-lite';
import { expect, test } from 'vitest';
import { isLong } from '../support/long.js';
import { temporaryFolder } from '../support/test-folder.js';
import { applyChange, type Change, changeKinds, fill } from './fake-changes.js';
import { createFakeSpace } from './fake-space.js';
import { cleanContentOf, contentOf, syncOf } from './helpers.js';
import type { ChildOrder } from './kill/child.js';

const kills = isLong ? 200 : 6;
const hour = 3_600_000;

/** When a sync dies: in the middle of a write, or while it waits for an answer. */
interface Death {
	changes: Change[];
	force: boolean;
	write: { write: number; part: number } | undefined;
	request: number | undefined;
}

const change = fc.record({ kind: fc.constantFrom(...changeKinds), which: fc.nat(200), other: fc.nat(60) });
const changes = fc.array(change, { minLength: 2, maxLength: 6 });
const part = fc.constantFrom(0, 0.3, 0.999, 1);
/** A sync that lists everything has more requests and writes to die in. */
const deathOf = (force: boolean): fc.Arbitrary<Death> => {
	const write = fc.record({ write: fc.integer({ min: 1, max: force ? 8 : 4 }), part });
	const request = fc.integer({ min: 1, max: force ? 10 : 4 });
	return fc.oneof(
		fc.record({ changes, force: fc.constant(force), write, request: fc.constant(undefined) }),
		fc.record({ changes, force: fc.constant(force), write: fc.constant(undefined), request }),
	);
};
const death = fc.boolean().chain(deathOf);

test('recovers in the next sync after a SIGKILL at any point', async () => {
	const folder = await temporaryFolder();
	const space = createFakeSpace({ codes: ['de'] });
	fill(space, 120, ['de']);
	let child: ChildProcess | undefined;
	let deadly: number | undefined;
	let asked = 0;
	const server = createServer(async (request, response) => {
		asked += 1;
		if (asked === deadly) child?.kill('SIGKILL');
		const answer = await space.fetch(new URL(request.url ?? '', 'http://space.test'));
		response.writeHead(answer.status, Object.fromEntries(answer.headers));
		response.end(await answer.text());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
	const storage = createStorage({ driver: fsLite({ base: folder }) });
	const outcomes = { killed: 0, finished: 0 };

	let now = 0;
	for (const { changes, force, write, request } of fc.sample(death, { seed: 20261121, numRuns: kills })) {
		for (const one of changes) applyChange(space, one);
		asked = 0;
		deadly = request;
		now += hour;
		const order: ChildOrder = { baseUrl, folder, now, force, diesIn: write };
		child = spawn(
			process.execPath,
			[
				'--conditions=slugline-source',
				'--import',
				here('kill/sources.mjs'),
				here('kill/child.ts'),
				JSON.stringify(order),
			],
			{ stdio: ['ignore', 'ignore', 'pipe'] },
		);
		let errors = '';
		child.stderr?.on('data', (data) => {
			errors += data;
		});
		const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
			child?.once('close', (...ended) => resolve(ended));
		});
		if (signal === null) expect(code, errors).toBe(0);
		outcomes[signal === 'SIGKILL' ? 'killed' : 'finished'] += 1;

		now += hour;
		const clock = now;
		const synced = await syncOf(space, { storage, now: () => clock }).run();
		expect(await contentOf(synced)).toEqual(await cleanContentOf(space));
	}
	server.close();
	expect(outcomes.killed).toBeGreaterThan(kills / 2);
	// What killed syncs left behind was removed: chunks and parts of two states remain, and little more.
	expect((await readdir(folder, { recursive: true })).length).toBeLessThan(60);
});

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
