import { execFile } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { preview } from 'astro';
import { cleanPath, createRouteTable, RouteError } from 'astro-slugline/routing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readTree } from '../support/read-tree.js';
import { temporaryFolder } from '../support/test-folder.js';
import { link } from './links.js';
import { fileNames, leavingNames, longNames, oddNames, schemeNames } from './odd-names.js';

const linkOf = (slug: string) => link(slug, { real_path: null });

describe('odd names', () => {
	it.each(oddNames)('%j lives at %j', (slug, path, href) => {
		const [route] = createRouteTable({ links: [linkOf(slug)], languages: [] }).routes;
		expect(route).toMatchObject({ path, href, param: path.slice(1) });
		expect(decodeURIComponent(href)).toBe(`${path}/`);
		expect(cleanPath(path)).toBe(path.slice(1));
	});

	const files = ['slugline.json', 'robots.txt', 'docs/manual.pdf'];
	const reasonOf =
		(slug: string, format: 'directory' | 'file' = 'directory') =>
		() =>
			createRouteTable({
				links: [link(slug, { real_path: null, name: 'The page' })],
				languages: [],
				files,
				format,
			});

	it.each([
		...leavingNames.map((slug) => [slug, "must not contain '..'"]),
		...schemeNames.map((slug) => [slug, 'must not begin with a URL scheme']),
		...fileNames.map((slug) => [slug, 'must not have the name of a file that the site or its server needs']),
		...longNames.map((slug) => [slug, 'file systems allow 255 bytes']),
	])('%j is refused with the name of the story', (slug, reason) => {
		expect(reasonOf(slug)).toThrow(RouteError);
		expect(reasonOf(slug)).toThrow(reason);
		expect(reasonOf(slug)).toThrow("'The page' (");
	});

	it('the longest name that a file system takes is a page', () => {
		expect(reasonOf('a'.repeat(255))().routes).toHaveLength(1);
		expect(reasonOf('ü'.repeat(127))().routes).toHaveLength(1);
		expect(reasonOf('a'.repeat(250), 'file')().routes).toHaveLength(1);
		expect(reasonOf('a'.repeat(251), 'file')).toThrow('file systems allow');
	});

	it('a page may have a file next to a folder of its name', () => {
		for (const slug of ['slugline.json', 'robots.txt', '.htaccess'])
			expect(reasonOf(slug, 'file')().routes).toHaveLength(1);
		expect(reasonOf('slugline.json/x', 'file')).toThrow('must not have the name of a file');
	});

	it('a name that was escaped thousands of times is read at once', () => {
		// Layer after layer, this would take minutes.
		expect(cleanPath(`%${'25'.repeat(300_000)}41`)).toBe('A');
		expect(cleanPath(`a%${'25'.repeat(300_000)}2fb`)).toBe('a%2Fb');
		expect(cleanPath(`%${'25'.repeat(300_000)}`)).toBe('%');
	});

	it('warns of a replaced percent sign', () => {
		const { warnings } = createRouteTable({ links: [linkOf('50% rabatt')], languages: [] });
		expect(warnings).toMatchInlineSnapshot(`
			[
			  "Astro cannot build a path that contains '%' next to other special characters, so '-' replaces it:
			/50- rabatt: '50% rabatt' (50% rabatt, default language)",
			]
		`);
	});
});

describe('Astro builds', () => {
	/** Builds a site whose only page is `[...path].astro`, with the params of the routes. Returns its folder. */
	async function build(params: (string | undefined)[], config: string): Promise<string> {
		const names = JSON.stringify(params.map((param) => param ?? null));
		const site = await temporaryFolder({
			'package.json': '{"type":"module","private":true}',
			'astro.config.mjs': `export default ${config};`,
			'src/pages/[...path].astro': `---\nexport const getStaticPaths = () => ${names}.map((name) => ({ params: { path: name ?? undefined } }));\n---\n<p>{Buffer.from(Astro.params.path ?? '').toString('hex')}</p>\n`,
		});
		await symlink(resolve('node_modules'), join(site, 'node_modules'));
		await promisify(execFile)(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build', '--silent'], {
			cwd: site,
			env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
		});
		return site;
	}

	/** The files of a site's output. */
	const filesOf = async (site: string) =>
		Object.keys(await readTree(join(site, 'dist'))).map((path) => `/${path}`);

	const routesOf = (format: 'directory' | 'file', names: string[]) =>
		createRouteTable({ links: [link('home', { path: '/' }), ...names.map(linkOf)], languages: [], format })
			.routes;

	it('the folders that the addresses lead to, where a server shows them', async () => {
		const routes = routesOf(
			'directory',
			oddNames.map(([slug]) => slug),
		);
		const files = routes.map(({ href }) =>
			href === '/404/' ? '/404.html' : `${decodeURIComponent(href)}index.html`,
		);
		const site = await build(
			routes.map(({ param }) => param),
			'{}',
		);
		expect((await filesOf(site)).sort()).toEqual(files.sort());

		const server = await preview({ root: site, logLevel: 'silent', server: { host: '127.0.0.1', port: 0 } });
		onTestFinished(() => server.stop());
		const shown = await Promise.all(
			routes.map(async ({ href }) => (await fetch(`http://127.0.0.1:${server.port}${href}`)).text()),
		);
		expect(shown).toEqual(
			routes.map(({ param }) => `<!DOCTYPE html><p>${Buffer.from(param ?? '').toString('hex')}</p>`),
		);
	});

	it('the files that the addresses name', async () => {
		const names = oddNames.map(([slug]) => slug).filter((slug) => !/(?:^|\/)index$|\.html$/.test(slug));
		const routes = routesOf('file', names);
		const files = routes.map(({ href }) =>
			href === '/' ? '/index.html' : `${decodeURIComponent(href)}.html`,
		);
		const site = await build(
			routes.map(({ param }) => param),
			"{ build: { format: 'file' }, trailingSlash: 'never' }",
		);
		expect((await filesOf(site)).sort()).toEqual(files.sort());
	});
});
