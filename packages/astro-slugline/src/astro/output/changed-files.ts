import { createHash } from 'node:crypto';
import type { AstroConfig, AstroIntegrationLogger } from 'astro';
import { type OutputFile, type OutputRecord, pathFrom, type SearchedOutput } from 'astro-keep/output';
import { replaceFile } from 'astro-keep/shared/node/replace-file';

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

/** What the hook `slugline:files` gets. */
export interface BuiltFilesHook extends ChangedFiles {
	/** The folder that visitors get. */
	dir: URL;
	logger: AstroIntegrationLogger;
}

declare global {
	namespace Astro {
		interface IntegrationHooks {
			/**
			 * Runs at the end of a build that changed the output, when all files are written. If it throws, the build fails, and
			 * the next one reports these files again.
			 *
			 * @example
			 * 'slugline:files': async ({ changed, gone }) => purge([...changed, ...gone]),
			 */
			'slugline:files': (options: BuiltFilesHook) => void | Promise<void>;
		}
	}
}

/** Reports what a build changed to the hooks `slugline:files` and in `changes.json`, and records that it has finished. */
export async function reportFiles(
	{ integrations, cacheDir, outDir }: Pick<AstroConfig, 'integrations' | 'cacheDir' | 'outDir'>,
	dir: URL,
	{ former, files, finish }: SearchedOutput,
	logger: AstroIntegrationLogger,
): Promise<void> {
	const changes = changesOf(files, former, pathFrom(outDir, dir));
	if (changes.id !== changes.previous) {
		for (const { name, hooks } of integrations)
			await hooks['slugline:files']?.({ ...changes, dir, logger: logger.fork(name) });
		await replaceFile(new URL('slugline/changes.json', cacheDir), `${JSON.stringify(changes, null, '\t')}\n`);
	}
	finish(changes.id);
}

function changesOf(all: Files, former: OutputRecord | undefined, folder: string): ChangedFiles {
	const before = served(former?.files ?? new Map(), folder);
	const now = served(all, folder);
	const isChanged = (path: string, [, digest]: OutputFile) => (before.get(path)?.[1] ?? digest) !== digest;
	const lists = {
		new: [...now.keys()].filter((path) => !before.has(path)).sort(),
		changed: [...now].flatMap(([path, file]) => (isChanged(path, file) ? [path] : [])).sort(),
		gone: [...before.keys()].filter((path) => !now.has(path)).sort(),
	};
	const isSame = former !== undefined && Object.values(lists).every(({ length }) => length === 0);
	return { id: isSame ? former.id : idOf(now), previous: former?.id ?? null, ...lists };
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
