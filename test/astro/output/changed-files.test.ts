import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { AstroIntegrationLogger } from 'astro';
import type { ChangedFiles } from 'astro-slugline';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { reportFiles } from '../../../packages/astro-keep/src/output/changed-files.js';
import { isAsRecorded } from '../../../packages/astro-keep/src/output/list-output.js';
import { readRecord } from '../../../packages/astro-keep/src/output/output-record.js';
import { createTokenSearch, type WrittenPages } from '../../../packages/astro-keep/src/output/search.js';
import { readTree } from '../../support/read-tree.js';
import { temporaryFolder, writeFiles } from '../../support/test-folder.js';

type Files = Record<string, string>;

/** A site whose builds write these files and end as Astro's do. */
async function createSite(files: Files = {}) {
	let folder = join(await temporaryFolder(), 'site');
	const cache = (path = '') => join(folder, 'cache', path);
	const write = (changed: Files) => writeFiles(join(folder, 'dist'), changed);
	await write(files);
	return {
		write,
		cache,
		remove: (path: string) => rm(join(folder, 'dist', path), { recursive: true, force: true }),
		/** Ends a build. What the hook `slugline:files` got, if it ran. */
		async finish({ token = '', hook, server = false, isOwn = () => true }: Partial<Ending> = {}) {
			const outDir = pathToFileURL(`${folder}/dist/`);
			const client = new URL('client/', outDir);
			const search = createTokenSearch();
			search.add(async () => [{ name: 'it', value: token || 'a-token-that-is-nowhere', hint: '' }]);
			search.keepPages({ paths: new Set(Object.keys(files)), isOwn });
			let got: ChangedFiles | undefined;
			const listener = {
				name: 'listener',
				hooks: {
					async 'slugline:files'({ id, previous, new: added, changed, gone }: ChangedFiles) {
						got = { id, previous, new: added, changed, gone };
						await hook?.();
					},
				},
			};
			const config = {
				...{ outDir, cacheDir: pathToFileURL(`${folder}/cache/`), integrations: [listener] },
				build: { client, server: new URL('server/', outDir) },
				adapter: server ? { name: 'node' } : undefined,
			} as unknown as Parameters<typeof search.searchOutput>[0] & Parameters<typeof reportFiles>[0];
			const dir = server ? client : outDir;
			const file = pathToFileURL(cache('slugline/changes.json'));
			await reportFiles(config, dir, await search.searchOutput(config), logger, {
				hookOf: (hooks) => hooks['slugline:files'],
				file,
			});
			return got;
		},
		/** True if the next build may keep pages. */
		mayStay() {
			const record = readRecord(pathToFileURL(cache('astro-keep/output.json')));
			return record?.pages !== undefined && isAsRecorded(join(folder, 'dist'), record);
		},
		changes: async (): Promise<ChangedFiles> =>
			JSON.parse(await readFile(cache('slugline/changes.json'), 'utf8')),
		/** The output as it is. */
		output: (): Promise<Files> => readTree(join(folder, 'dist')),
		async move() {
			await rename(folder, `${folder}-moved`);
			folder = `${folder}-moved`;
		},
	};
}

interface Ending {
	/** A token that the output must not have. */
	token: string;
	hook(): Promise<void>;
	server: boolean;
	/** False if something else has written the file of a page. */
	isOwn: WrittenPages['isOwn'];
}

const logger = { fork: () => logger } as unknown as AstroIntegrationLogger;

it('reports nothing for the same content, and names equal outputs alike', async () => {
	const site = await createSite({ 'index.html': 'a', '.git/HEAD': 'x' });
	const first = await site.finish();
	expect(first).toMatchObject({ previous: null, new: ['index.html'] });
	expect(await site.changes()).toEqual(first);
	// Written again with the same text.
	await site.write({ 'index.html': 'a', '.git/HEAD': 'y' });
	expect(await site.finish()).toBeUndefined();
	expect(await site.changes()).toEqual(first);
	await site.write({ 'index.html': 'b' });
	await site.finish();
	await site.write({ 'index.html': 'a' });
	expect((await site.finish())?.id).toBe(first?.id);
	// The cache of a host, on a machine with another folder.
	await site.move();
	expect(await site.finish()).toBeUndefined();
	await rm(site.cache(), { recursive: true });
	expect(await site.finish()).toMatchObject({ id: first?.id, previous: null, new: ['index.html'] });
});

