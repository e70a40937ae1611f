import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type AssetServer, assetContent, startAssetServer } from '../support/asset-server.js';
import { isLong } from '../support/long.js';
import { usePackedPackage } from '../support/packed.js';
import { checking, config, createSite, plainSite, type Site, storyRoute } from '../support/site.js';

usePackedPackage();

const story = (url: string, photo: string, more = '') => `---
name: ${photo}
content:
  component: page
  photo: { fieldtype: asset, filename: ${url}/f/1/1200x800/ab12/${photo}.jpg, alt: A photo }
  paper: { fieldtype: asset, filename: ${url}/f/1/x/ab12/Zeit%20Tafel.pdf }
  page: { fieldtype: asset, filename: ${url}/f/1/x/ab12/evil.html }
${more}---
`;

const pages = {
	'src/pages/[...path].astro': storyRoute(
		`<StoryImage asset={photo} width={400} />
<a href={assetHref(paper, Astro.url)}>Paper</a><StoryLink link={{ linktype: 'asset', url: paper.filename }}>Link</StoryLink><a href={assetHref(page, Astro.url)}>Page</a>`,
		{
			components: ['StoryImage', 'StoryLink'],
			code: `import { assetHref } from 'astro-slugline/rendering';
const { photo, paper, page } = Astro.props.story.data.content;`,
		},
	),
};

interface Setup {
	site: Site;
	server: AssetServer;
	/** Output of a clean build of the same content. */
	clean(): Promise<Record<string, string>>;
}

async function setUp(download = 'true', more = '', rest = ''): Promise<Setup> {
	const server = await startAssetServer();
	const files = {
		...plainSite,
		...pages,
		'astro.config.mjs': config(
			`{ space: './space', assets: { hosts: ['${server.host}'], download: ${download} }, ${more} }`,
			`base: '/base', ${rest}`,
		),
		'space/space.yaml': 'name: Small\n',
	};
	const site = await createSite({
		...files,
		'space/index.md': story(server.url, 'harbour'),
		'space/second.md': story(server.url, 'ferry'),
	});
	const clean = async () => {
		const other = await createSite(files);
		for (const name of await readdir(join(site.folder, 'space'))) {
			await other.write({ [`space/${name}`]: await readFile(join(site.folder, 'space', name), 'utf8') });
		}
		await other.built();
		return await other.output();
	};
	return { site, server, clean };
}

const built = async (site: Site, args: string[] = [], env: Record<string, string> = {}) => {
	const output = await site.built(env, args);
	const said = [/\d+ assets? in the output.*/, /\d+ pages? rendered, \d+ kept/].map(
		(line) => output.match(line)?.[0].replace(/\d+ kB/, '1 kB') ?? '',
	);
	return said.join('; ');
};

/** Asset files in the output, as the requested path and the version, sorted. */
const assetFiles = (files: Record<string, string>) =>
	Object.entries(files)
		.filter(([path]) => path.startsWith('assets/'))
		.map(([, content]) => content.replace(/^.*?file (.*) version (\d)$/, '$1 $2'))
		.sort();

it('downloads each asset that pages show once, and reuses it in later builds', async () => {
	const { site, server, clean } = await setUp();
	expect(await built(site, [], checking)).toBe(
		'9 assets in the output, 9 downloaded (1 kB); 2 pages rendered, 0 kept',
	);
	const files = await site.output();
	const page = files['index.html'] ?? '';
	expect(page).toMatch(
		/<img src="\/base\/assets\/harbour\.[0-9a-f]{16}\.webp" srcset="\/base\/assets\/harbour\./,
	);
	const paper = /href="\/base\/assets\/zeit-tafel\.[0-9a-f]{16}\.pdf"/.exec(page)?.[0];
	expect(page.split(paper ?? 'none')).toHaveLength(3);
	expect(page).toContain(`href="${server.url}/f/1/x/ab12/evil.html"`);
	const name = /assets\/harbour\.[0-9a-f]{16}\.webp/.exec(page)?.[0] ?? '';
	expect(files[name]).toBe(assetContent('/f/1/1200x800/ab12/harbour.jpg/m/400x0/filters:format(webp)'));
	expect(assetFiles(files)).toHaveLength(9);
	expect(server.requests).toHaveLength(9);

	expect(await built(site)).toBe('9 assets in the output, none downloaded; 0 pages rendered, 2 kept');
	expect(await site.output()).toEqual(files);
	expect(server.requests).toHaveLength(9);

	await site.write({ 'space/second.md': story(server.url, 'tide') });
	expect(await built(site)).toBe('9 assets in the output, 4 downloaded (1 kB); 1 page rendered, 1 kept');
	expect((await site.output())['second/index.html']).toMatch(
		/src="\/base\/assets\/tide\.[0-9a-f]{16}\.webp"/,
	);
	if (isLong) expect(await site.output()).toEqual(await clean());

	await site.remove('space/second.md');
	await built(site);
	expect(await site.output()).toEqual(await clean());
	expect(assetFiles(await site.output())).toHaveLength(5);
});

