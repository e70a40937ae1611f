import { createHash } from 'node:crypto';
import type { AstroConfig, AstroIntegrationLogger } from 'astro';
import { replaceFile } from '../shared/node/replace-file.js';
import type { OutputFile, OutputRecord } from './output-record.js';
import { type HookOf, runHooks } from './run-hooks.js';
import { pathFrom, type SearchedOutput } from './search.js';

/** What is different in the folder that visitors get. Paths are below that folder, with slashes. */
export interface ChangedFiles {
	/** Names the output of this build by its content. */
	id: string;
	/** The `id` of the output that it is compared with; null if no earlier one is known, so that every file is new. */
	previous: string | null;
	new: string[];
	changed: string[];
	gone: string[];
}

/** What the hook `keep:files` gets. */
export interface BuiltFilesHook extends ChangedFiles {
	/** The folder that visitors get. */
	dir: URL;
	logger: AstroIntegrationLogger;
}

/**
 * Reports what a build changed to the hooks of integrations and in a file, and records that it has finished.
 *
 * @param to the hook, and the file
 */
export async function reportFiles(
	config: Pick<AstroConfig, 'integrations' | 'outDir'>,
	dir: URL,
	{ previous, files, finish }: SearchedOutput,
	logger: AstroIntegrationLogger,
	to: { hookOf: HookOf<Omit<BuiltFilesHook, 'logger'>>; file: URL },
): Promise<void> {
	const changes = changesOf(files, previous, pathFrom(config.outDir, dir));
	if (changes.id !== changes.previous) {
		await runHooks(config, logger, to.hookOf, () => ({ ...changes, dir }));
		await replaceFile(to.file, `${JSON.stringify(changes, null, '\t')}\n`);
	}
	finish(changes.id);
}

function changesOf(all: Files, previous: OutputRecord | undefined, folder: string): ChangedFiles {
	const before = served(previous?.files ?? new Map(), folder);
	const now = served(all, folder);
	const isChanged = (path: string, [, digest]: OutputFile) => (before.get(path)?.[1] ?? digest) !== digest;
	const lists = {
		new: [...now.keys()].filter((path) => !before.has(path)).sort(),
		changed: [...now].flatMap(([path, file]) => (isChanged(path, file) ? [path] : [])).sort(),
		gone: [...before.keys()].filter((path) => !now.has(path)).sort(),
	};
	const isSame = previous !== undefined && Object.values(lists).every(({ length }) => length === 0);
	return { id: isSame ? previous.id : idOf(now), previous: previous?.id ?? null, ...lists };
}

type Files = OutputRecord['files'];

/** The files below a folder of the output, by their paths in it. */
const served = (files: Files, folder: string): Files => {
	const start = folder === '' ? '' : `${folder}/`;
	return new Map(
		[...files].flatMap(([path, file]): [string, OutputFile][] =>
			path.startsWith(start) ? [[path.slice(start.length), file]] : [],
		),
	);
};

const idOf = (files: Files): string =>
	createHash('sha256')
		.update(JSON.stringify([...files].map(([path, [, digest]]) => [path, digest]).sort()))
		.digest('hex');
