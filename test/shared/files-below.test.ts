import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow } from '../../packages/astro-slugline/src/shared/node/files-below.js';
import { temporaryFolder } from '../support/test-folder.js';

const image = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>';

/** A folder with links out of it, to nothing, and in two circles, which a walk through links never leaves. */
async function linkedFolder(): Promise<string> {
	const outside = await temporaryFolder({ 'deep/far.svg': image });
	const folder = await temporaryFolder({ 'b.svg': image, 'a/near.svg': image });
	await symlink(outside, join(folder, 'link'));
	await symlink(join(outside, 'deep/far.svg'), join(folder, 'file.svg'));
	await symlink(join(outside, 'nowhere'), join(folder, 'dead.svg'));
	await symlink(folder, join(folder, 'circle'));
	await symlink(folder, join(folder, 'a/circle'));
	return folder;
}

it('follows links to folders, but not in circles', async () => {
	const folder = await linkedFolder();
	expect(filesBelow(folder, true)).toEqual([
		...['a/near.svg', 'b.svg', 'dead.svg', 'file.svg', 'link/deep/far.svg'],
	]);
	expect(filesBelow(join(folder, 'nowhere'), true)).toEqual([]);
});

it('follows no link in a folder that is edited', async () => {
	const folder = await linkedFolder();
	expect(filesBelow(folder, false)).toEqual([
		...['a/circle', 'a/near.svg', 'b.svg', 'circle', 'dead.svg', 'file.svg', 'link'],
	]);
});
