import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroIntegration } from 'astro';
import slugline, { type SluglineOptions } from 'astro-slugline';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'slugline-options-'));
	for (const name of ['SLUGLINE_TOKEN', 'STORYBLOK_TOKEN', 'SLUGLINE_BASE_URL', 'SLUGLINE_REGION'])
		vi.stubEnv(name, '');
});

afterEach(async () => {
	vi.unstubAllEnvs();
	await rm(folder, { recursive: true });
});

type Setup = (parameters: Record<string, unknown>) => void;

/** Calls the integration's set-up as Astro does. */
function setUp(
	options: unknown,
	others: AstroIntegration[] = [],
	command = 'build',
	config: Record<string, unknown> = {},
): void {
	const integration = slugline(options as SluglineOptions);
	const setup = integration.hooks['astro:config:setup'] as unknown as Setup;
	const root = pathToFileURL(`${folder}/`);
	setup({
		config: {
			root,
			cacheDir: new URL('cache/', root),
			outDir: new URL('dist/', root),
			output: 'static',
			vite: {},
			...config,
			integrations: [...others, integration],
		},
		command,
		isRestart: false,
		updateConfig() {},
		injectRoute() {},
	});
}

const failure = (run: () => void) => {
	try {
		run();
	} catch (error) {
		const { message, hint } = error as { message: string; hint?: string };
		// Which options there are is shown once.
		return `${message}\n${(hint ?? '').replace(/(The options are:) .*/, '$1 …')}`;
	}
	throw new Error('It did not fail.');
};

it('says which options there are', () => {
	let hint: unknown;
	try {
		setUp({ tokn: 'x' });
	} catch (error) {
		hint = (error as { hint?: string }).hint;
	}
	expect(hint).toMatchInlineSnapshot(
		`"The options are: id, token, region, baseUrl, managementUrl, version, languages, defaultLanguage, space, routes, componentsFile, relations, bloks, dataAttributes, missingBlok, assets, rebuild, redirects, preview, onError, fullSyncAfter, storage, incremental, explain."`,
	);
});

it('says what an option has wrong', () => {
	expect(failure(() => setUp({ tokn: 'x' }))).toMatchInlineSnapshot(`
		"The options of slugline() in astro.config are not right: \`tokn\` is not an option.
		The options are: …"
	`);
	expect(failure(() => setUp({ token: '', region: 'mars' }))).toMatchInlineSnapshot(`
		"The options of slugline() in astro.config are not right: \`token\` is empty; \`region\` expected one of "eu"|"us"|"ca"|"ap"|"cn".
		The options are: …"
	`);
	expect(failure(() => setUp({ token: 'x', baseUrl: 'api.example.com' }))).toMatchInlineSnapshot(`
		"The options of slugline() in astro.config are not right: \`baseUrl\` must be an http or https address.
		The options are: …"
	`);
	expect(failure(() => setUp({ token: 'x', routes: { pages: [] } }))).toMatchInlineSnapshot(`
		"The options of slugline() in astro.config are not right: \`pages\` in \`routes\` is not an option.
		The options are: …"
	`);
	expect(failure(() => setUp({ token: 'x', version: 'live', languages: 'de' }))).toMatchInlineSnapshot(`
		"The options of slugline() in astro.config are not right: \`version\` expected one of "published"|"draft"; \`languages\` expected array, received string.
		The options are: …"
	`);
	expect(failure(() => setUp({ token: 'x', id: 'my shop' }))).toMatchInlineSnapshot(`
		"The options of slugline() in astro.config are not right: \`id\` must be letters, digits and hyphens.
		The options are: …"
	`);
	expect(failure(() => setUp({ token: 'x', storage: {} }))).toMatchInlineSnapshot(`
		"The options of slugline() in astro.config are not right: \`storage\` must be an unstorage driver.
		The options are: …"
	`);
});

it('refuses an endpoint for webhook calls where no server would answer, and a path that is none', () => {
	expect(failure(() => setUp({ token: 'x', rebuild: {} }))).toMatchInlineSnapshot(`
		"\`rebuild\` in the options of slugline() adds an endpoint, but the site is static: astro.config has no adapter.
		Add an adapter, such as \`npx astro add node\`, or leave \`rebuild\` out and build after each change: \`npx slugline rebuild --run "npx astro build"\`."
	`);
	expect(failure(() => setUp({ token: 'x', rebuild: { path: 'hook?x' } }))).toMatchInlineSnapshot(`
		"The options of slugline() in astro.config are not right: \`rebuild.path\` must be a path such as /_slugline/rebuild.
		The options are: …"
	`);
	expect(failure(() => setUp({ token: 'x', rebuild: { secret: 'y' } }))).toMatchInlineSnapshot(`
		"The options of slugline() in astro.config are not right: \`secret\` in \`rebuild\` is not an option.
		The options are: …"
	`);
});

