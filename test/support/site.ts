import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSpace, type Space } from 'astro-slugline/space';
import { endWithFile } from './ends.js';
import { environmentForKeep, forKeep, onKeep, storiesPackage } from './keep-site.js';
import { leaksOf } from './leaks.js';
import { readTree } from './read-tree.js';
import { type Started, start } from './started.js';

/** The folder of this workspace. */
export const root = fileURLToPath(new URL('../../', import.meta.url));
const ownModules = join(root, 'node_modules');

/** The folder of the package that sites use instead of the workspace's own. */
let substitute = process.env['SLUGLINE_PACKAGE'];

/** Makes all sites that are created from now on use another folder of the package, or what the environment names. */
export function usePackage(folder = process.env['SLUGLINE_PACKAGE']): void {
	substitute = folder;
}

/** The outcome of one `astro` command. */
export interface Run {
	code: number;
	/** What it printed, both streams. */
	output: string;
}

/** A running `astro dev`. */
export interface DevServer {
	url: string;
	/** What it has printed so far. */
	output(): string;
	stop(): Promise<unknown>;
	/** Resolves to the address of the editor. */
	editor(): Promise<string>;
	/**
	 * Makes an edit, and resolves once Astro has loaded content again. All edits of a server go through this: a page shows new
	 * content a moment before Astro says that it has loaded it, which would be mistaken for the load of the next edit. Do
	 * not request a page meanwhile: Astro caches the outdated paths that such a request reads until content changes again.
	 */
	synced(edit: () => Promise<unknown>): Promise<void>;
}

/** An Astro site in a folder of its own, which uses the built package. */
export interface Site {
	/** Changes when the site is moved. */
	folder: string;
	write(files: Record<string, string>): Promise<void>;
	remove(...paths: string[]): Promise<void>;
	/** Runs an `astro` command to its end. */
	astro(args: string[], env?: Record<string, string>): Promise<Run>;
	build(env?: Record<string, string>): Promise<Run>;
	/** Runs a build that must succeed. Resolves to what it printed. */
	built(env?: Record<string, string>, args?: readonly string[]): Promise<string>;
	/** Moves the site to another folder. */
	move(): Promise<void>;
	/** Starts a build and kills it after so many pages, unless it ends earlier. */
	killed(pages: number): Promise<void>;
	/**
	 * Starts `astro dev` and resolves to its address once it answers. It is stopped with the site.
	 *
	 * @param host the address that it listens to. Default: 127.0.0.1
	 */
	dev(env?: Record<string, string>, host?: string): Promise<DevServer>;
	/** Every file of the output by its path, as text. */
	output(): Promise<Record<string, string>>;
	/** Paths of the pages in the output, such as `/de/blog/hallo/`, sorted. */
	pages(): Promise<string[]>;
	/** The stand-in of the service for a folder of the site. */
	space(folder?: string): Space;
	/** Ends something before the site is deleted. */
	onDelete(end: () => unknown): void;
	delete(): Promise<void>;
}

/**
 * A route with a page for each story of the collection `pages`. Its code has `story`, `routeOf`, and these components of the
 * package.
 */
export const storyRoute = (
	html: string,
	{ components = [], code = '' }: { components?: readonly string[]; code?: string } = {},
): string => `---
import { getCollection } from 'astro:content';
import { routeOf, storyPaths } from 'astro-slugline/paths';
${components.map((name) => `import ${name} from 'astro-slugline/components/${name}.astro';`).join('\n')}
export const getStaticPaths = async () => storyPaths(await getCollection('pages'));
const { story } = Astro.props;
${code}
---
${html}`;

