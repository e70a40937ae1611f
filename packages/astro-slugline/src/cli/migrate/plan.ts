import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { addIntegration } from '../init/add-integration.js';
import { migrateConfig } from './config-edits.js';
import { editSource, type Note } from './edited-source.js';
import { migrateLoaders } from './loader-edits.js';
import { migrateModule } from './module-edits.js';
import { migratePackage } from './package-edits.js';

/** A file and its new content. */
export interface Change {
	path: string;
	before: string;
	after: string;
}

/** The changes of a migration, and what is left to do. */
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
	const manifest = await readFile(join(root, 'package.json'), 'utf8').catch(() => undefined);
	const usesLoader = manifest?.includes('"astro-loader-storyblok"') === true;
	const hasVendor = manifest?.includes('"@storyblok/') === true;
	for (const path of await sources(root)) {
		const before = await readFile(join(root, path), 'utf8');
		// Most files do not use these packages, so they are not parsed.
		const concerns = /storyblok|\.filename\b|cached_url/i.test(before) || (usesLoader && config.test(path));
		if (!concerns) continue;
		if (!code.test(path)) {
			plan.left.push(...importsIn(path, before, []));
			continue;
		}
		const source = await editSource(path, before);
		if (!source) {
			plan.left.push({ path, line: 1, what: 'the file cannot be parsed' });
			continue;
		}
		let after: string | undefined;
		if (config.test(path)) {
			after = migrateConfig(source, existsSync(join(root, 'src/storyblok')));
			if (usesLoader && !hasVendor) {
				const added: string | undefined = await addIntegration(path, after, 'slugline()');
				if (added === undefined) plan.left.push({ path, line: 1, what: 'add slugline() to `integrations`' });
				after = added;
			}
		} else if (/from\s*['"]astro-loader-storyblok/.test(before)) {
			after = migrateLoaders(source);
			source.note(
				source.left,
				source.parsed.nodes[0] ?? { type: '', start: 0, end: 0 },
				'set SLUGLINE_TOKEN to the access token, and pass a region to slugline({ region })',
			);
		} else after = migrateModule(source);
		if (after !== undefined && after !== before) plan.changes.push({ path, before, after });
		plan.left.push(...source.left, ...importsIn(path, after ?? before, source.left));
		plan.working.push(...source.working);
	}
	if (manifest !== undefined) {
		const after = migratePackage(manifest);
		if (after !== undefined && after !== manifest)
			plan.changes.push({ path: 'package.json', before: manifest, after });
	}
	return plan;
}

/** What a file still imports from the replaced packages, except for names that are already noted. */
function importsIn(path: string, text: string, noted: readonly Note[]): Note[] {
	if (noted.some(({ what }) => what.endsWith('has no counterpart'))) return [];
	return text.split('\n').flatMap((line, at) => {
		const [, name] =
			/['"](@storyblok\/(?:astro|js)|astro-loader-storyblok)(?:\/[^'"]*)?['"]/.exec(line) ?? [];
		return name === undefined ? [] : [{ path, line: at + 1, what: `it still imports \`${name}\`` }];
	});
}

/** The config, and all code in `src`. */
async function sources(root: string): Promise<string[]> {
	const top = (await readdir(root)).filter((name) => config.test(name));
	const folder = join(root, 'src');
	const files = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : [];
	const inside = files
		.filter((entry) => entry.isFile() && (code.test(entry.name) || other.test(entry.name)))
		.map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
		.filter((path) => !path.includes('/node_modules/'));
	return [...top, ...inside.sort()];
}
