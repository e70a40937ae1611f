import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Space } from 'astro-slugline/space';
import { expect, test } from 'vitest';
import { soon } from '../support/soon.js';
import { openSpace } from './open-space.js';

const story = (name: string) => `---\ncontent: { component: ${name} }\n---\n`;

async function open() {
	const opened = await openSpace({ 'space.yaml': 'id: 1\n', 'a.md': story('A') });
	await opened.space.ready();
	return opened;
}

/** The names of the components. Unlike requests for content, this one never looks at the folder itself. */
async function namesOf(space: Space): Promise<string[]> {
	const headers = { Authorization: space.tokens.oauth };
	const response = await space.fetch(`${space.url}/v1/spaces/1/components`, { headers });
	const body = await response.json();
	return body.components.map((each: { name: string }) => each.name).sort();
}

/** Writes a file at once: a busy machine may read one that is written in steps while it is empty, which is a problem of the folder. */
async function replace(path: string, text: string): Promise<void> {
	const beside = join(dirname(path), '.new');
	await writeFile(beside, text);
	await rename(beside, path);
}

test('changes in a watched folder are served without a request for the version', async () => {
	const { folder, space } = await open();
	const changes: (Error | undefined)[] = [];
	space.watch((problem) => changes.push(problem));
	await replace(join(folder, 'a.md'), story('A changed'));
	await soon(async () => expect(await namesOf(space)).toEqual(['A changed']));
	await mkdir(join(folder, 'deep/er'), { recursive: true });
	await replace(join(folder, 'deep/er/b.md'), story('B'));
	await soon(async () => expect(await namesOf(space)).toEqual(['A changed', 'B']));
	await replace(join(folder, 'deep/er/b.md'), story('B again'));
	await soon(async () => expect(await namesOf(space)).toEqual(['A changed', 'B again']));
	await rename(join(folder, 'deep'), join(folder, 'deeper'));
	await replace(join(folder, 'deeper/er/c.md'), story('C'));
	await soon(async () => expect(await namesOf(space)).toEqual(['A changed', 'B again', 'C']));
	await rm(join(folder, 'deeper'), { recursive: true });
	await soon(async () => expect(await namesOf(space)).toEqual(['A changed']));
	expect(changes.length).toBeGreaterThan(0);
	expect(changes.every((problem) => problem === undefined)).toBe(true);
});

test('a directory that is deleted while the folder is read is no error', async () => {
	const { folder, space } = await open();
	const churn = `const { mkdirSync, rmSync } = require('node:fs');
for (let turn = 0; turn < 300; turn++) {
	mkdirSync('${folder}/deep/er', { recursive: true });
	rmSync('${folder}/deep', { recursive: true });
}`;
	let isDone = false;
	const worker = new Worker(churn, { eval: true });
	worker.on('exit', () => {
		isDone = true;
	});
	while (!isDone) {
		await space.refresh();
		await new Promise(setImmediate);
	}
});

test('a folder that cannot be served is reported, and recovers', async () => {
	const { folder, space } = await open();
	const problems: (string | undefined)[] = [];
	space.watch((problem) => problems.push(problem?.message));
	await writeFile(join(folder, 'a.md'), 'not a story');
	await soon(() => expect(problems.at(-1)).toContain('a.md:1:1'));
	await writeFile(join(folder, 'a.md'), story('A again'));
	await soon(async () => expect(await namesOf(space)).toEqual(['A again']));
	expect(problems.at(-1)).toBeUndefined();
});

test('a stopped watch is silent, and edits notify the listeners at once', async () => {
	const { space } = await open();
	let count = 0;
	const stop = space.watch(() => count++);
	await space.edit.unpublish('a');
	expect(count).toBe(1);
	stop();
	await space.edit.publish('a');
	expect(count).toBe(1);
});

test('a space that listens watches its folder', async () => {
	const { folder, space } = await open();
	await space.listen();
	for (const name of ['B', 'C']) {
		await rm(join(folder, 'b'), { recursive: true, force: true });
		await mkdir(join(folder, 'b'));
		await writeFile(join(folder, `b/${name}.md`), story(name));
		await soon(async () => expect(await namesOf(space)).toEqual(['A', name]));
	}
	await writeFile(join(folder, 'b/d.md'), story('D'));
	await soon(async () => expect(await namesOf(space)).toEqual(['A', 'C', 'D']));
});
