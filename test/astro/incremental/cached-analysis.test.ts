import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
	type Analysis,
	cachedAnalysis,
} from '../../../packages/astro-slugline/src/astro/incremental/analysis/cached-analysis.js';
import type { Module } from '../../../packages/astro-slugline/src/astro/incremental/analysis/modules.js';

let folder: string;
let file: URL;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'slugline-analysis-'));
	file = pathToFileURL(join(folder, 'analysis.json'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const content = { astroIncremental: { kind: 'content-data' } };

const module = (id: string, code: string | null, more: Partial<Module> = {}): Module => ({
	...{ id, code, isEntry: false, importers: [], dynamicImporters: [] },
	...{ importedIds: [], dynamicallyImportedIds: [], meta: {}, ...more },
});

const site = () => [
	module('/site/b.js', 'let n = 0;', { importedIds: ['lodash'] }),
	module('/site/a.astro', 'page'),
	module('lodash', null),
	module('/site/store', 'one', { meta: content }),
];

const analysis: Analysis = {
	sharedReaders: new Set(['src/b.js']),
	stateful: new Set(['/site/b.js']),
	counting: new Set(['/site/b.js', '/site/a.astro']),
	countingPackages: new Map([['/site/b.js', new Set(['lodash'])]]),
	changingContent: new Set(['/site/a.astro']),
	changing: new Set(['lodash']),
};

/** Returns true if the modules are analyzed anew. The result is the same in any case. */
async function isAnew(modules: readonly Module[], { key = 'key', own = 'own', fetching = '' } = {}) {
	let anew = false;
	const byId = new Map(modules.map((one) => [one.id, one]));
	const fetched = new Map(fetching ? [[fetching, fetching]] : []);
	const cache = { file, key: () => key, own: () => own };
	const found = await cachedAnalysis(cache, byId, fetched, () => {
		anew = true;
		return analysis;
	});
	expect(found).toEqual(analysis);
	return anew;
}

it('analyzes modules once, as long as their code is the same', async () => {
	expect(await isAnew(site())).toBe(true);
	expect(await isAnew(site())).toBe(false);
	expect(await isAnew(site().reverse())).toBe(false);
	expect(readFileSync(file, 'utf8')).not.toContain('/site');
});

it('does not depend on content', async () => {
	await isAnew(site());
	const [b, a, lodash] = site() as [Module, Module, Module];
	expect(await isAnew([b, a, lodash, module('/site/store', 'two', { meta: content })])).toBe(false);
});

it.each<[string, () => Promise<boolean>]>([
	[
		'code',
		() => isAnew([module('/site/b.js', 'let n = 1;', { importedIds: ['lodash'] }), ...site().slice(1)]),
	],
	['an import', () => isAnew([module('/site/b.js', 'let n = 0;'), ...site().slice(1)])],
	['a module', () => isAnew([...site(), module('/site/c.js', '')])],
	['the key', () => isAnew(site(), { key: 'other' })],
	['the package', () => isAnew(site(), { own: 'other' })],
	['what fetches', () => isAnew(site(), { fetching: '/site/b.js' })],
])('analyzes them again after a change of %s', async (_, again) => {
	await isAnew(site());
	expect(await again()).toBe(true);
});

it('analyzes them again if the file is damaged', async () => {
	await isAnew(site());
	writeFileSync(file, readFileSync(file, 'utf8').slice(0, -20));
	expect(await isAnew(site())).toBe(true);
});