it('refuses a second image service, and assets of a second space', () => {
	const image = { service: { entrypoint: 'cloud-image' } };
	expect(
		failure(() => setUp({ token: 'x', assets: { imageService: true } }, [], 'build', { image })),
	).toMatchInlineSnapshot(`
		"\`assets.imageService\` in the options of slugline() and \`image.service\` in astro.config (cloud-image) both name an image service.
		Leave one of the two out. <StoryImage> needs neither."
	`);
	const other = slugline({ id: 'shop', token: 'x' });
	expect(failure(() => setUp({ token: 'x', assets: { download: true } }, [other]))).toMatchInlineSnapshot(`
		"\`assets\` is among the options of a slugline() that is not the first one in astro.config.
		Say \`assets\` in the first slugline(): it goes for the whole site."
	`);
	const wrong = { hosts: ['https://a.b/'], download: { maxBytes: 0 } };
	expect(failure(() => setUp({ token: 'x', assets: wrong })).split('\n')[0]).toMatchInlineSnapshot(
		`"The options of slugline() in astro.config are not right: \`assets.hosts.0\` must be a host such as assets.example.com; \`assets.download.maxBytes\` Too small: expected number to be >0."`,
	);
});

it('says when the endpoint for webhook calls has nothing to purge', () => {
	const integration = slugline({ token: 'x', rebuild: {} });
	const root = pathToFileURL(`${folder}/`);
	const said: string[] = [];
	const injected: unknown[] = [];
	const config = {
		root,
		base: '/',
		cacheDir: root,
		outDir: root,
		experimental: {},
		vite: {},
		integrations: [integration],
		adapter: { name: 'a server' },
	};
	const hooks = integration.hooks as unknown as Record<string, Setup>;
	hooks['astro:config:setup']?.({
		config,
		command: 'build',
		isRestart: false,
		updateConfig() {},
		injectRoute: (route: unknown) => injected.push(route),
	});
	hooks['astro:config:done']?.({
		config,
		injectTypes: ({ filename }: { filename: string }) => new URL(filename, root),
		logger: { warn: (line: string) => said.push(line) },
	});
	expect(said).toMatchInlineSnapshot(`
		[
		  "The endpoint that \`rebuild\` adds has nothing to purge, since astro.config has no \`cache.provider\`. Pages are not cached.",
		]
	`);
	expect(injected).toMatchInlineSnapshot(`
		[
		  {
		    "entrypoint": "astro-slugline/routes/rebuild.ts",
		    "pattern": "/_slugline/rebuild",
		    "prerender": false,
		  },
		]
	`);
});

it('refuses options that contradict each other', () => {
	expect(
		failure(() => setUp({ token: 'x', region: 'us', baseUrl: 'https://api.example.com' })),
	).toMatchInlineSnapshot(`
		"The options of slugline() in astro.config are not right: \`region\` is given beside \`baseUrl\`; keep one of the two.
		The options are: …"
	`);
	expect(failure(() => setUp({ token: 'x', space: './space' }))).toMatchInlineSnapshot(`
		"The options of slugline() in astro.config are not right: \`space\` is given beside \`token\`; a site is built from the service or from a folder, keep one of the two.
		The options are: …"
	`);
	expect(failure(() => setUp({ token: 'x' }, [slugline({ token: 'y' })]))).toMatchInlineSnapshot(`
		"astro.config has two slugline() integrations of the same id.
		Give each space of a site an \`id\` of its own, and name it in the loaders: \`stories({ space: '<id>' })\`."
	`);
});

it('finds something to build from: the options, the environment, a .env file, a folder', async () => {
	expect(failure(() => setUp({}))).toMatchInlineSnapshot(`
		"Slugline has nothing to build from: no token and no folder ./space.
		Set SLUGLINE_TOKEN to an access token of your space, or say \`slugline({ space: "./folder" })\` to build from Markdown without an account."
	`);
	expect(failure(() => setUp({ space: './stories' }))).toMatchInlineSnapshot(`
		"There is no folder ./stories to build from, as \`space\` in the options of slugline() says.
		The path is relative to the site's folder. Write a \`space.yaml\` with a name in that folder, and stories as Markdown beside it."
	`);

	await writeFile(join(folder, '.env'), 'SLUGLINE_TOKEN=from-a-file');
	setUp(undefined);
	await rm(join(folder, '.env'));

	vi.stubEnv('STORYBLOK_TOKEN', 'from-the-environment');
	setUp(undefined);
	vi.stubEnv('SLUGLINE_REGION', 'mars');
	expect(failure(() => setUp({}))).toMatchInlineSnapshot(`
		"The variable SLUGLINE_REGION is not right: Invalid option: expected one of "eu"|"us"|"ca"|"ap"|"cn".
		SLUGLINE_REGION is one of eu, us, ca, ap and cn; SLUGLINE_BASE_URL is an http or https address."
	`);
	vi.stubEnv('STORYBLOK_TOKEN', '');

	await mkdir(join(folder, 'space'));
	setUp(undefined);
});

it('needs nothing to preview what was built', () => {
	setUp({}, [], 'preview');
});
