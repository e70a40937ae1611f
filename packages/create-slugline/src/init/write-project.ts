import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { type Prompts, readOrNull } from 'astro-slugline/command';
import { realPathIn } from '../source/real-path.js';
import { addIntegration } from './add-integration.js';
import type { ProjectFile } from './project-files.js';

export interface WriteReport {
	written: string[];
	changed: string[];
	unchanged: string[];
	/** Existing files with other content. */
	left: string[];
	/** The old and the new name of the page that would hide the home story, if it was moved. */
	movedIndex?: string;
	/** Files that are not written, because a link leads to another place. */
	linked: string[];
}

export interface Project {
	files: readonly ProjectFile[];
	/** The folder that is `src` in most projects. */
	sourceFolder: string;
	environment: Readonly<Record<string, string>>;
	call: string;
}

/** Other names of configs. */
export const configs = ['mjs', 'ts', 'js', 'mts', 'cjs'].map((extension) => `astro.config.${extension}`);
const contentConfig = /\bcontent\.config\.ts$/;

/** Files that most projects already have, with the text that they need. Existing ones are left alone without asking. */
const ofProject: Readonly<Record<string, string>> = {
	'package.json': '"astro-slugline"',
	...{ 'tsconfig.json': '', '.gitignore': '' },
};

/**
 * Writes the missing files of a project. Existing files are only replaced if the user confirms it. slugline() is added to a config
 * that lacks it.
 */
export async function writeProject(
	root: string,
	{ files, sourceFolder, environment, call }: Project,
	prompts: Prompts | undefined,
): Promise<WriteReport> {
	const report: WriteReport = { written: [], changed: [], unchanged: [], left: [], linked: [] };
	await mkdir(root, { recursive: true });
	if (files.some(({ path }) => path.startsWith('src/pages/')))
		await moveIndex(root, `${sourceFolder}/pages`, report, prompts);
	for (const { path: usual, text } of files) {
		const path = sameFile(root, posix.join(usual.replace(/^src(?=\/)/, () => sourceFolder)));
		const there = await readOrNull(join(root, path));
		const isConfig = there !== null && configs.includes(path);
		const wanted = isConfig ? await addIntegration(path, there, call) : text;
		const needed = ofProject[path] ?? (contentConfig.test(usual) ? 'astro-slugline/loaders' : undefined);
		const mayWrite = async () =>
			there === null ||
			isConfig ||
			(ofProject[path] === undefined &&
				(await prompts?.confirm(`${path} is there and says something else. Replace it?`)));
		if (wanted === there) report.unchanged.push(path);
		else if (wanted !== undefined && (await mayWrite()))
			await write(root, path, wanted, report, there === null ? 'written' : 'changed');
		else (needed !== undefined && there?.includes(needed) ? report.unchanged : report.left).push(path);
	}
	if (Object.keys(environment).length > 0) await writeEnvironment(root, environment, report);
	return report;
}

/**
 * Renames the index page of Astro's templates, which would hide the home story, to one that Astro does not build. Not in a project
 * that shows stories already, whose index page is meant.
 */
async function moveIndex(root: string, folder: string, report: WriteReport, prompts?: Prompts) {
	const path = posix.join(folder, 'index.astro');
	const moved = posix.join(folder, '_index.astro');
	const isThere = (page: string) => existsSync(join(root, page));
	if (realPathIn(root, path) !== path || !isThere(path) || isThere(moved)) return;
	if (isThere(posix.join(folder, '[...path].astro'))) return;
	const question = `${path} hides the home page of the space. Rename it to ${moved}, which Astro does not build?`;
	if (prompts && !(await prompts.confirm(question))) return;
	await rename(join(root, path), join(root, moved));
	report.movedIndex = `${path} to ${moved}`;
}

/** The existing file with the same purpose, because a config can have several names. */
function sameFile(root: string, path: string): string {
	const names = configs.includes(path)
		? configs
		: ['ts', 'mts', 'js', 'mjs'].map((extension) =>
				path.replace(contentConfig, `content.config.${extension}`),
			);
	return names.find((name) => existsSync(join(root, name))) ?? path;
}

/** Adds variables to `.env`, and makes Git ignore it. Variables that the file already sets are not changed. */
async function writeEnvironment(
	root: string,
	environment: Readonly<Record<string, string>>,
	report: WriteReport,
): Promise<void> {
	const ignored = await readOrNull(join(root, '.gitignore'));
	if (ignored !== null && !/^\/?\.env\s*$/m.test(ignored)) {
		await write(root, '.gitignore', `${ignored.replace(/\n?$/, '\n')}.env\n`, report, 'changed');
	}
	const there = await readOrNull(join(root, '.env'));
	const lines = Object.entries(environment)
		.filter(([name]) => !new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`, 'm').test(there ?? ''))
		.map(([name, value]) => `${name}=${value}\n`);
	if (lines.length === 0) return;
	const text = `${there?.replace(/([^\n])$/, '$1\n') ?? ''}${lines.join('')}`;
	await write(root, '.env', text, report, there === null ? 'written' : 'changed', 0o600);
}

/**
 * Writes a file, unless it is behind a link: within the folder, one may lead to files that are published.
 *
 * @param mode permissions of a new file; a file with a secret is readable only by its owner
 */
async function write(
	root: string,
	path: string,
	text: string,
	report: WriteReport,
	result: 'written' | 'changed',
	mode = 0o666,
): Promise<void> {
	if (realPathIn(root, path) !== path) {
		report.linked.push(path);
		return;
	}
	await mkdir(dirname(join(root, path)), { recursive: true });
	await writeFile(join(root, path), text, { mode });
	report[result].push(path);
}
