import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isNet, keyParts, otherNets, withoutPart } from '../generator/key-parts.js';
import { seeds } from '../generator/seeds.js';
import { trySite } from '../generator/try-site.js';
import { isLong } from '../support/long.js';
import { warmAstro } from '../support/warm-astro.js';

// Disables each part of what decides whether a cached page is reused, one at a time, in a copy of the package. A site goes stale
// then, so every part is needed, and the generator would notice if one were lost. `generator.test.ts` shows that the package
// without a change builds the same sites correctly.

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));
/** Texts separated by commas: tries only the parts whose names contain one of them. */
const wanted = process.env['SLUGLINE_PART'];
const isOn = isLong || wanted !== undefined;

const astro = warmAstro();
let folder: string;

beforeAll(async () => {
	if (!isOn) return;
	// Within the workspace, so that it finds its dependencies.
	folder = await mkdtemp(join(modules, '.slugline-parts-'));
	for (const name of ['astro-keep', 'astro-slugline']) await copyPackage(name);
}, 60_000);
afterAll(async () => {
	astro.close();
	if (isOn) await rm(folder, { recursive: true, force: true });
});

/** Copies a package to where both find each other. */
async function copyPackage(name: string): Promise<void> {
	const copy = join(folder, 'node_modules', name);
	await cp(await realpath(join(modules, name)), copy, {
		recursive: true,
		filter: (path) => !/\/(?:node_modules|src)(?:\/|$)/.test(path.slice(modules.length)),
	});
	// Node loads a package from a few bundled files. Here it must load the single ones, so that parts can be disabled.
	const manifest = join(copy, 'package.json');
	const { exports, ...rest }: { exports: Record<string, string | Record<string, string>> } = JSON.parse(
		await readFile(manifest, 'utf8'),
	);
	for (const target of Object.values(exports))
		if (typeof target !== 'string' && target['default']?.startsWith('./dist/node/'))
			target['default'] = target['types']?.replace(/\.d\.ts$/, '.js') ?? '';
	await writeFile(manifest, JSON.stringify({ exports, ...rest }));
}

it('each part is a rule of the package', async () => {
	for (const { file, rule } of Object.values(keyParts)) {
		const text = await readFile(join(modules, file), 'utf8');
		const [name, field] = rule.split('.');
		// Another value of a constant would not reach those that use it.
		const declared = new RegExp(`^(?:export )?${field ? 'const' : '(?:async )?function'} ${name}\\b`, 'gm');
		expect(text.match(declared), `${rule} in ${file}`).toHaveLength(1);
		if (field && field !== 'has')
			expect(text, `${rule} in ${file}`).toMatch(new RegExp(`^\\s+${field}[:(]`, 'm'));
	}
});

it
	.runIf(isOn)
	.each(
		Object.entries(keyParts).filter(([name]) =>
			(wanted ?? '').split(',').some((part) => name.includes(part)),
		),
	)('a site goes stale without %s', { timeout: 600_000 }, async (_, part) => {
	const plan = seeds[part.seed];
	if (!plan) throw new Error(`There is no seed '${part.seed}'.`);
	const copies = Object.fromEntries(
		['astro-keep', 'astro-slugline'].map((name) => [name, join(folder, 'node_modules', name)]),
	);
	const disabled = [part, ...(isNet(part) ? [] : otherNets)];
	const texts = new Map<string, string>();
	for (const rule of disabled) {
		const path = join(folder, 'node_modules', rule.file);
		const text = await readFile(path, 'utf8');
		texts.set(path, texts.get(path) ?? text);
		await writeFile(path, withoutPart(text, rule));
	}
	try {
		const failure = await trySite(plan, { packages: copies, runner: astro.run });
		expect(failure?.difference).toBeDefined();
	} finally {
		for (const [path, text] of texts) await writeFile(path, text);
	}
});
