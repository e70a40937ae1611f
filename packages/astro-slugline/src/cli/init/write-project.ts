import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Prompts } from '../terminal.js';
import { addIntegration } from './add-integration.js';
import type { ProjectFile } from './project-files.js';

/** What was done with each file, by its path in the project. */
export interface WriteReport {
	written: string[];
	changed: string[];
	unchanged: string[];
	/** Files that are there and say something else. */
	left: string[];
}

export interface Project {
	files: readonly ProjectFile[];
	/** Variables for `.env`. */
	environment: Readonly<Record<string, string>>;
	/** The call of slugline() for a config that is there. */
	call: string;
}

/** Other names that a config may have. */
const configs = ['mjs', 'ts', 'js', 'mts', 'cjs'].map((extension) => `astro.config.${extension}`);
const contentConfigs = ['ts', 'mts', 'js', 'mjs'].map((extension) => `src/content.config.${extension}`);

/** Files that projects usually have already, in their own form. No question is asked about an existing one. */
const ofProject = new Set(['package.json', 'tsconfig.json', '.gitignore']);

/**
 * Writes the files of a project that are not there yet. A file that is there is left as it is, unless the person says to
 * replace it; slugline() is added to a config that lacks it.
 */
export async function writeProject(
	root: string,
	{ files, environment, call }: Project,
	prompts: Prompts | undefined,
): Promise<WriteReport> {
	const report: WriteReport = { written: [], changed: [], unchanged: [], left: [] };
	for (const { path: usual, text } of files) {
		const path = sameFile(root, usual);
		const there = await read(join(root, path));
		if (there === undefined) {
			await write(join(root, path), text);
			report.written.push(path);
		} else if (there === text) report.unchanged.push(path);
		else if (configs.includes(path)) await changeConfig(root, path, there, call, report);
		else if (
			!ofProject.has(path) &&
			(await prompts?.confirm(`${path} is there and says something else. Replace it?`))
		) {
			await write(join(root, path), text);
			report.changed.push(path);
		} else if (ofProject.has(path) && path !== 'package.json') report.unchanged.push(path);
		else if (path === 'package.json' && /"astro-slugline"/.test(there)) report.unchanged.push(path);
		else if (contentConfigs.includes(path) && /astro-slugline\/loaders/.test(there))
			report.unchanged.push(path);
		else report.left.push(path);
	}
	if (Object.keys(environment).length > 0) await writeEnvironment(root, environment, report);
	return report;
}

/** The file that a project has in the place of another: a config may have several names. */
function sameFile(root: string, path: string): string {
	const names = configs.includes(path) ? configs : contentConfigs.includes(path) ? contentConfigs : [path];
	return names.find((name) => existsSync(join(root, name))) ?? path;
}

async function changeConfig(
	root: string,
	path: string,
	there: string,
	call: string,
	report: WriteReport,
): Promise<void> {
	const changed = await addIntegration(path, there, call);
	if (changed === undefined) report.left.push(path);
	else if (changed === there) report.unchanged.push(path);
	else {
		await write(join(root, path), changed);
		report.changed.push(path);
	}
}

/** Adds variables to `.env`, which Git then ignores. What the file says of them already stays. */
async function writeEnvironment(
	root: string,
	environment: Readonly<Record<string, string>>,
	report: WriteReport,
): Promise<void> {
	const ignored = await read(join(root, '.gitignore'));
	if (ignored !== undefined && !/^\/?\.env\s*$/m.test(ignored)) {
		await write(join(root, '.gitignore'), `${ignored.replace(/\n?$/, '\n')}.env\n`);
		report.changed.push('.gitignore');
	}
	const there = await read(join(root, '.env'));
	const lines = Object.entries(environment)
		.filter(([name]) => !new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`, 'm').test(there ?? ''))
		.map(([name, value]) => `${name}=${value}\n`);
	if (lines.length === 0) return;
	await write(join(root, '.env'), `${there?.replace(/([^\n])$/, '$1\n') ?? ''}${lines.join('')}`, 0o600);
	(there === undefined ? report.written : report.changed).push('.env');
}

async function read(path: string): Promise<string | undefined> {
	try {
		return await readFile(path, 'utf8');
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
		throw error;
	}
}

/** @param mode of a new file; one with a secret is for its owner alone */
async function write(path: string, text: string, mode = 0o666): Promise<void> {
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, text, { mode });
}
