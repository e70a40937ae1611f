import fs, { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { addFile, listFiles } from '../../packages/astro-slugline/src/editor/server/files.js';
import { temporaryFolder } from '../support/test-folder.js';

const data = Buffer.from('an image').toString('base64');
const contents = { photo: { filename: '/photos/a.png' }, body: [{ other: '/photos/b.png' }, '/c.png'] };
const files = { 'c.png': 'c', 'photos/a.png': 'a', 'photos/b.png': 'b', '.hidden/d.png': '' };

it('adds a file to the folder that content names most images in, under a name that no other file has', async () => {
	const folder = await temporaryFolder(files);
	expect(addFile(folder, contents, { name: 'a.png', data })).toBe('/photos/a-2.png');
	expect(addFile(folder, contents, { name: 'a.png', data })).toBe('/photos/a-3.png');
	expect(addFile(folder, { photo: '/c.png' }, { name: 'c.png', data })).toBe('/c-2.png');
	expect(addFile(folder, {}, { name: 'bötchen.pdf', data })).toBe('/images/bötchen.pdf');
	expect(await readFile(join(folder, 'photos/a-2.png'), 'utf8')).toBe('an image');
	expect(await readFile(join(folder, 'photos/a.png'), 'utf8')).toBe('a');
	expect(listFiles(folder)).toEqual([
		...['/c-2.png', '/c.png', '/images/bötchen.pdf', '/photos/a-2.png', '/photos/a-3.png', '/photos/a.png'],
		'/photos/b.png',
	]);
	expect(listFiles(join(folder, 'nowhere'))).toEqual([]);
	expect(addFile(join(folder, 'nowhere'), {}, { name: 'a.png', data })).toBe('/images/a.png');
});

it('refuses names that lead elsewhere, and files that could run', async () => {
	const folder = await temporaryFolder(files);
	const names = [
		...['../a.png', '..', '.png', '/etc/a.png', 'a/b.png', 'a\\b.png', 'C:\\a.png', 'a.png\0', 'a\0.png'],
		...['con.png', 'NUL.jpg', 'lpt1.png', '.htaccess', '_redirects', 'a.png ', 'a.png.', '', ' ', 'a:b.png'],
		...[
			'a\u0308.png',
			'\ud800.png',
			`${'x'.repeat(500)}.png`,
			'a.svg',
			'a.svg.SVG',
			'a.html',
			'a.png.js',
			'a',
		],
		...['a#x.png', 'a%2fb.png', '100%.png', 'a\u202eb.png', 'a\u2028b.png', 'COM¹.png', 'web.config'],
		...['a.PNG', 'a.php', 'a.mjs', 'a.astro', 'a.md', 'a.xml', 'a.wasm', 'a.php.jpg', 'a.html.png'],
		...['staticwebapp.config.json', 'vercel.json', 'serve.json', 'robots.txt', 'ads.txt'],
	];
	for (const name of names)
		expect(() => addFile(folder, contents, { name, data }), JSON.stringify(name)).toThrow(
			/^(?:A file cannot have the name|Only images, audio)/,
		);
	expect(() => addFile(folder, contents, { name: 'a.svg', data })).toThrow('it could contain scripts');
	const sizes = ['', '!', Buffer.alloc(10_000_001).toString('base64')];
	for (const size of sizes)
		expect(() => addFile(folder, contents, { name: 'x.png', data: size })).toThrow('larger than 10 MB');
	expect(listFiles(folder)).toEqual(['/c.png', '/photos/a.png', '/photos/b.png']);
	const large = Buffer.alloc(10_000_000).toString('base64');
	expect(addFile(folder, contents, { name: 'x.png', data: large })).toBe('/photos/x.png');
});

it('follows no link', async () => {
	const [folder, outside] = [await temporaryFolder(), await temporaryFolder({ 'a.png': 'theirs' })];
	await symlink(outside, join(folder, 'images'));
	await symlink(join(outside, 'a.png'), join(folder, 'b.png'));
	expect(listFiles(folder)).toEqual([]);
	expect(() => addFile(folder, {}, { name: 'b.png', data })).toThrow('is a link');
	expect(() => addFile(folder, { src: '/images/a.png' }, { name: 'b.png', data })).toThrow('is a link');
	await mkdir(join(folder, 'photos'));
	await symlink(join(outside, 'new.png'), join(folder, 'photos/a.png'));
	await symlink(join(outside, 'a.png'), join(folder, 'photos/a-2.png'));
	fs.writeFileSync(join(folder, 'photos/z.png'), 'z');
	expect(addFile(folder, { src: '/photos/z.png' }, { name: 'a.png', data })).toBe('/photos/a-3.png');
	expect(await readdir(outside)).toEqual(['a.png']);
	expect(await readFile(join(outside, 'a.png'), 'utf8')).toBe('theirs');
});

it.each([
	['ENOSPC', 'the disk is full'],
	['EACCES', 'it may not be written to'],
])('leaves nothing behind after %s', async (code, reason) => {
	const folder = await temporaryFolder(files);
	const { writeFileSync } = fs;
	onTestFinished(() => {
		fs.writeFileSync = writeFileSync;
		syncBuiltinESMExports();
	});
	fs.writeFileSync = (path) => {
		writeFileSync(path, 'an im');
		throw Object.assign(new Error(`${code}: failed`), { code });
	};
	syncBuiltinESMExports();
	expect(() => addFile(folder, contents, { name: 'd.png', data })).toThrow(
		`The file cannot be stored in the folder /photos of the public folder, so nothing is stored: ${reason}. Choose it again after that is corrected.`,
	);
	expect((await readdir(join(folder, 'photos'))).sort()).toEqual(['a.png', 'b.png']);
	expect(existsSync(join(folder, 'images'))).toBe(false);
});

it('says so where a file is in the way of its folder', async () => {
	const folder = await temporaryFolder({ images: 'a file' });
	expect(() => addFile(folder, {}, { name: 'a.png', data })).toThrow(
		'cannot be stored in the folder /images',
	);
	expect(await readdir(folder)).toEqual(['images']);
});
