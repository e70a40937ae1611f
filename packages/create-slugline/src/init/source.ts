import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { trimEndSlashes } from 'astro-keep/shared/text/slashes';
import type { Region } from 'astro-slugline/client';
import {
	type Prompts,
	readEnvFiles,
	readOrNull,
	readService,
	type Terminal,
	UsageError,
} from 'astro-slugline/command';
import { otherLanguagesOf } from './add-integration.js';
import { demoFiles, emptyFiles } from './demo.js';
import type { ProjectFile } from './project-files.js';
import { configs } from './write-project.js';

/** Where the content of a new site comes from. */
export type InitSource = {
	/** The files of the demo, or of an empty space; none for content that is there. */
	files: readonly ProjectFile[];
} & (
	| { kind: 'folder'; folder: string }
	| {
			kind: 'service';
			token: string;
			region?: Region | undefined;
			baseUrl?: string | undefined;
			/** True if no variable and no file contains the token yet. */
			isTyped: boolean;
	  }
);

interface Values {
	token?: string;
	region?: string;
	'base-url'?: string;
	space?: string;
	demo?: boolean;
	empty?: boolean;
}

/**
 * Finds out where the content comes from: from the options, or else from what exists, or else by asking.
 *
 * @param root the project's folder
 * @throws {UsageError} if there is no source, or more than one
 */
export async function findSource(
	root: string,
	values: Values,
	{ env }: Pick<Terminal, 'env'>,
	prompts: Prompts | undefined,
): Promise<InitSource> {
	const { demo, empty, space, token } = values;
	if ([demo, empty, space, token].filter(Boolean).length > 1)
		throw new UsageError(
			'--demo, --empty, --space, and --token say where the content comes from. Give one of them.',
		);
	if (demo) return written(await demoFiles());
	if (empty) return emptySpace(root);
	if (space !== undefined) return folderOf(root, space);
	const own = { ...readEnvFiles(root), ...env };
	const service = readService(values, { env: own });
	if (service.token)
		return { kind: 'service', ...service, token: service.token, isTyped: token !== undefined, files: [] };
	if (existsSync(join(root, 'space/space.yaml'))) return folderOf(root, 'space');
	if (!prompts)
		throw new UsageError(
			'There is no space to start from. Give --token or SLUGLINE_TOKEN, a folder with --space, --demo, or --empty.',
		);
	const choice = await prompts.choose('Where does the content come from?', [
		['token', 'A space of the service: I have an access token'],
		['demo', 'A small demo site, with its space in ./space'],
		['empty', 'A space with one page in ./space'],
		['folder', 'A folder of Markdown and YAML that I have'],
	]);
	if (choice === 'demo') return written(await demoFiles());
	if (choice === 'empty') return emptySpace(root);
	if (choice === 'folder') return folderOf(root, await prompts.text('Which folder?', './space'));
	const typed = (await prompts.secret('Access token of the space, from its settings')).trim();
	return { kind: 'service', ...service, token: typed, isTyped: true, files: [] };
}

const written = (files: readonly ProjectFile[]): InitSource => ({ kind: 'folder', folder: 'space', files });

/** A space with one page, in the languages of the site. */
async function emptySpace(root: string): Promise<InitSource> {
	const config = configs.find((name) => existsSync(join(root, name)));
	const text = config && (await readOrNull(join(root, config)));
	return written(emptyFiles(text ? await otherLanguagesOf(config, text) : []));
}

/** @throws {UsageError} if the project has no such folder */
function folderOf(root: string, given: string): InitSource {
	const folder = trimEndSlashes(given.replaceAll('\\', '/')).replace(/^(?:\.\/)+/, '');
	if (existsSync(join(root, folder, 'space.yaml'))) return { kind: 'folder', folder, files: [] };
	throw new UsageError(
		`${given} is not the folder of a space: there is no space.yaml in it. Write one with a \`name\`, or begin with --demo.`,
	);
}
