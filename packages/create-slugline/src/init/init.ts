import { existsSync, readFileSync } from 'node:fs';
import { basename, join, posix, resolve } from 'node:path';
import { count, named } from 'astro-keep/shared/text/named';
import { createDeliveryClient } from 'astro-slugline/client';
import {
	command,
	type Prompts,
	readOrNull,
	serviceOptions,
	type Terminal,
	UsageError,
} from 'astro-slugline/command';
import { sourceFolderOf } from './add-integration.js';
import { finishProject, managerOf } from './finish-project.js';
import { type ProjectFile, projectFiles, sharing, sluglineCall, unnamed } from './project-files.js';
import { type ReadTypes, readTypes } from './read-types.js';
import { findSource, type InitSource } from './source.js';
import { configs, writeProject } from './write-project.js';

/** `create-slugline`: writes a project that shows a space, as a starting point. */
export const init = command({
	usage: '[folder]',
	summary:
		'Writes what a site needs to show a space: config, a page, a layout, and a component for each blok.',
	options: {
		space: ['<folder>', 'builds from a folder of Markdown and YAML instead of the service'],
		demo: ['', 'writes a small site, and the space that it shows into ./space'],
		empty: ['', 'writes a space with one page into ./space'],
		...serviceOptions,
		install: ['', 'installs the packages with the package manager that runs this'],
		git: ['', 'makes a Git repository'],
		yes: ['', 'asks nothing: leaves files that are there as they are'],
	},
	notes: [
		'In an empty folder or an Astro project; the folder is the current one unless named. Files that are',
		'there are never replaced without asking. Run again after the space has new bloks.',
		'`create-slugline migrate --help` explains how to move a site of @storyblok/astro over.',
	],
	async run({ values, positionals }, terminal) {
		const [given, ...more] = positionals;
		if (more.length > 0)
			throw new UsageError(
				'create-slugline takes one folder, and options. To move a site over, run `create-slugline migrate`.',
			);
		const prompts = values.yes ? undefined : await terminal.prompts?.();
		const folder = given ?? (await askFolder(prompts));
		const root = resolve(folder);
		const source = await findSource(root, values, terminal, prompts);
		const space = await readSpace(root, source, terminal);
		terminal.say(
			`${space.name}: ${count(space.stories, 'story', 'stories')}, ${count(space.types.bloks.size, 'blok', 'bloks')}.`,
		);
		const { options, environment } = settingsOf(source);
		// It has pages and languages of its own.
		const isStarlight = (await readOrNull(join(root, 'package.json')))?.includes('"@astrojs/starlight"');
		const language = !isStarlight && source.kind === 'folder' && (await languageOf(root, source.folder));
		if (language) options['defaultLanguage'] = language;
		const isDemo = source.files.some(({ path }) => path.startsWith('src/'));
		const sourceFolder = await findSourceFolder(root, terminal);
		if (sourceFolder !== 'src') options['bloks'] = `./${posix.join(sourceFolder, 'bloks')}`;
		const call = sluglineCall(options, source.kind === 'folder');
		const own = projectFiles({ name: packageName(root), call, space });
		// The demo has its own code.
		const all = [...source.files, ...own.filter(({ path }) => !isDemo || !path.startsWith('src/'))];
		const files = isStarlight ? all.filter(({ path }) => !path.startsWith('src/')) : all;
		const report = await writeProject(root, { files, sourceFolder, environment, call }, prompts);
		for (const path of report.written) terminal.say(`  wrote      ${path}`);
		for (const path of report.changed) terminal.say(`  changed    ${path}`);
		if (report.unchanged.length > 0)
			terminal.say(`  unchanged  ${count(report.unchanged.length, 'file', 'files')}`);
		for (const path of report.left) terminal.say(`  left       ${path}, which is there already`);
		if (report.movedIndex)
			terminal.say(`  moved      ${report.movedIndex}, because it hides the home page of the space`);
		if (report.linked.length > 0)
			terminal.complain(
				`Not written, because they are behind links: ${named(report.linked)}. Replace the links with files or folders, and run create-slugline again.`,
			);
		const odd = isStarlight ? [] : unnamed(space);
		if (odd.length > 0)
			terminal.complain(
				`The names ${named(odd)} cannot be file names, so these bloks have no component yet. Name one for each in the option \`bloks\` of slugline().`,
			);
		for (const names of isStarlight ? [] : sharing(space))
			terminal.complain(
				`The bloks ${named(names)} share a component, because case, hyphens, and spaces in names do not matter. Make it show all of them, or rename them in the space.`,
			);
		const manager = managerOf(root, terminal);
		await finishProject(root, values, manager, prompts);
		if (isStarlight)
			terminal.say('No page, layout, or blok is written, because Starlight has its own pages.');
		const edits = isStarlight ? await starlightEdits(root, sourceFolder) : [];
		for (const line of ['', ...nextSteps(folder, report.left, manager, { call, files, edits })])
			terminal.say(line);
		return report.linked.length > 0 ? 1 : 0;
	},
});