/** The parts that most test sites share: one collection of all stories, and one route that shows them. */
export const plainSite = {
	'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { stories } from 'astro-slugline/loaders';
export const collections = { pages: defineCollection({ loader: stories() }) };`,
	'src/pages/[...path].astro': storyRoute(
		`<html lang={route.locale}><head><title>{story.data.name}</title>
{route.alternates.map((alternate) => <link rel="alternate" hreflang={alternate.hreflang} href={alternate.href} />)}
</head><body data-lang={story.data.lang}><h1>{story.data.content.title ?? story.data.name}</h1><p>{story.data.uuid}</p></body></html>`,
		{ code: 'const route = routeOf(story);' },
	),
};

/** The text of an astro.config with these options for slugline(), as source. */
export const config = (options: string, rest = ''): string => `
import { defineConfig } from 'astro/config';
import slugline from 'astro-slugline';
export default defineConfig({ integrations: [slugline(${options})], ${rest} });`;

/** The environment of a first build that renders all pages a second time at once, and not when a later one could keep pages. */
export const checking = { SLUGLINE_VERIFY: '1' };

/** The rest of a config, for a site with a server. */
export const nodeAdapter = `adapter: (await import('@astrojs/node')).default({ mode: 'standalone' })`;

/** What a site uses in place of the workspace's own. */
export interface Given {
	/** Folders of packages that replace installed ones, by name. */
	packages?: Readonly<Record<string, string>>;
	/** A `node_modules` folder with another Astro and this package. */
	modules?: string;
	/** The folder that the site is made in, by default the one for temporary files. */
	within?: string;
	/** Runs the commands; each is a process of its own by default. */
	runner?: Runner;
	/** True if the site leaks a token on purpose. Any other one that does fails its test when it is deleted. */
	leaks?: boolean;
	/** True if the site has `keep()` in place of `slugline()`; see `keep-site.ts`. */
	hasKeep?: boolean;
}

/** Runs an `astro` command to its end. */
export type Runner = (command: Command) => Promise<Run>;

/** An `astro` command in the folder of a site. */
export interface Command {
	folder: string;
	args: string[];
	/** The whole environment. */
	env: Record<string, string>;
	/** The folder of Astro and the other packages. */
	modules: string;
	/** Folders of the packages under test. */
	packages: string[];
}

/** The packages under test. */
const ours = ['astro-keep', 'astro-slugline'];

/** Runs the commands of sites without a runner of their own. */
let usualRunner: Runner = inOwnProcess;

/** Sets what runs the commands of all sites that this test file creates from now on. */
export function runCommandsBy(runner: Runner): void {
	usualRunner = runner;
}

/** Makes a site of these files, and a `package.json`, in a folder of its own, which is deleted at the end of the test file at the latest. */
export async function createSite(
	files: Record<string, string>,
	{
		packages = {},
		modules = ownModules,
		within = tmpdir(),
		runner = usualRunner,
		leaks = false,
		hasKeep = onKeep,
	}: Given = {},
): Promise<Site> {
	const folder = await mkdtemp(join(within, 'slugline-site-'));
	// A folder of its own, since Astro keeps its cache in there.
	await mkdir(join(folder, 'node_modules'));
	for (const name of await readdir(modules)) {
		const source =
			packages[name] ??
			(substitute && ours.includes(name) ? join(substitute, '..', name) : join(modules, name));
		if (name === '.bin' || !name.startsWith('.')) await symlink(source, join(folder, 'node_modules', name));
	}
	const ends: (() => unknown)[] = [];
	let isDeleted = false;
	const underTest = await Promise.all(
		[...ours, ...Object.keys(packages)].map((name) => realpath(join(folder, 'node_modules', name))),
	);
	const environments: Record<string, string>[] = [];
	const run = (args: string[], env: Record<string, string>) => {
		environments.push(env);
		return runner({
			folder: site.folder,
			args,
			env: environment(hasKeep ? environmentForKeep(env) : env, modules),
			modules,
			packages: underTest,
		});
	};
	const site: Site = {
		folder,
		async write(files) {
			for (const [path, text] of Object.entries(files)) {
				await mkdir(dirname(join(site.folder, path)), { recursive: true });
				await writeFile(join(site.folder, path), hasKeep ? forKeep(path, text) : text);
			}
		},
		async remove(...paths) {
			for (const path of paths) await rm(join(site.folder, path), { recursive: true, force: true });
		},
		astro: (args, env = {}) => run(args, env),
		build: (env = {}) => run(['build'], env),
		async built(env = {}, args = []) {
			const { code, output } = await run(['build', ...args], env);
			if (code !== 0) throw new Error(`The build ended with ${code}:\n${output}`);
			return output;
		},
		async move() {
			const to = await mkdtemp(join(within, 'slugline-site-'));
			await rm(to, { recursive: true });
			await rename(site.folder, to);
			site.folder = to;
		},
		async killed(pages) {
			const { child, output, until, ended } = startAstro(site.folder, ['build'], {}, modules);
			const isFar = () => (output().split('generating static routes')[1]?.match(/├─/g) ?? []).length >= pages;
			until(() => isFar() || undefined).then(
				() => child.kill('SIGKILL'),
				() => {},
			);
			await ended;
		},
		output: async () => (existsSync(join(site.folder, 'dist')) ? readTree(join(site.folder, 'dist')) : {}),
		async pages() {
			const files = Object.keys(await site.output());
			return files
				.filter((file) => file.endsWith('.html'))
				.map((file) => `/${file.replace(/(^|\/)index\.html$/, '$1')}`)
				.sort();
		},
		async dev(env = {}, host = '127.0.0.1') {
			environments.push(env);
			const server = startAstro(site.folder, ['dev', '--host', host, '--port', '0'], env, modules);
			site.onDelete(server.stop);
			const { output, until } = server;
			const syncs = () => output().split('Synced content').length;
			return {
				url: await until(() => /Local\s+(https?:\/\/(?:127\.0\.0\.1|localhost):\d+)/.exec(output())?.[1]),
				output,
				stop: server.stop,
				editor: () => until(() => /Editor: (\S+)/.exec(output())?.[1]),
				async synced(edit) {
					const before = syncs();
					const loaded = until(() => syncs() > before || undefined);
					await Promise.all([loaded, edit()]);
				},
			};
		},
		space(name = 'space') {
			const space = createSpace(join(site.folder, name));
			site.onDelete(space.close);
			return space;
		},
		onDelete: (end) => void ends.unshift(end),
		async delete() {
			if (isDeleted) return;
			isDeleted = true;
			for (const end of ends) await end();
			const found = leaks ? [] : await leaksOf(site.folder, environments);
			await rm(site.folder, { recursive: true, force: true });
			if (found.length > 0) throw new Error(`A token of the site is in ${found.join(', ')}.`);
		},
	};
	endWithFile(site.delete);
	await site.write({
		'package.json': '{ "type": "module" }',
		...(hasKeep ? storiesPackage : {}),
		...files,
	});
	return site;
}

export async function inOwnProcess({ folder, args, env }: Command): Promise<Run> {
	const { output, ended } = start('astro', args, { cwd: folder, env });
	const code = await ended;
	return { code, output: output() };
}

const startAstro = (cwd: string, args: string[], env: Record<string, string>, modules: string): Started =>
	start('astro', args, { cwd, env: environment(env, modules) });

/** The environment of a command: what a shell has, and what the test adds. */
const environment = (env: Record<string, string>, modules: string): Record<string, string> => ({
	...shellEnvironment(),
	PATH: [join(modules, '.bin'), join(ownModules, '.bin'), process.env['PATH']].join(delimiter),
	...env,
});

/** The environment of this process, without the variables of Vitest and the token of another space. */
export function shellEnvironment(): Record<string, string> {
	const {
		SLUGLINE_TOKEN: _token,
		STORYBLOK_TOKEN: _other,
		NODE_ENV: _mode,
		VITEST: _vitest,
		// Set by Vitest. Astro would mistake them for variables of the site.
		DEV: _dev,
		PROD: _prod,
		MODE: _vitestMode,
		SSR: _ssr,
		BASE_URL: _base,
		...inherited
	} = process.env;
	return {
		...(inherited as Record<string, string>),
		ASTRO_TELEMETRY_DISABLED: '1',
		ASTRO_DEV_BACKGROUND: '0',
		NO_COLOR: '1',
		FORCE_COLOR: '0',
	};
}
