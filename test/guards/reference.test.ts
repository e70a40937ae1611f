import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sidebar } from '../../playground/docs/sidebar.js';
import { sourceFiles } from '../support/imports.js';
import { namesOf, root, sourceOfSubPath } from './package.js';

/** The generated pages, by their slugs. */
const pages = new Map<string, string>();
/** Files that throw errors whose messages are composed elsewhere. */
let unread: string[];
let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'slugline-reference-'));
	const script = join(root, 'playground/docs/reference/write.mjs');
	// The help of commands is that of the built package.
	expect(
		existsSync(join(root, 'packages/astro-slugline/dist/cli/main.js')),
		'run `npm run build` first',
	).toBe(true);
	const { stdout } = await promisify(execFile)(process.execPath, [script, folder, '--list']);
	unread = [...new Set([...stdout.matchAll(/^Left out: (.*):\d+$/gm)].map(([, file = '']) => file))];
	for (const name of await readdir(folder))
		pages.set(name.replace(/\.md$/, ''), await readFile(join(folder, name), 'utf8'));
});

afterAll(async () => {
	await rm(folder, { recursive: true, force: true });
});

it('the sidebar lists each generated page of the reference, and no other', () => {
	const listed: string[] = sidebar.flatMap(({ items }) => items);
	const found = listed.filter((slug) => slug.startsWith('reference/')).map((slug) => slug.slice(10));
	expect(found.sort()).toEqual([...pages.keys()].sort());
});

it('the reference has every name that the package exports at run time', async () => {
	const missing: string[] = [];
	for (const one of sourceOfSubPath) {
		const [subPath] = one;
		if (
			['./command', './content-config', './image-service', './routing', './sync', './wire'].includes(subPath)
		)
			continue;
		const page = pages.get(subPath.slice(2).replaceAll('/', '-') || 'integration') ?? '';
		for (const name of await namesOf(one))
			if (!page.includes(`## \`${name}\``)) missing.push(`${subPath}: ${name}`);
	}
	expect(missing).toEqual([]);
});

it('the reference has every component and every command', async () => {
	const files = await readdir(join(root, 'packages/astro-slugline/components'));
	const names = files.filter((file) => file.endsWith('.astro')).map((file) => file.replace('.astro', ''));
	const inner = ['MissingBlok', 'RichTextParts'];
	for (const name of names.filter((one) => !inner.includes(one)))
		expect(pages.get('components')).toContain(`## \`<${name}>\``);
	const commands = await readFile(join(root, 'playground/docs/space/cli.md'), 'utf8');
	for (const [, name] of commands.matchAll(/^\| `slugline (\w+)/gm))
		expect(pages.get('commands')).toContain(`## \`slugline ${name}\``);
});

it('the reference describes each option, as the page on configuration does', async () => {
	const configuration = await readFile(join(root, 'playground/docs/space/configuration.md'), 'utf8');
	const ofPreview = ['preview', 'preview-deployed'].map((name) =>
		readFile(join(root, `playground/docs/space/${name}.md`), 'utf8'),
	);
	const others = (await Promise.all(ofPreview)).join('\n');
	const rows = [...(pages.get('options') ?? '').matchAll(/^\| `([\w.]+)` \| (.*) \|$/gm)];
	expect(rows.length).toBeGreaterThan(25);
	for (const [, name = '', meaning] of rows) {
		expect(meaning, name).toMatch(/\w/);
		const [option = '', ...inner] = name.split('.');
		const rowsOfOption = configuration
			.split('\n')
			.filter((row) => row.startsWith('|') && row.includes(`\`${option}`));
		// An option in an option is named in full, in the row of the one around it, or on a page of its own.
		const isNamed = rowsOfOption.some((row) => inner.every((part) => new RegExp(`\\b${part}\\b`).test(row)));
		expect(isNamed || others.includes(`\`${name}\``), name).toBe(true);
	}
});

it('the reference has the message of every error, except for those that are composed elsewhere', () => {
	expect(pages.get('errors')?.match(/^\| (?!what happened|---).* \|$/gm)?.length).toBeGreaterThan(150);
	// These pass on errors of others, or the page "Common errors" has their messages: statuses of the API, filters, and paths.
	expect(unread).toEqual([
		'astro/session/astro-error.ts',
		'cli/rebuild.ts',
		'client/delivery.ts',
		'client/filter/query.ts',
		'client/http/fault.ts',
		'routing/check-paths.ts',
		'space/folder/files/check.ts',
		'space/folder/files/front-matter.ts',
		'space/folder/files/yaml.ts',
	]);
});

it('the page of common errors has every code, and the reference the messages of each', async () => {
	const page = await readFile(join(root, 'playground/docs/space/errors.md'), 'utf8');
	const listed = [...page.matchAll(/`(\w+Error)`/g)].map(([, code = '']) => code);
	const source = await sourceFiles(root, 'packages/astro-slugline/src');
	const names = source.flatMap(({ text }) =>
		[...text.matchAll(/override (?:readonly )?name(?:: string)? = '(\w+Error)'/g)].map(
			([, name = '']) => name,
		),
	);
	// Those of the command line are about its arguments, and those of YAML become errors of the folder.
	const codes = names.filter((name) => name !== 'UsageError' && name !== 'YamlError');
	expect(codes.length).toBeGreaterThan(10);
	expect(listed.sort()).toEqual([...codes, 'AstroUserError', 'SluglineError'].sort());
	const sections = [...(pages.get('errors') ?? '').matchAll(/^## (\w+)$/gm)].map(([, code = '']) => code);
	expect(sections.filter((code) => !listed.includes(code))).toEqual(['UsageError']);
});

/** The longest clause of a message that is written in the source, such as `was redirected to another host`. */
const longestClause = (message: string): string =>
	message
		.split(/\$\{(?:[^{}]|\{[^}]*\})*\}/)
		.map((part) => part.split(/[;,.]| '/)[0]?.trim() ?? '')
		.reduce((longest, clause) => (clause.length > longest.length ? clause : longest));

it('the page of common errors has the messages that are composed elsewhere', async () => {
	const page = await readFile(join(root, 'playground/docs/space/errors.md'), 'utf8');
	const source = (path: string) => readFile(join(root, 'packages/astro-slugline/src', path), 'utf8');
	const [, rest = ''] = (await source('client/http/fault.ts')).split('function sentences(');
	const [sentences = ''] = rest.split('\n}\n');
	const messages = [
		...[...sentences.matchAll(/`((?:\$\{request\}|The ).*?)\.`,/g)].map(([, text = '']) => text),
		...[...(await source('routing/check-paths.ts')).matchAll(/^\t+message: ["'`](.*)["'`],$/gm)].map(
			([, text = '']) => text,
		),
	];
	expect(messages).toHaveLength(13);
	for (const message of messages) expect(page).toContain(longestClause(message));
});
