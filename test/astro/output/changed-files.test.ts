import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroIntegrationLogger } from 'astro';
import type { ChangedFiles } from 'astro-slugline';
import * as fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { reportFiles } from '../../../packages/astro-slugline/src/astro/output/changed-files.js';
import { createTokenSearch } from '../../../packages/astro-slugline/src/astro/output/tokens/search.js';

type Files = Record<string, string>;

/** A site whose builds write these files and end as Astro's do. */
async function createSite() {
	let folder = await mkdtemp(join(tmpdir(), 'slugline-changed-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	const write = async (files: Files) => {
		for (const [path, text] of Object.entries(files)) {
			await mkdir(dirname(join(folder, 'dist', path)), { recursive: true });
			await writeFile(join(folder, 'dist', path), text);
		}
	};
	return {
		write,
		async remove(path: string) {
			await rm(join(folder, 'dist', path), { recursive: true, force: true });
		},
		/** Ends a build. What the hook `slugline:files` got, if it ran. */
		async finish({ token = '', hook = async () => {}, server = false }: Partial<Ending> = {}) {
			const outDir = pathToFileURL(`${folder}/dist/`);
			const client = new URL('client/', outDir);
			const search = createTokenSearch();
			search.add(async () => [{ name: 'it', value: token || 'a-token-that-is-nowhere', hint: '' }]);
			let got: ChangedFiles | undefined;
			const listener = {
				name: 'listener',
				hooks: {
					async 'slugline:files'({ id, previous, new: added, changed, gone }: ChangedFiles) {
						got = { id, previous, new: added, changed, gone };
						await hook();
					},
				},
			};
			const config = {
				...{ outDir, cacheDir: pathToFileURL(`${folder}/cache/`), integrations: [listener] },
				build: { client, server: new URL('server/', outDir) },
				adapter: server ? { name: 'node' } : undefined,
			} as unknown as Parameters<typeof search.searchOutput>[0] & Parameters<typeof reportFiles>[0];
			const dir = server ? client : outDir;
			await reportFiles(config, dir, await search.searchOutput(config), logger);
			return got;
		},
		changes: async (): Promise<ChangedFiles> =>
			JSON.parse(await readFile(join(folder, 'cache/slugline/changes.json'), 'utf8')),
		cache: (path = '') => join(folder, 'cache', path),
		/** The output as it is. */
		async output(): Promise<Files> {
			const found = await readdir(join(folder, 'dist'), { recursive: true, withFileTypes: true });
			const paths = found
				.filter((entry) => entry.isFile())
				.map(({ parentPath, name }) => join(parentPath, name));
			const texts = paths.map(async (path) => [path.slice(folder.length + 6), await readFile(path, 'utf8')]);
			return Object.fromEntries(await Promise.all(texts));
		},
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
}

const logger = { fork: () => logger } as unknown as AstroIntegrationLogger;

it('lists every file as new at first, and then what is new, changed, and gone', async () => {
	const site = await createSite();
	await site.write({ 'index.html': 'a', 'b/index.html': 'b', 'c.css': 'c', '.git/HEAD': 'x' });
	const first = await site.finish();
	expect(first).toMatchObject({ previous: null, changed: [], gone: [] });
	expect(first?.new).toEqual(['b/index.html', 'c.css', 'index.html']);
	expect(await site.changes()).toEqual(first);

	await site.write({ 'index.html': 'A', 'c.css': 'c', 'd.css': 'd', '.git/HEAD': 'y' });
	await site.remove('b');
	const second = await site.finish();
	expect(second).toEqual({
		...{ id: second?.id, previous: first?.id },
		...{ new: ['d.css'], changed: ['index.html'], gone: ['b/index.html'] },
	});
	expect(second?.id).not.toBe(first?.id);
});

it('reports nothing for the same content, and names equal outputs alike', async () => {
	const site = await createSite();
	await site.write({ 'index.html': 'a' });
	const first = await site.finish();
	// Written again with the same text.
	await site.write({ 'index.html': 'a' });
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
	const site = await createSite();
	await site.write({ 'client/a.css': 'a', 'server/entry.mjs': 'b' });
	expect((await site.finish({ server: true }))?.new).toEqual(['a.css']);
	await site.write({ 'server/entry.mjs': 'c' });
	expect(await site.finish({ server: true })).toBeUndefined();
});

it('reports the files again if a hook failed, or if the output had a token', async () => {
	const site = await createSite();
	await site.write({ 'index.html': 'a' });
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
	const site = await createSite();
	await site.write({ 'index.html': 'a' });
	await site.finish();
	await writeFile(site.cache('slugline/output.json'), '{"version":2,"i');
	expect(await site.finish()).toMatchObject({ previous: null, new: ['index.html'] });
});

it('makes a copy equal to the output, whatever builds write, wherever they are killed', async () => {
	const path = fc.constantFrom('index.html', 'a/index.html', 'a/b/index.html', 'c.css');
	const edit = fc.record({ path, text: fc.option(fc.constantFrom('1', '2', '3')) });
	const build = fc.record({ edits: fc.array(edit, { maxLength: 4 }), ends: fc.boolean() });
	await fc.assert(
		fc.asyncProperty(fc.array(build, { minLength: 1, maxLength: 6 }), async (builds) => {
			const site = await createSite();
			await site.write({ 'first.txt': '1' });
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
					for (const path of [...changes.new, ...changes.changed]) copy[path] = now[path] ?? '';
					copied = changes.id;
				}
				expect(copy).toEqual(now);
			}
		}),
		{ numRuns: 30, seed: 33 },
	);
});