async function readSpace(
	root: string,
	source: InitSource,
	{ fetch, signal, complain }: Terminal,
): Promise<ReadTypes> {
	if (source.kind === 'service') {
		const { token, region, baseUrl } = source;
		return readTypes(createDeliveryClient({ token, region, baseUrl, fetch, onNotice: complain }), signal);
	}
	const { createSpace } = await import('astro-slugline/space');
	const { temporarySpace } = await import('./temporary-space.js');
	const opened = await temporarySpace(join(root, source.folder), source.files);
	const space = createSpace(opened.folder);
	try {
		await space.ready();
		const { tokens, url, fetch: ask } = space;
		const { contentTypes } = await space.edit.about();
		return await readTypes(
			createDeliveryClient({ token: tokens.public, baseUrl: url, fetch: ask, rateLimit: false }),
			signal,
			(contentType) => contentTypes.get(contentType)?.body ?? 'body',
		);
	} finally {
		await space.close();
		await opened.remove();
	}
}

/** The default language of a folder, or English if it can be that; undefined if the site's config names one, too. */
async function languageOf(root: string, folder: string): Promise<string | undefined> {
	const read = (path: string) => readOrNull(join(root, path));
	const [yaml, ...texts] = await Promise.all([`${folder}/space.yaml`, ...configs].map(read));
	if (texts.some((text) => /^[ \t]*i18n\b/m.test(text ?? ''))) return undefined;
	const [, stated] = /^default_language:\s*(?:\{\s*)?code: ['"]?([\w-]+)/m.exec(yaml ?? '') ?? [];
	return stated ?? (/^(?:languages:| *-).*\ben\b/m.test(yaml ?? '') ? undefined : 'en');
}

/** The folder of the site's code. */
async function findSourceFolder(root: string, { complain }: Terminal): Promise<string> {
	const config = configs.find((name) => existsSync(join(root, name)));
	const text = config && (await readOrNull(join(root, config)));
	if (!text) return 'src';
	const folder = await sourceFolderOf(config, text);
	if (folder === undefined)
		complain(
			`The files of the site are in src/, because create-slugline cannot tell which folder \`srcDir\` in ${config} names. If it is another one, move them there.`,
		);
	return folder ?? 'src';
}

/** Separates what goes into astro.config from what goes into `.env`, so that no committed file contains a token. */
function settingsOf(source: InitSource) {
	const options: Record<string, string> = {};
	const environment: Record<string, string> = {};
	if (source.kind === 'folder') {
		if (source.folder !== 'space') options['space'] = `./${source.folder}`;
		return { options, environment };
	}
	if (source.region) options['region'] = source.region;
	if (source.isTyped) {
		environment['SLUGLINE_TOKEN'] = source.token;
		if (source.baseUrl) environment['SLUGLINE_BASE_URL'] = source.baseUrl;
	}
	return { options, environment };
}

/** A valid package name, made from the name of the folder. */
const packageName = (root: string): string =>
	basename(root)
		.toLowerCase()
		.match(/[a-z0-9]+/g)
		?.join('-')
		.slice(0, 214) ?? 'site';

/** The edits that a site with Starlight needs until its collection loads stories. */
async function starlightEdits(root: string, sourceFolder: string): Promise<string[]> {
	const path = posix.join(sourceFolder, 'content.config.ts');
	const text = await readOrNull(join(root, path));
	if (text?.includes('astro-slugline/loaders')) return [];
	return [
		`in ${path}, load the stories into the collection \`docs\`: see docs/starlight.md of astro-slugline.`,
	];
}

/** The folder of the site: the current one for a project that is there, or else what the person says. */
async function askFolder(prompts: Prompts | undefined): Promise<string> {
	const isProject = ['package.json', ...configs].some((name) => existsSync(name));
	return isProject || !prompts ? '.' : prompts.text('In which folder?', './my-site');
}

const isContentConfig = (path: string): boolean => /content\.config\.\w+$/.test(path);

function nextSteps(
	folder: string,
	left: readonly string[],
	manager: string,
	{ call, files, edits }: { call: string; files: readonly ProjectFile[]; edits: readonly string[] },
): string[] {
	const project = join(folder, 'package.json');
	const stated = existsSync(project) ? readFileSync(project, 'utf8') : '';
	const needed = ['astro', 'astro-slugline'];
	const missing = needed.filter((name) => !stated.includes(`"${name}"`));
	const add = [manager === 'npm' ? 'npm install' : `${manager} add`, ...missing].join(' ');
	const install = missing.length > 0 ? add : `${manager} install`;
	const isInstalled =
		missing.length === 0 && needed.every((name) => existsSync(join(folder, 'node_modules', name)));
	const enter = folder === '.' ? [] : [`cd ${folder}`];
	const steps = [
		...enter,
		...(isInstalled ? [] : [install]),
		...edits,
		`${manager === 'npm' ? 'npx' : manager} astro dev`,
	];
	const lines = ['Next:', ...steps.map((step) => `  ${step}`)];
	const code = left.filter((path) => path.endsWith('.astro'));
	if (code.length > 0)
		lines.unshift(
			`Left as they are, and perhaps without fields that the space has now: ${named(code)}. To compare one with what create-slugline would write, rename it and run create-slugline again.`,
		);
	const config = files.find(({ path }) => isContentConfig(path))?.text ?? '';
	const collections = config.match(/\b\w+: defineCollection\(.*\)/g)?.join(', ');
	for (const path of left.filter(isContentConfig))
		lines.unshift(
			`Add to the collections of ${path}: ${collections}, with the loaders from 'astro-slugline/loaders'`,
		);
	for (const path of left.filter((path) => configs.includes(path)))
		lines.unshift(`Add to the integrations of ${path}: ${call}, with slugline from 'astro-slugline'`);
	return lines;
}
