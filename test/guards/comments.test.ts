import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestFolder } from '../support/test-folder.js';
import { undocumented, undocumentedFields } from '../support/undocumented.js';
import { home, root, sourceOfSubPath } from './package.js';

it('every public function, option, and method has a doc comment, functions with an example', async () => {
	expect(sourceOfSubPath.length).toBeGreaterThan(10);
	// What commands share is no interface for sites.
	const ofSites = sourceOfSubPath.filter(([subPath]) => subPath !== './command');
	const missing = await Promise.all(ofSites.map(([, file]) => undocumented(root, file)));
	expect([...new Set(missing.flat())]).toEqual([]);
});

it.each(['astro/settings/options.ts', 'rebuild/options.ts'])(
	'every option in the schemas of %s has a doc comment',
	async (file) => {
		expect(await undocumentedFields(root, `${home}/src/${file}`)).toEqual([]);
	},
);

it('every component prop has a doc comment', async () => {
	const folder = `${home}/components`;
	const files = (await readdir(join(root, folder), { recursive: true })).filter((name) =>
		name.endsWith('.astro'),
	);
	expect(files.length).toBeGreaterThan(5);
	const missing = await Promise.all(files.map((file) => undocumented(root, `${folder}/${file}`)));
	expect(missing.flat()).toEqual([]);
});

it('a missing doc comment is found', async () => {
	const { path } = await createTestFolder({
		'index.ts': "export { documented, bare, untried, type ListOptions, type Row } from './all.js';",
		'all.ts': `
			/** Says what it does. @example documented(); */
			export function documented(): void;
			export function documented(a?: string): void {}
			export function bare() {}
			/** Says what it does. */
			export const untried = () => {};
			export const unlisted = 2;
			/** Options. */
			export interface ListOptions {
/** How many. */
limit: number;
order: string }
			/** A row. */
			export interface Row { id: number; read(): void;
/** Writes. */
write: () => void }`,
		'options.ts': 'const schema = z.strictObject({\n/** A folder. */\na: z.string(),\nb: z.string(),\n});',
		'Props.astro': '---\n/** A component. */\nexport interface Props { blok: string }\n---',
	});
	expect(await undocumented(path, 'index.ts')).toEqual(
		['bare', 'untried (no @example)', 'ListOptions.order', 'Row.read'].map((name) => `all.ts: ${name}`),
	);
	expect(await undocumentedFields(path, 'options.ts')).toEqual(['options.ts: b']);
	expect(await undocumented(path, 'Props.astro')).toEqual(['Props.astro: Props.blok']);
});