it('checks assets again when asked to, and builds from cached copies when their host is unreachable', async () => {
	const { site, server } = await setUp();
	await built(site);
	server.version = 2;
	await built(site);
	expect(assetFiles(await site.output()).every((file) => file.endsWith(' 1'))).toBe(true);
	const again = JSON.stringify({ stories: [], slugs: [], datasources: [], everything: false });
	await built(site, [], { SLUGLINE_ASK_AGAIN: again });
	expect(assetFiles(await site.output()).every((file) => file.endsWith(' 2'))).toBe(true);
	server.requests.length = 0;
	await built(site, ['--force']);
	expect(server.requests.map(({ status }) => status)).toEqual(Array(9).fill(304));
	const files = await site.output();
	expect(assetFiles(files).every((file) => file.endsWith(' 2'))).toBe(true);

	await server.close();
	const output = await site.built({}, ['--force']);
	expect(output).toMatch(
		/The file http:\S+ and 8 others could not be checked: .*Using the version of an earlier build\./,
	);
	expect(await site.output()).toEqual(files);
	expect(await built(site, [], { SLUGLINE_OFFLINE: '1' })).toContain('none downloaded');
});

it('retries failed downloads', async () => {
	const { site, server, clean } = await setUp();
	const seen = new Map<string, number>();
	server.answer = (path, response) => {
		const times = (seen.get(path) ?? 0) + 1;
		seen.set(path, times);
		if (times === 1) response.writeHead(503).end();
		else if (times === 2)
			response.writeHead(200, { 'content-length': 100 }).write('cut', () => response.destroy());
		else if (times === 3) response.destroy();
		return times <= 3;
	};
	await built(site);
	server.answer = undefined;
	expect(assetFiles(await site.output())).toHaveLength(9);
	expect(assetFiles(await site.output()).every((file) => file.endsWith(' 1'))).toBe(true);
	if (isLong) expect(await site.output()).toEqual(await clean());
});

/** The error that Astro prints, without what differs between runs. */
const sentence = (output: string, server: AssetServer): string =>
	(/(?:The file|A page of) [\s\S]*/.exec(output)?.[0] ?? output)
		.replaceAll(server.host, '127.0.0.1:0')
		.replace(/^\s+/gm, '')
		.trim();

it('fails the build with one sentence when a file no longer exists', async () => {
	const { site, server } = await setUp();
	server.answer = (path, response) => path.includes('harbour') && Boolean(response.writeHead(404).end());
	const { code, output } = await site.build();
	expect(code).not.toBe(0);
	expect(sentence(output, server)).toMatchInlineSnapshot(`
		"The file http://127.0.0.1:0/f/1/1200x800/ab12/harbour.jpg/m/400x0/filters:format(webp), which the page /base/ shows, cannot be downloaded: the response has status 404. 3 other files failed, too.
		Hint:
		Check the asset in the space: it may be deleted, replaced, or private. If its host could not be reached, build again. With \`assets: { download: false }\`, visitors load files from that host. More: docs/errors.md of astro-slugline."
	`);
});

