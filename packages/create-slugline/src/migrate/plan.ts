import { readFile } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import { isSupportedAstro, supportedAstro } from 'astro-keep/shared/node/astro-version';
import { addIntegration } from '../init/add-integration.js';
import { faultIn } from '../source/parse-code.js';
import { type EditedSource, editSource, type Note } from './edited-source.js';
import { isConfig, redirectImports } from './imports.js';
import { replaceIntegration } from './integration.js';
import { migrateLoaders } from './loader-edits.js';
import { migratePackage } from './package-edits.js';
import { readUtf8, siteFiles } from './site-files.js';
import { noteStoredUrls } from './stored-urls.js';

export interface Change {
	path: string;
	before: string;
	after: string;
}

export interface Plan {
	changes: Change[];
	left: Note[];
	working: Note[];
}

const code = /\.(?:astro|svelte|vue|[cm]?[jt]sx?)$/;
/** Files that may import, too, and are not changed. */
const other = /\.mdx$/;

/** The packages that are replaced, where a file imports them or names them otherwise. */
const replaced = /['"](@storyblok\/(?:astro|js)|astro-loader-storyblok)(?:\/[^'"]*)?['"]/;

/** Plans the migration of the site in a folder, without writing anything. */
export async function planMigration(root: string): Promise<Plan> {
	const { paths, links } = await siteFiles(root);
	const plan: Plan = { changes: [], left: [], working: [] };
	const texts = new Map<string, string>();
	for (const path of paths.filter((one) => code.test(one) || other.test(one) || isManifest(one))) {
		const text = await readUtf8(join(root, path));
		if (text !== undefined) texts.set(path, text);
		else if (code.test(path)) {
			plan.left.push(noteOn(path, 'the file is not UTF-8, and stays as it is'));
			plan.left.push(...stillIn(path, await readFile(join(root, path), 'latin1')));
		}
	}
	const site = siteOf(texts);
	for (const [path, text] of texts)
		if (!isManifest(path)) await addChange(plan, path, text, (given) => planCode(path, given, site, plan));
	for (const [path, text] of texts)
		if (isManifest(path)) await addChange(plan, path, text, (given) => planManifest(path, given, plan));
	if (plan.changes.length > 0) await noteRest(plan, texts, links);
	return plan;
}

const isManifest = (path: string): boolean => basename(path) === 'package.json';

/** What the files of a site know of each other. */
interface Site {
	/** The names of all packages in files named package.json, in quotes. */
	manifests: string;
	paths: readonly string[];
	/** True for a site of astro-loader-storyblok, where slugline() takes no other integration's place. */
	addsSlugline: boolean;
}

function siteOf(texts: ReadonlyMap<string, string>): Site {
	const paths = [...texts.keys()];
	const manifests = paths
		.filter(isManifest)
		.map((path) => texts.get(path) ?? '')
		.join('\n');
	const addsSlugline =
		manifests.includes('"astro-loader-storyblok"') && !manifests.includes('"@storyblok/astro"');
	return { manifests, paths, addsSlugline };
}

/** Adds what a file becomes. Its byte order mark and its line breaks stay. */
async function addChange(
	plan: Plan,
	path: string,
	before: string,
	edit: (text: string) => Promise<string | undefined>,
): Promise<void> {
	const [mark, body] = before.startsWith('\uFEFF') ? ['\uFEFF', before.slice(1)] : ['', before];
	const isOfWindows = body.includes('\r\n') && !/[^\r]\n/.test(body);
	const text = isOfWindows ? body.replaceAll('\r\n', '\n') : body;
	const after = await edit(text);
	if (after === undefined || after === text) return;
	plan.changes.push({ path, before, after: mark + (isOfWindows ? after.replaceAll('\n', '\r\n') : after) });
}

async function planManifest(path: string, text: string, plan: Plan): Promise<string | undefined> {
	if (!replaced.test(text)) return undefined;
	const after = await migratePackage(text, neededIn(plan));
	plan.left.push(...stillIn(path, after ?? text));
	if (after === undefined) plan.left.push(noteOn(path, 'the file is not valid JSON'));
	// A range that begins with `^` includes the newest version of its major one.
	const found = /"astro":\s*"(?:\^(\d+)|~?(\d+\.\d+))/.exec(text);
	if (found && !isSupportedAstro(found[2] ?? `${found[1]}.999`)) {
		const what = `Slugline needs ${supportedAstro}: run \`npx @astrojs/upgrade\` first`;
		plan.left.push(noteOn(path, what, lineAt(text, found.index)));
	}
	return after;
}

const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length;

/** A place in a file, its first line unless given. */
const noteOn = (path: string, what: string, line = 1): Note => ({ path, line, what });

