import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { packageDigests } from '../../../packages/astro-keep/src/content-config/package-digests.js';
import { createTestFolder } from '../../support/test-folder.js';

/** A site with packages, each by its folder below `node_modules`, with what it depends on. */
async function createSite(packages: Record<string, string[]>) {
	const { url: root, write: writeFiles } = await createTestFolder();
	const write = (path: string, text: string) => writeFiles({ [`node_modules/${path}`]: text });
	for (const [path, needs] of Object.entries(packages)) {
		const dependencies = Object.fromEntries(needs.map((name) => [name, '*']));
		await write(`${path}/package.json`, JSON.stringify({ dependencies }));
		await write(`${path}/index.js`, path);
	}
	const digests = async (name: string) => {
		const found = packageDigests({ root, cacheDir: root });
		const all = Object.fromEntries(found.of(name));
		await found.save();
		return all;
	};
	return { root, write, digests };
}

it('changes with a package, and with every version of those that it depends on', async () => {
	const { write, digests } = await createSite({
		a: ['b', 'c'],
		b: [],
		c: ['b'],
		'c/node_modules/b': ['a'],
		other: [],
	});
	const names = ['the package a', 'the package b', 'the package b of c', 'the package c'];
	for (const [path, changed] of [
		['a', 'the package a'],
		['b', 'the package b'],
		['c/node_modules/b', 'the package b of c'],
	]) {
		const before = await digests('a');
		expect(Object.keys(before).sort()).toEqual(names);
		await write(`${path}/index.js`, `${path}, patched`);
		const after = await digests('a');
		expect(names.filter((name) => after[name] !== before[name])).toEqual([changed]);
	}
	const before = await digests('a');
	await write('other/index.js', 'patched');
	await write('a/README.md', 'edited');
	expect(await digests('a')).toEqual(before);
});

it('has the digest of the package in a folder, which changes if somebody patches it in place', async () => {
	const { root, write } = await createSite({ a: [] });
	const folder = fileURLToPath(new URL('node_modules/a', root));
	const digest = () => packageDigests({ root, cacheDir: root }).at(folder);
	const before = digest();
	expect(digest()).toBe(before);
	await write('a/index.js', 'patched');
	expect(digest()).not.toBe(before);
});

it('sees files behind links, and ends where a link leads back', async () => {
	const { root, write, digests } = await createSite({ a: [], b: [] });
	await write('shared/part.js', 'one');
	await symlink('../shared', new URL('node_modules/a/linked', root));
	await symlink('../a', new URL('node_modules/a/itself', root));
	await symlink('../gone', new URL('node_modules/a/gone.js', root));
	const before = await digests('a');
	expect(await digests('a')).toEqual(before);
	await write('shared/part.js', 'another');
	expect(await digests('a')).not.toEqual(before);
});

it('remembers packages that another part of the build asked for, until they are removed', async () => {
	const { root, digests } = await createSite({ a: [], b: [] });
	await digests('a');
	await digests('b');
	const recorded = async () => (await readFile(new URL('astro-keep/packages.json', root))).toString();
	expect(JSON.parse((await recorded()).replace(/^\S+ /, ''))).toHaveLength(2);
	await rm(new URL('node_modules/a', root), { recursive: true });
	await writeFile(new URL('node_modules/b/index.js', root), 'patched');
	await digests('b');
	expect(JSON.parse((await recorded()).replace(/^\S+ /, ''))).toHaveLength(1);
});