it('copies only files that browsers and servers do not run, and follows redirects within their host', async () => {
	const { site, server } = await setUp();
	const names = [
		'a.shtml',
		'a.svgz',
		'a.xsl',
		'a.php',
		'a.phtml',
		'a.cgi',
		'a.jsp',
		'a.asp',
		'a.pl',
		'a.wasm',
	];
	const copied = ['a.txt', 'a.mp4', 'a.zip', 'a.PNG'];
	const addresses = [...names, ...copied].map((name) => `${server.url}/f/1/x/ab12/${name}`);
	await site.write({
		'src/pages/files.astro': `---
import { assetHref } from 'astro-slugline/rendering';
const files = ${JSON.stringify(addresses)};
---
{files.map((file) => <a href={assetHref(file, Astro.url)}>{file}</a>)}`,
	});
	server.answer = (path, response) => {
		if (!path.endsWith('/a.zip')) return false;
		response.writeHead(302, { location: '/f/1/x/ab12/moved.zip' }).end();
		return true;
	};
	await built(site);
	const files = await site.output();
	const hrefs = [...(files['files/index.html'] ?? '').matchAll(/href="(.*?)"/g)].map(([, href]) => href);
	expect(hrefs.slice(0, names.length)).toEqual(addresses.slice(0, names.length));
	for (const href of hrefs.slice(names.length))
		expect(href).toMatch(/^\/base\/assets\/a\.[0-9a-f]{16}\.\w+$/);
	expect(assetFiles(files)).toContain('/f/1/x/ab12/moved.zip 1');
	expect(
		Object.keys(files).filter((name) => /\.(?!html|webp|pdf|json|txt|mp4|zip|png)\w+$/.test(name)),
	).toEqual([]);
});

it.runIf(isLong)(
	'copies the assets of pages that only Astro has cached, and names a missing one',
	async () => {
		const { site, server } = await setUp(
			'true',
			'incremental: false',
			'experimental: { incrementalBuild: true }',
		);
		await built(site);
		const files = await site.output();
		await built(site);
		expect(await site.output()).toEqual(files);
		await site.remove('node_modules/.astro/slugline/assets');
		const { code, output } = await site.build();
		expect(code).not.toBe(0);
		expect(
			sentence(output, server).replace(/\w+(-\w+)?\.[0-9a-f]{16}\.\w+/, '<name>'),
		).toMatchInlineSnapshot(`
		"A page of an earlier build shows the file /base/assets/<name>, which is no longer cached.
		Hint:
		Run \`astro build --force\` once. In CI, cache the folders \`slugline\` and \`dist\` of Astro's cache directory together. More: docs/errors.md of astro-slugline."
	`);
		await site.remove('node_modules/.astro/incremental-build.json');
		const offline = await site.build({ SLUGLINE_OFFLINE: '1' });
		expect(offline.code).not.toBe(0);
		expect(sentence(offline.output, server)).toMatchInlineSnapshot(`
		"The file http://127.0.0.1:0/f/1/x/ab12/Zeit%20Tafel.pdf, which the page /base/ shows, cannot be downloaded: SLUGLINE_OFFLINE is set, and the file is not cached. 8 other files failed, too.
		Hint:
		Check the asset in the space: it may be deleted, replaced, or private. If its host could not be reached, build again. With \`assets: { download: false }\`, visitors load files from that host. More: docs/errors.md of astro-slugline."
	`);
	},
);

it.runIf(isLong)('gives the output of a clean build after a build was killed during a download', async () => {
	const { site, server, clean } = await setUp();
	await built(site);
	await site.write({ 'space/third.md': story(server.url, 'quay') });
	const halfWay = new Promise<void>((resolve) => {
		server.answer = (path, response) => {
			if (!path.includes('800x0')) return false;
			response.writeHead(200, { 'content-length': 1000 }).write('half', () => resolve());
			return true;
		};
	});
	const build = spawn(process.execPath, [join(site.folder, 'node_modules/astro/bin/astro.mjs'), 'build'], {
		cwd: site.folder,
		env: { PATH: process.env['PATH'], ASTRO_TELEMETRY_DISABLED: '1' },
		stdio: 'ignore',
	});
	const ended = once(build, 'exit');
	await halfWay;
	build.kill('SIGKILL');
	await ended;
	server.answer = undefined;
	await built(site);
	expect(await site.output()).toEqual(await clean());

	// The same with a half-written file in the cache.
	const files = await site.output();
	const folder = join(site.folder, 'node_modules/.astro/slugline/assets');
	const [first = ''] = (await readdir(folder)).filter((name) => name.endsWith('.webp'));
	await writeFile(join(folder, first), 'half');
	await writeFile(join(folder, '.1-0.draft'), 'half');
	expect(await built(site)).toBe('13 assets in the output, 1 downloaded (1 kB); 0 pages rendered, 3 kept');
	expect(await site.output()).toEqual(files);
});
