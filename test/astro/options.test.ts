import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroIntegration } from 'astro';
import slugline, { type SluglineOptions } from 'astro-slugline';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../support/test-folder.js';

let folder: string;

beforeEach(async () => {
	folder = await temporaryFolder();
	for (const name of ['SLUGLINE_TOKEN', 'STORYBLOK_TOKEN', 'SLUGLINE_BASE_URL', 'SLUGLINE_REGION'])
		vi.stubEnv(name, '');
});

/** What hooks do after they have returned: they would write into the folder of a test that has ended. */
const running: Promise<unknown>[] = [];

afterEach(async () => {
	vi.unstubAllEnvs();
	await Promise.allSettled(running.splice(0));
});

interface Given {
	others?: AstroIntegration[];
	command?: string;
	config?: Record<string, unknown>;
}

/** Calls the first two hooks of the integration as Astro does, or only the first. What it warned of, and the routes it added. */
function setUp(options: unknown, { others = [], command = 'build', config }: Given = {}, isDone = false) {
	const integration = slugline(options as SluglineOptions);
	const hooks = integration.hooks as unknown as Record<string, (parameters: object) => unknown>;
	const root = pathToFileURL(`${folder}/`);
	const [cacheDir, outDir, client, server] = ['cache/', 'dist/', 'dist/client/', 'dist/server/'].map(
		(path) => new URL(path, root),
	);
	const warned: string[] = [];
	const injected: unknown[] = [];
	const parameters = {
		config: {
			...{ root, srcDir: new URL('src/', root), cacheDir, outDir, build: { client, server } },
			...{ base: '/', output: 'static', experimental: {}, vite: {} },
			...config,
			integrations: [...others, integration],
		},
		...{ command, isRestart: false, updateConfig() {}, addDevToolbarApp() {} },
		injectRoute: (route: unknown) => injected.push(route),
		injectTypes: ({ filename }: { filename: string }) => new URL(filename, root),
		logger: { warn: (line: string) => warned.push(line) },
	};
	running.push(Promise.resolve(hooks['astro:config:setup']?.(parameters)));
	if (isDone) hooks['astro:config:done']?.(parameters);
	return { warned, injected };
}

const failure = (run: () => void) => {
	try {
		run();
	} catch (error) {
		const { message, hint } = error as { message: string; hint?: string };
		// The list of options has a test of its own.
		return `${message}\n${(hint ?? '').replace(/(?:The options (?:are|of .* are)|Correct the value): .*/, '…')}`;
	}
	throw new Error('It did not fail.');
};

it('refuses a default language that no page could state', () => {
	expect(() => setUp({ defaultLanguage: 'english' })).toThrow('must be a language code, such as en or en-US');
	for (const defaultLanguage of ['en', 'pt-br', 'zh_Hant'])
		expect(() => setUp({ defaultLanguage })).not.toThrow('must be a language code');
});

it('lists the options', () => {
	let hint: unknown;
	try {
		setUp({ tokn: 'x' });
	} catch (error) {
		hint = (error as { hint?: string }).hint;
	}
	expect(hint).toMatchInlineSnapshot(
		`"The options are: id, token, region, baseUrl, managementUrl, version, languages, defaultLanguage, space, routes, componentsFile, relations, bloks, dataAttributes, missingBlok, assets, rebuild, redirects, preview, onError, fullSyncAfter, storage, incremental, explain. More: docs/errors.md of astro-slugline."`,
	);
});

it('lists the options of an option, if the wrong name is in it', () => {
	const hintOf = (options: object) => {
		try {
			setUp(options);
		} catch (error) {
			return (error as { hint?: string }).hint;
		}
		return undefined;
	};
	expect(hintOf({ routes: { pages: [] }, preview: { origins: [] } })).toBe(
		'The options of `routes` are: include, exclude, contentTypes, home, page, collection. More: docs/errors.md of astro-slugline.',
	);
	expect(hintOf({ routes: { pages: [] }, tokn: 'x' })).toMatch(/^The options are: id, token/);
	// Of a wrong value, the names of all others say nothing.
	expect(hintOf({ region: 'europe' })).toMatch(/^Correct the value: /);
});

it('warns that there is nothing to verify if no page is cached', async () => {
	vi.stubEnv('SLUGLINE_VERIFY', '1');
	await writeFile(join(folder, 'space.yaml'), 'name: Small\n');
	const warned = ['dev', 'build'].flatMap(
		(command) => setUp({ space: folder, incremental: false }, { command }).warned,
	);
	expect(warned).toEqual([expect.stringContaining('No page is checked, because `incremental` is false')]);
});