/** The new text of a file of code, and what is left to do in it; undefined if the file stays as it is. */
async function planCode(path: string, text: string, site: Site, plan: Plan): Promise<string | undefined> {
	const adds = site.addsSlugline && isConfig(path);
	// Most files do not use these packages, so they are not parsed.
	if (!adds && !/cached_url|storyblok/.test(text)) return undefined;
	plan.left.push(...broughtIn(path, text, site));
	const attempt = async (translates: boolean) => {
		const source = code.test(path) ? await editSource(path, text) : undefined;
		const after = source && (await edited(source, site, { adds, translates }));
		return { source, after, fault: code.test(path) ? await faultIn(path, after ?? text) : undefined };
	};
	const first = await attempt(true);
	// Without a translation of options, nothing but sources of imports changes.
	const { source, after, fault } = first.fault && first.after !== undefined ? await attempt(false) : first;
	if (fault) {
		const why =
			after === undefined
				? 'cannot be parsed, and stays as it is'
				: 'is unchanged, because it would not compile after the edit';
		plan.left.push(noteOn(path, `the file ${why}: ${fault.words}`, fault.line), ...stillIn(path, text));
		return undefined;
	}
	plan.left.push(...(source?.left ?? []), ...stillIn(path, after ?? text));
	plan.working.push(...(source?.working ?? []));
	return after;
}

async function edited(
	source: EditedSource,
	site: Site,
	{ adds, translates }: { adds: boolean; translates: boolean },
): Promise<string> {
	if (/['"]astro-loader-storyblok/.test(source.text)) return migrateLoaders(source);
	if (adds) {
		const after = await addIntegration(source.path, source.text, 'slugline()');
		if (after === undefined) source.left.push(noteOn(source.path, 'add slugline() to `integrations`'));
		return after ?? source.text;
	}
	const own = translates
		? replaceIntegration(source, (folder) => componentsIn(site, source.path, folder))
		: undefined;
	redirectImports(source, own);
	noteStoredUrls(source);
	return source.edits.toString();
}

/** The paths of the components in a folder of the Astro project that a file belongs to. */
function componentsIn({ paths }: Site, path: string, folder: string): string[] {
	const isProject = (one: string) => paths.some((file) => posix.dirname(file) === one && isConfig(file));
	let project = dirname(path);
	while (project !== '.' && !isProject(project)) project = dirname(project);
	const whole = `${posix.join(project, folder)}/`;
	return paths
		.filter((one) => one.startsWith(whole) && /\.(?:astro|svelte|vue|[jt]sx)$/.test(one))
		.map((one) => one.slice(whole.length));
}

/** The places where a file still names a replaced package. */
const stillIn = (path: string, text: string): Note[] =>
	text.split('\n').flatMap((line, at) => {
		const name = replaced.exec(line)?.[1];
		return name === undefined ? [] : [noteOn(path, `it still names \`${name}\``, at + 1)];
	});

/** The imports of packages that the replaced one has brought along, if package.json does not name them. */
function broughtIn(path: string, text: string, { manifests }: Site): Note[] {
	const found = text.matchAll(/['"](storyblok-js-client|@storyblok\/(?!astro\b|js\b)[\w-]+)['"]/g);
	return [...found].flatMap(({ 1: name, index }) => {
		if (manifests.includes(`"${name}"`)) return [];
		const asks =
			name === 'storyblok-js-client' ? '. It asks the service in every build, beside the sync' : '';
		const what = `\`${name}\` came with the replaced package: add it to package.json${asks}`;
		return [noteOn(path, what, lineAt(text, index))];
	});
}

/** Says what is not changed, although the site is: links, components that do not compile, and packages named elsewhere. */
async function noteRest(
	plan: Plan,
	texts: ReadonlyMap<string, string>,
	links: readonly string[],
): Promise<void> {
	for (const [path, text] of texts) {
		const isKnown = plan.left.some((note) => note.path === path && note.what.startsWith('the file'));
		const fault = path.endsWith('.astro') && !isKnown ? await faultIn(path, text) : undefined;
		if (fault) plan.left.push(noteOn(path, `the file cannot be parsed: ${fault.words}`, fault.line));
	}
	for (const path of links)
		plan.left.push(
			noteOn(path, 'a link out of this folder, or to what Git ignores: what it leads to stays as it is'),
		);
	const after = new Map([...texts, ...plan.changes.map((change) => [change.path, change.after] as const)]);
	const has = (name: RegExp, isMeant = (_path: string) => true) =>
		[...after].some(([path, text]) => isMeant(path) && name.test(text));
	if (!has(/['"]astro-slugline(?:\/compat\/config)?['"]/, (path) => code.test(path)))
		plan.left.push(noteOn('astro.config.mjs', 'add slugline() to `integrations`'));
	if (!has(/"astro-slugline"/, isManifest))
		plan.left.push(
			noteOn('package.json', `add astro-slugline to its dependencies, and remove the vendor's package`),
		);
	for (const name of neededIn(plan))
		if (!has(new RegExp(`"${name}"`), isManifest))
			plan.left.push(noteOn('package.json', `\`${name}\` came with the replaced package: add it`));
}

/** The replaced packages that files still name. */
const neededIn = ({ left }: Plan): Set<string> =>
	new Set(left.flatMap(({ what }) => /^it still names `(.*)`$/.exec(what)?.[1] ?? []));
