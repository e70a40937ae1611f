import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../support/imports.js';
import { oldProse } from '../support/prose.js';

const root = resolve(import.meta.dirname, '../..');
const home = 'packages/astro-slugline';

/** Folders whose prose and names follow the glossary. Add a room when it is done. */
const done = [
	...[
		'routing',
		'client',
		'types',
		'wire',
		'cli',
		'space',
		'shared',
		'editor',
		'preview',
		'sync',
		'compat',
		'rebuild',
	].flatMap((room) => [`${home}/src/${room}`, `test/${room}`]),
	...[
		'settings',
		'loaders',
		'output',
		'session',
		'hooks',
		'content-store',
		'content-config',
		'virtual-modules',
		'page',
		'answers',
		'browser',
		'dev',
		'incremental',
	].map((room) => `${home}/src/astro/${room}`),
	`${home}/components`,
	`${home}/routes`,
	...['astro', 'contract', 'e2e', 'generator', 'guards', 'support', 'bench'].map(
		(folder) => `test/${folder}`,
	),
	'playground/blog/src',
];

/** Identifiers that users or other packages chose. */
const legitimate = new Set(['quiet', 'quietMs']);

describe('prose', () => {
	it.each(done)('in %s has no word that the glossary replaces', async (folder) => {
		const files = await sourceFiles(root, folder);
		expect(files.length).toBeGreaterThan(0);
		expect(files.flatMap((file) => oldProse(file, legitimate))).toEqual([]);
	});
});

describe('oldProse()', () => {
	it.each([
		['a comment', '/** The user is told of it. */ export const a = 1;', 'told'],
		['a comment of several lines', '/*\n * The page is\n * kept.\n */\nconst a = 1;', 'kept'],
		['a comment at the end of a line', 'const a = 1; // nobody reads it', 'nobody'],
		['a comment at the end of a block', 'function a() {\n\t// nobody reads it\n}', 'nobody'],
		['a string', "throw new Error('The options of slugline() are not right');", 'are not right'],
		['a template', 'const b = `$' + '{a} has an address that is none`;', 'is none'],
		['a name', 'const knownStories = 1;', 'knownStories'],
		['a property', 'const limits = { most: 3 };', 'most'],
	])('finds an old word in %s', (_, text, word) => {
		expect(oldProse({ path: 'a.ts', text })).toEqual([expect.stringContaining(word)]);
	});

	it('finds an old word in the script and in the markup of an Astro file', () => {
		const file = { path: 'a.astro', text: "---\nconst a = 'told';\n---\n<!-- is kept -->\n<p>{a}</p>" };
		expect(oldProse(file)).toHaveLength(2);
	});

	it('accepts usual words', () => {
		const text =
			"/** At most 3 are known; there are none. */\nimport { kept } from './kept.js';\nconst a = 'is another page';";
		expect(oldProse({ path: 'a.ts', text })).toEqual([]);
	});

	it('reads only names of tests and comments in a test', () => {
		const text = "it('is told', () => {\n\t// is kept\n\texpect(slug).toBe('nobody');\n});";
		expect(oldProse({ path: 'test/a.test.ts', text })).toHaveLength(2);
	});

	it('accepts names that other packages chose', () => {
		expect(oldProse({ path: 'a.ts', text: 'options.kept' }, new Set(['kept']))).toEqual([]);
	});
});