it.each<[object, string]>([
	[{ tokn: 'x' }, '`tokn` is not an option (did you mean `token`?)'],
	[{ colour: 'x' }, '`colour` is not an option'],
	[
		{ bloks: 5, assets: { download: { maxbytes: 1 } } },
		'`bloks` must be a folder, files by the names of bloks, or a list of both; `maxbytes` in `assets.download` is not an option (did you mean `maxBytes`?)',
	],
	[{ token: '', region: 'mars' }, '`token` is empty; `region` expected one of "eu"|"us"|"ca"|"ap"|"cn"'],
	[
		{ preview: { editors: ['localhost:4001', 'https://a.example'] } },
		'`preview.editors.0` must be an origin such as https://app.storyblok.com, but is `localhost:4001`',
	],
	[{ baseUrl: 'api.example.com' }, '`baseUrl` must be an http or https address'],
	[{ routes: { pages: [] } }, '`pages` in `routes` is not an option (did you mean `page`?)'],
	[
		{ version: 'live', languages: 'de' },
		'`version` expected one of "published"|"draft"; `languages` must be a list (`[…]`), not a text',
	],
	[{ id: 'my shop' }, '`id` must be letters, digits, and hyphens'],
	[{ storage: {} }, '`storage` must be an unstorage driver'],
	[{ rebuild: { path: 'hook?x' } }, '`rebuild.path` must be a path such as /_slugline/rebuild'],
	[{ rebuild: { secret: 'y' } }, '`secret` in `rebuild` is not an option (its options are `path`)'],
	[
		{ assets: { hosts: ['https://a.b/'], download: { maxBytes: 0 } } },
		'`assets.hosts.0` must be a host such as assets.example.com; `assets.download.maxBytes` too small: expected number to be >0',
	],
	[
		{ version: 'old', region: 'us', baseUrl: 'https://api.example.com', space: './space' },
		'`version` expected one of "published"|"draft"; `region` cannot be combined with `baseUrl`; remove one of them; `space` cannot be combined with `token`, because a site is built from the API or from a folder; remove one of them',
	],
])('names each invalid option, and the reason: %o', (options, reasons) => {
	expect(failure(() => setUp({ token: 'x', ...options }))).toBe(
		`Invalid options passed to slugline() in astro.config: ${reasons}.\n…`,
	);
});

it('rejects a webhook endpoint if the site has no server', () => {
	expect(failure(() => setUp({ token: 'x', rebuild: {} }))).toMatchInlineSnapshot(`
		"The option \`rebuild\` of slugline() adds an endpoint, but the site is static: astro.config has no adapter.
		Add an adapter, for example with \`npx astro add node\`, or remove \`rebuild\` and build after each change: \`npx slugline rebuild --run "astro build"\`. More: docs/errors.md of astro-slugline."
	`);
});

it('rejects a second image service, and assets of a second space', () => {
	const image = { service: { entrypoint: 'cloud-image' } };
	expect(
		failure(() => setUp({ token: 'x', assets: { imageService: true } }, { config: { image } })),
	).toMatchInlineSnapshot(`
		"Both the option \`assets.imageService\` of slugline() and the site set an image service. The one of the site is cloud-image.
		Remove that option of slugline(), or the other from \`image.service\` in astro.config and from the options of the adapter. <StoryImage> needs neither. More: docs/errors.md of astro-slugline."
	`);
	const other = slugline({ id: 'shop', token: 'x' });
	expect(
		failure(() => setUp({ token: 'x', assets: { download: true } }, { others: [other] })),
	).toMatchInlineSnapshot(`
		"\`assets\` is set in a slugline() that is not the first one in astro.config.
		Set \`assets\` in the first slugline(). It applies to the whole site. More: docs/errors.md of astro-slugline."
	`);
});

it('warns if the webhook endpoint has nothing to purge', () => {
	const config = { adapter: { name: 'a server' } };
	const { warned, injected } = setUp({ token: 'x', rebuild: {} }, { config }, true);
	expect(warned).toMatchInlineSnapshot(`
		[
		  "The endpoint of the option \`rebuild\` has nothing to purge: astro.config has no \`cache.provider\`, so pages are not cached. Set one, or remove \`rebuild\`.",
		]
	`);
	const entrypoint = 'astro-slugline/routes/rebuild.ts';
	expect(injected).toEqual([{ entrypoint, pattern: '/_slugline/rebuild', prerender: false }]);
});

it('rejects two integrations with one id', () => {
	expect(failure(() => setUp({ token: 'x' }, { others: [slugline({ token: 'y' })] }))).toMatchInlineSnapshot(`
		"astro.config has two slugline() integrations with the same id.
		Give each space its own \`id\`, and pass it to the loaders: \`stories({ space: '<id>' })\`. More: docs/errors.md of astro-slugline."
	`);
});

it('finds the source in the options, the environment, a .env file, or a folder', async () => {
	expect(() => setUp({})).toThrow('nothing to build from');
	expect(() => setUp({ space: './stories' })).toThrow('The folder ./stories does not exist.');

	await writeFile(join(folder, '.env'), 'SLUGLINE_TOKEN=from-a-file');
	setUp(undefined);
	await rm(join(folder, '.env'));

	vi.stubEnv('STORYBLOK_TOKEN', 'from-the-environment');
	setUp(undefined);
	vi.stubEnv('SLUGLINE_REGION', 'mars');
	expect(failure(() => setUp({}))).toMatchInlineSnapshot(`
		"The variable SLUGLINE_REGION is invalid: expected one of "eu"|"us"|"ca"|"ap"|"cn".
		SLUGLINE_REGION must be eu, us, ca, ap, or cn. SLUGLINE_BASE_URL must be an http or https address. More: docs/errors.md of astro-slugline."
	`);
	vi.stubEnv('STORYBLOK_TOKEN', '');

	await mkdir(join(folder, 'space'));
	setUp(undefined);
});

it('reads the .env file of the mode', async () => {
	const { argv } = process;
	onTestFinished(() => {
		process.argv = argv;
	});
	await writeFile(join(folder, '.env.staging'), 'SLUGLINE_TOKEN=from-a-file');
	for (const command of ['build', 'dev']) {
		process.argv = argv;
		expect(() => setUp({}, { command })).toThrow('nothing to build from');
		for (const args of [['--mode', 'staging'], ['--mode=staging']]) {
			process.argv = [...argv, ...args];
			setUp({ incremental: false }, { command });
		}
	}
});

it('needs no source for astro preview', () => {
	setUp({}, { command: 'preview' });
});
