import { existsSync, readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isSupportedAstro, supportedAstro } from 'astro-keep/shared/node/astro-version';
import { isNode, listOf } from 'astro-keep/shared/syntax-nodes';
import { addIntegration, configOf } from '../init/add-integration.js';
import { faultIn, parseCode } from '../source/parse-code.js';
import { realPathIn } from '../source/real-path.js';
import { migrateConfig } from './config-edits.js';
import { editSource, type Note, propertyOf } from './edited-source.js';
import { filesOfGit } from './git.js';
import { migrateLoaders } from './loader-edits.js';
import { migrateModule, vendor } from './module-edits.js';
import { namedImports } from './namespaces.js';
import { migratePackage } from './package-edits.js';

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

const code = /\.(?:astro|[cm]?[jt]sx?)$/;
/** Files that may import, too, and are not changed. */
const other = /\.(?:vue|svelte|mdx)$/;
const config = /^astro\.config\.[cm]?[jt]s$/;

/** Plans the migration of the site in a folder, without writing anything. */
export async function planMigration(root: string): Promise<Plan> {
	const plan: Plan = { changes: [], left: [], working: [] };
	const listed = await filesOfGit(root);
	const own = (path: string): string | undefined => {
		const real = realPathIn(root, path);
		return real !== undefined && (listed?.has(real) ?? true) ? real : undefined;
	};
	const tops = (await readdir(root)).filter((name) => name === 'package.json' || config.test(name));
	const ownTops = tops.filter((name) => own(name) === name);
	for (const path of tops.filter((name) => !ownTops.includes(name)))
		plan.left.push(noteOn(path, 'Git ignores the file, or it is a link'));
	const manifest = ownTops.includes('package.json')
		? await readFile(join(root, 'package.json'), 'utf8')
		: undefined;
	const usesLoader = manifest?.includes('"astro-loader-storyblok"') === true;
	const add = (path: string, before: string, after: string | undefined): void => {
		if (after !== undefined && after !== withLineFeeds(before))
			plan.changes.push({ path, before, after: withLineBreaksOf(before, after) });
	};
	const configs = ownTops.filter((name) => config.test(name));
	const folder = realPathIn(root, await sourceFolder(root, configs));
	if (folder === undefined)
		plan.left.push(noteOn(configs[0] ?? 'src', 'the source folder is outside of this folder'));
	const modules = folder === undefined ? [] : await modulesIn(root, folder);
	// Parts of the config, which lie beside the source.
	const others = new Set([...ownTops, ...modules]);
	const parts = [...(listed ?? [])].filter((path) => code.test(path) && !others.has(path));
	const site: MigratedSite = {
		componentsIn: (path) => componentsIn(join(root, path)),
		isConfig: (path) => config.test(path) || parts.includes(path),
		usesLoader,
		addsSlugline: usesLoader && manifest?.includes('"@storyblok/') !== true,
	};
	/** What Astro's compiler says of components that use none of these packages. */
	const unused: Note[] = [];
	for (const path of new Set([...configs, ...[...parts, ...modules].flatMap((path) => own(path) ?? [])])) {
		const before = await readFile(join(root, path), 'utf8');
		const text = withLineFeeds(before);
		// Most files do not use these packages, so they are not parsed.
		const concerns = parts.includes(path)
			? /['"]@storyblok\/astro['"]/.test(text)
			: /storyblok|\.filename\b|cached_url/i.test(text) || (usesLoader && config.test(path));
		if (!concerns) {
			if (path.endsWith('.astro') && !parts.includes(path)) unused.push(...(await unparsed(path, text)));
			continue;
		}
		plan.left.push(...clientIn(path, text, manifest));
		if (code.test(path)) add(path, before, await planFile(path, text, site, plan));
		else plan.left.push(...importsIn(path, text, []));
	}
	if (plan.changes.length > 0)
		plan.left.push(...unused, ...(manifest === undefined ? [] : oldAstro(manifest)));
	if (manifest !== undefined) add('package.json', manifest, migratePackage(withLineFeeds(manifest)));
	return plan;
}

/** What is left to do for a site whose package.json asks for an older Astro. */
function oldAstro(manifest: string): Note[] {
	// A range that begins with `^` includes the newest version of its major one.
	const found = /"astro":\s*"(?:\^(\d+)|~?(\d+\.\d+))/.exec(manifest);
	if (!found || isSupportedAstro(found[2] ?? `${found[1]}.999`)) return [];
	const line = manifest.slice(0, found.index).split('\n').length;
	return [
		noteOn('package.json', `Slugline needs ${supportedAstro}: run \`npx @astrojs/upgrade\` first`, line),
	];
}

/** A place in a file, its first line unless given. */
const noteOn = (path: string, what: string, line = 1): Note => ({ path, line, what });

/** What is left to do for a file that Astro's compiler cannot read; nothing for any other. */
async function unparsed(path: string, text: string): Promise<Note[]> {
	const fault = await faultIn(path, text);
	return fault ? [noteOn(path, `the file cannot be parsed: ${fault.words}`, fault.line)] : [];
}

/** What decides how the files of a site are changed. */
interface MigratedSite {
	/** The components in a folder of the site, where the vendor's integration finds them by name. */
	componentsIn(path: string): string[];
	/** True for astro.config, and for other files outside of the source folder. */
	isConfig(path: string): boolean;
	/** True for a site of astro-loader-storyblok. */
	usesLoader: boolean;
	/** True if slugline() takes no other integration's place. */
	addsSlugline: boolean;
}

/** The new text of a file of code, and what is left to do in it; undefined if the file stays as it is. */
async function planFile(
	path: string,
	before: string,
	site: MigratedSite,
	plan: Plan,
): Promise<string | undefined> {
	const parsed = await editSource(path, before);
	const named = parsed && namedImports(parsed, vendor);
	const source = named === undefined ? parsed : await editSource(path, named);
	if (!source) {
		plan.left.push(...(await unparsed(path, before)));
		return undefined;
	}
	let after: string | undefined;
	if (site.isConfig(path)) {
		after = migrateConfig(source, site.componentsIn);
		if (site.addsSlugline && config.test(path)) {
			after = await addIntegration(path, after, 'slugline()');
			if (after === undefined) plan.left.push(noteOn(path, 'add slugline() to `integrations`'));
		}
	} else if (/from\s*['"]astro-loader-storyblok/.test(before)) {
		after = migrateLoaders(source);
		source.leave(
			source.parsed.nodes[0] ?? { type: '', start: 0, end: 0 },
			'set SLUGLINE_TOKEN to the access token, and pass a region to slugline({ region })',
		);
	} else after = migrateModule(source);
	const fault = after === undefined ? undefined : await faultIn(path, after);
	if (fault) {
		plan.left.push(
			noteOn(
				path,
				`the file is unchanged, because it would not compile after the edit: ${fault.words}`,
				fault.line,
			),
		);
		return undefined;
	}
	plan.left.push(...source.left, ...importsIn(path, after ?? before, source.left));
	plan.working.push(...source.working);
	return after;
}

/** A text with the line breaks of Unix, if all of its own are those of Windows. */
const withLineFeeds = (text: string): string => (isOfWindows(text) ? text.replaceAll('\r\n', '\n') : text);

const withLineBreaksOf = (given: string, text: string): string =>
	isOfWindows(given) ? text.replaceAll('\n', '\r\n') : text;

const isOfWindows = (text: string): boolean => text.includes('\r\n') && !/[^\r]\n/.test(text);

/** What a file still imports from the replaced packages, except for names that are already noted. */
function importsIn(path: string, text: string, noted: readonly Note[]): Note[] {
	if (noted.some(({ what }) => what.endsWith('has no counterpart'))) return [];
	return text.split('\n').flatMap((line, at) => {
		const [, name] =
			/['"](@storyblok\/(?:astro|js)|astro-loader-storyblok)(?:\/[^'"]*)?['"]/.exec(line) ?? [];
		return name === undefined ? [] : [noteOn(path, `it still imports \`${name}\``, at + 1)];
	});
}

/** The import of a client that the replaced package has brought along, if package.json does not name it. */
function clientIn(path: string, text: string, manifest = ''): Note[] {
	const at = text.search(/['"]storyblok-js-client['"]/);
	if (at < 0 || manifest.includes('"storyblok-js-client"')) return [];
	const what =
		'`storyblok-js-client` came with the replaced package: add it to package.json. It asks the service in every build, beside the sync';
	return [noteOn(path, what, text.slice(0, at).split('\n').length)];
}

/** The folder that `srcDir` in astro.config names. */
async function sourceFolder(root: string, configs: readonly string[]): Promise<string> {
	for (const name of configs) {
		const parsed = await parseCode(name, await readFile(join(root, name), 'utf8'));
		const value = parsed?.program && propertyOf(configOf(parsed.program), 'srcDir')?.['value'];
		if (!isNode(value)) continue;
		const [quasi] = listOf(value['quasis']);
		const folder = value['value'] ?? (quasi?.['value'] as { cooked?: unknown } | undefined)?.cooked;
		if (typeof folder === 'string') return folder;
	}
	return 'src';
}

/** The paths of the components in a folder and its subfolders, sorted; none if there is no such folder. */
function componentsIn(folder: string): string[] {
	const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
	return files
		.filter((file) => file.endsWith('.astro'))
		.map((file) => file.split(sep).join('/'))
		.sort();
}

/** All code in the source folder, without following links. */
async function modulesIn(root: string, folder: string): Promise<string[]> {
	const whole = join(root, folder);
	const files = existsSync(whole) ? await readdir(whole, { recursive: true, withFileTypes: true }) : [];
	return files
		.filter((entry) => entry.isFile() && (code.test(entry.name) || other.test(entry.name)))
		.map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
		.filter((path) => !path.includes('/node_modules/'))
		.sort();
}
