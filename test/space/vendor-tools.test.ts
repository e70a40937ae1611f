import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { definedTypes, factsOf, inferTypes, writeTypes } from 'astro-slugline/types';
import { expect, onTestFinished, test } from 'vitest';
import { isLong } from '../support/long.js';
import { makeFolder, removeFolder } from '../support/test-folder.js';
import { openSpace, storyFile } from './open-space.js';

const run = promisify(execFile);

/** Sends what the vendor's tools ask of their fixed hosts to the space. */
const preload = `const { fetch } = globalThis;
globalThis.fetch = (input, init) => {
	const to = (input.url ?? String(input)).replace(/^https:\\/\\/(?:m?api|api)\\.storyblok\\.com/, process.env.SPACE_URL);
	return fetch(input instanceof Request ? new Request(to, input) : to, init);
};`;

/** Content with which both kinds of types must agree. */
const stories = `
const note: Note = { _uid: 'n', component: 'note', words: 'Ahoy', tags: ['a', 'b'] };
const page: Page = {
	_uid: 'p', component: 'page', title: 'Hello', day: '2024-05-01', isNew: true, body: [note], related: [], author: '25e40edf-8efe-436a-b398-c9eee9fc6a2b', friends: ['25e40edf-8efe-436a-b398-c9eee9fc6a2b'],
	photo: { fieldtype: 'asset', id: 1, filename: 'a.png', alt: '', name: '', focus: '', title: '', source: '', copyright: '', meta_data: {}, is_external_url: false },
	text: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Ahoy' }] }] },
};
export { note, page };
`;

// Installs the current versions of the vendor's tools, so only in a long run.
test.runIf(isLong)('the vendor’s CLI and management client read an embedded space', async () => {
	const { ask, space } = await openSpace({
		'space.yaml': 'id: 4711\nname: Harbour\nlanguages: [{ code: de, name: Deutsch }]\n',
		'hello.md': storyFile(
			'',
			'component: page\ntitle: Hello\nday: 2024-05-01\nisNew: true\nrelated: []\nauthor: 25e40edf-8efe-436a-b398-c9eee9fc6a2b\nfriends: [25e40edf-8efe-436a-b398-c9eee9fc6a2b]\nbody: [{ component: note, words: Ahoy, tags: [a, b] }]\nphoto: { fieldtype: asset, filename: a.png }\ntext: { richtext: Ahoy }\n',
		),
		'datasources/colors.yaml': 'entries: [{ name: sea, value: blue }]\n',
	});
	const { url, tokens } = await space.listen();
	const tools = await makeFolder({ 'package.json': '{ "type": "module" }', 'preload.mjs': preload });
	onTestFinished(() => removeFolder(tools), 120_000);
	const names = ['storyblok', '@storyblok/management-api-client', '@storyblok/astro'];
	await run('npm', ['install', '--no-audit', '--no-fund', '--legacy-peer-deps', ...names], { cwd: tools });
	const env = {
		...process.env,
		HOME: tools,
		SPACE_URL: url,
		NODE_OPTIONS: `--import=${pathToFileURL(join(tools, 'preload.mjs'))}`,
	};
	const cli = async (...args: string[]) => {
		const script = join(tools, 'node_modules/storyblok/dist/index.mjs');
		const { stdout, stderr } = await run(process.execPath, [script, ...args], { cwd: tools, env });
		return stdout + stderr;
	};
	const at = ['--space', '4711'];
	expect(await cli('login', '--token', tokens.oauth, '--region', 'eu')).toContain('Welcome Space Owner');
	await cli('languages', 'pull', ...at);
	await cli('components', 'pull', ...at);
	await cli('datasources', 'pull', ...at);
	await cli('types', 'generate', ...at);
	const read = (path: string) => readFile(join(tools, '.storyblok', path), 'utf8');
	expect(JSON.parse(await read('languages/4711/languages.4711.json'))).toMatchObject({
		languages: [{ code: 'de' }],
	});
	expect(JSON.parse(await read('datasources/4711/datasources.json'))).toMatchObject([
		{ slug: 'colors', entries: [{ name: 'sea', value: 'blue' }] },
	]);
	const components = await read('components/4711/components.json');
	const defined = definedTypes(components, 'components.json');
	const { body } = await ask('/v2/cdn/stories/hello', { version: 'draft' });
	expect(defined.problemsIn(body.story.content)).toEqual([]);

	const ours = (types: typeof defined.types) =>
		`${writeTypes(types, { space: 'default', from: 'the test' })}`.replaceAll(
			/declare global[\s\S]*$/g,
			`type Note = Bloks['note']; type Page = Bloks['page'];\n${stories}`,
		);
	const types = new URL('../../packages/astro-slugline/src/types/index.ts', import.meta.url);
	const check = async (name: string, text: string) => {
		await writeFile(
			join(tools, name),
			text.replaceAll("'astro-slugline/types'", JSON.stringify(types.pathname)),
		);
		const tsc = new URL('../../node_modules/typescript/bin/tsc', import.meta.url).pathname;
		const args = [tsc, '--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions'];
		const options = ['--module', 'preserve', '--target', 'es2023', '--moduleResolution', 'bundler', name];
		return run(process.execPath, [...args, ...options], { cwd: tools }).then(
			() => '',
			({ stdout }) => stdout,
		);
	};
	expect(await check('inferred.ts', ours(inferTypes(factsOf(body.story.content))))).toBe('');
	expect(await check('defined.ts', ours(defined.types))).toBe('');
	const theirs = `import type { Note, Page } from './.storyblok/types/4711/storyblok-components.js';\n`;
	expect(await check('theirs.ts', theirs + stories)).toBe('');

	await writeFile(
		join(tools, 'client.mjs'),
		`import { createManagementApiClient } from '@storyblok/management-api-client';
const client = createManagementApiClient({ personalAccessToken: '${tokens.oauth}', spaceId: 4711, baseUrl: '${url}' });
const read = async (resource, name) => (await client[resource].list()).data[name].length;
console.log(JSON.stringify([
	(await client.spaces.get({})).data.space.name,
	await read('components', 'components'), await read('componentFolders', 'component_groups'), await read('presets', 'presets'),
	await read('internalTags', 'internal_tags'), await read('datasources', 'datasources'),
	await read('datasourceEntries', 'datasource_entries'),
]));`,
	);
	const { stdout } = await run(process.execPath, ['client.mjs'], { cwd: tools });
	expect(JSON.parse(stdout)).toEqual(['Harbour', 2, 0, 0, 0, 1, 1]);
});