it('lists what visitors get of a site with a server', async () => {
	const site = await createSite({ 'client/a.css': 'a', 'server/entry.mjs': 'b' });
	expect((await site.finish({ server: true }))?.new).toEqual(['a.css']);
	await site.write({ 'server/entry.mjs': 'c' });
	expect(await site.finish({ server: true })).toBeUndefined();
});

it('reports the files again if a hook failed, or if the output had a token', async () => {
	const site = await createSite({ 'index.html': 'a' });
	const first = await site.finish();
	await site.write({ 'index.html': 'changed', 'b.css': 'b' });
	const upload = () => site.finish({ hook: () => Promise.reject(new Error('The server is down.')) });
	await expect(upload()).rejects.toThrow('The server is down.');
	await site.write({ 'index.html': 'the-token-itself' });
	await expect(site.finish({ token: 'the-token-itself' })).rejects.toThrow('is in the file index.html');
	await site.write({ 'index.html': 'c' });
	expect(await site.finish()).toMatchObject({ previous: first?.id, new: ['b.css'], changed: ['index.html'] });
});

it('lists everything if its record is damaged', async () => {
	const site = await createSite({ 'index.html': 'a' });
	await site.finish();
	await writeFile(site.cache('astro-keep/output.json'), '{"version":2,"i');
	expect(await site.finish()).toMatchObject({ previous: null, new: ['index.html'] });
});

const pages = { 'index.html': 'a', 'blog/index.html': 'b', 'tags/a/index.html': 'c' };

it('lets pages stay until a file changes, is added, or is removed', async () => {
	const site = await createSite(pages);
	for (const change of [
		() => site.write({ 'blog/index.html': 'after' }),
		() => site.write({ 'a.css': 'after' }),
		() => site.write({ 'tags/a/other.html': 'new' }),
		() => site.write({ 'new/other.html': 'new' }),
		() => site.remove('new'),
		// Until something else writes a page.
		() => site.finish({ isOwn: (path) => path !== 'blog/index.html' }),
		() => writeFile(site.cache('astro-keep/output.json'), '{'),
	]) {
		await site.finish();
		expect(site.mayStay()).toBe(true);
		await delay(10);
		await change();
		expect(site.mayStay()).toBe(false);
	}
	await site.finish();
	await site.remove('tags/a/index.html');
	await site.finish();
	expect(site.mayStay()).toBe(false);
});

it('makes a copy equal to the output, whatever builds write, wherever they are killed', async () => {
	const path = fc.constantFrom('index.html', 'a/index.html', 'a/b/index.html', 'c.css');
	const edit = fc.record({ path, text: fc.option(fc.constantFrom('1', '2', '3')) });
	const build = fc.record({ edits: fc.array(edit, { maxLength: 4 }), ends: fc.boolean() });
	await fc.assert(
		fc.asyncProperty(fc.array(build, { minLength: 1, maxLength: 6 }), async (builds) => {
			const site = await createSite({ 'first.txt': '1' });
			const copy: Files = {};
			let copied: string | null = null;
			for (const { edits, ends } of builds) {
				for (const { path, text } of edits)
					text === null ? await site.remove(path) : await site.write({ [path]: text });
				// Killed before its end, a build leaves the output as it is.
				if (!ends) continue;
				await site.finish();
				const changes = await site.changes();
				const now = await site.output();
				if (changes.id !== copied) {
					expect(changes.previous).toBe(copied);
					for (const path of changes.gone) delete copy[path];
					expect(changes.new.filter((path) => path in copy)).toEqual([]);
					expect(changes.changed.filter((path) => copy[path] === now[path])).toEqual([]);
					for (const path of [...changes.new, ...changes.changed]) copy[path] = now[path] ?? '';
					copied = changes.id;
				}
				expect(copy).toEqual(now);
			}
		}),
		{ numRuns: 30, seed: 33 },
	);
});
