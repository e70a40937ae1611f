import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { undocumented, undocumentedFields } from '../support/undocumented.js';

const root = resolve(import.meta.dirname, '../..');
const home = 'packages/astro-slugline';

/** The source files of the package's sub-paths. */
async function entries(): Promise<string[]> {
	const manifest: { exports: Record<string, string | Record<string, string>> } = JSON.parse(
		await readFile(join(root, home, 'package.json'), 'utf8'),
	);
	return Object.values(manifest.exports).flatMap((target) => {
		const file = typeof target === 'string' ? undefined : target['slugline-source'];
		return file === undefined ? [] : [file.replace('./', `${home}/`)];
	});
}

it('every public function, option, and method has a doc comment, functions with an example', async () => {
	const files = await entries();
	expect(files.length).toBeGreaterThan(10);
	const missing = await Promise.all(files.map((file) => undocumented(root, file)));
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
	const folder = await mkdtemp(join(tmpdir(), 'slugline-comments-'));
	const files = {
		'index.ts':
			"export { documented, bare, untried, create as made, type ListOptions, type Row } from './all.js';",
		'all.ts': `
			/**
			 * Says what it does.
			 *
			 * @example documented();
			 */
			export function documented(): void;
			export function documented(a?: string): void {}
			export function bare() {}
			/** Says what it does. */
			export const untried = () => {};
			/** @internal */
			export const create = 1;
			export const unlisted = 2;
			/** Options. */
			export interface ListOptions {
				/** How many. */
				limit: number;
				order: string;
			}
			/** A row. */
			export interface Row {
				id: number;
				read(): void;
				/** Writes. */
				write: () => void;
			}`,
		'options.ts':
			'const schema = z.strictObject({\n/** A folder. */\na: z.string(),\nb: z.string(),\n}).refine(check);',
		'Props.astro': '---\n/** A component. */\nexport interface Props { blok: string }\n---',
	};
	try {
		for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
		expect(await undocumented(folder, 'index.ts')).toEqual([
			'all.ts: bare',
			'all.ts: untried (no @example)',
			'all.ts: create',
			'all.ts: ListOptions.order',
			'all.ts: Row.read',
		]);
		expect(await undocumentedFields(folder, 'options.ts')).toEqual(['options.ts: b']);
		expect(await undocumented(folder, 'Props.astro')).toEqual(['Props.astro: Props.blok']);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});
