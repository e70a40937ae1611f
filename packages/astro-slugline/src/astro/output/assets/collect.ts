import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegrationLogger } from 'astro';
import { count } from 'astro-keep/shared/text/named';
import pLimit from 'p-limit';
import type { WantedAsset } from '../../page/data/index.js';
import { OutputError } from '../../page/data/index.js';
import { createProgress, size } from '../../session/index.js';
import { copyIfNewer } from './cached-files.js';
import { type Brought, bring, type DownloadOptions } from './download.js';

/** Maximum number of concurrent downloads. */
const atOnce = 8;

/** Maximum number of attempts per file. After a file has failed, all others get one attempt. */
const maxAttempts = 5;

/** The files that the pages of one build show. */
export type Collection = ReturnType<typeof createCollection>;

export function createCollection(
	given: Omit<DownloadOptions, 'maxAttempts'>,
	logger: AstroIntegrationLogger,
) {
	let isHopeless = false;
	const options: DownloadOptions = { ...given, maxAttempts: () => (isHopeless ? 1 : maxAttempts) };
	const limit = pLimit(atOnce);
	const progress = createProgress((line) => logger.info(line));
	const wanted = new Map<string, { asset: WantedAsset; brought: Promise<Brought> }>();
	let done = 0;
	// Pages add files while they are rendered, but the requests for these files are not reads of the page.
	const outsideOfPages = AsyncLocalStorage.snapshot();

	const begin = async (asset: WantedAsset): Promise<Brought> => {
		const brought = await limit(() => bring(asset, options)).catch((error: unknown) => ({
			kind: 'failed' as const,
			words: error instanceof Error ? error.message : String(error),
		}));
		done += 1;
		isHopeless ||= brought.kind === 'old' || brought.kind === 'failed';
		progress.show({ done, total: wanted.size, what: 'Assets' });
		return brought;
	};

	return {
		/** The names of all files so far. */
		names: () => wanted.keys(),
		/** Adds a file and starts its download. */
		want(asset: WantedAsset): void {
			const existing = wanted.get(asset.name);
			if (!existing) wanted.set(asset.name, { asset, brought: outsideOfPages(begin, asset) });
			else if (existing.asset.address !== asset.address) throw twoOfOneName(existing.asset, asset);
		},
		/**
		 * Waits for all files and copies them into the output.
		 *
		 * @param folder in the output, such as `dist/assets/`
		 * @throws {OutputError} if a file cannot be downloaded
		 */
		async finish(folder: URL): Promise<void> {
			const all = await Promise.all(
				[...wanted.values()].map(async (one) => ({ ...one, ...(await one.brought) })),
			);
			const failed = all.filter((one) => one.kind === 'failed');
			if (failed.length > 0) throw failure(failed);
			const old = all.find((one) => one.kind === 'old');
			if (old?.kind === 'old') {
				const others = all.filter((one) => one.kind === 'old').length - 1;
				logger.warn(
					`The file ${old.asset.address}${andOthers(others)} could not be checked: ${old.words}. Using the version of an earlier build.`,
				);
			}
			if (all.length === 0) return;
			await mkdir(folder, { recursive: true });
			const target = fileURLToPath(folder);
			await Promise.all(
				all.map(({ asset: { name } }) =>
					limit(() => copyIfNewer(options.cache.path(name), join(target, name))),
				),
			);
			logger.info(summary(all));
		},
	};
}

function summary(all: Brought[]): string {
	const downloaded = all.flatMap((one) => (one.kind === 'downloaded' ? [one.bytes] : []));
	const bytes = downloaded.reduce((sum, one) => sum + one, 0);
	const news = downloaded.length > 0 ? `${downloaded.length} downloaded (${size(bytes)})` : 'none downloaded';
	return `${count(all.length, 'asset', 'assets')} in the output, ${news}`;
}

const andOthers = (others: number): string => (others > 0 ? ` and ${count(others, 'other', 'others')}` : '');

function failure(failed: { asset: WantedAsset; words?: string }[]): OutputError {
	const [first] = failed;
	const where = first?.asset.page ? `, which the page ${first.asset.page} shows,` : '';
	return new OutputError(
		`The file ${first?.asset.address}${where} cannot be downloaded: ${first?.words}.${failed.length > 1 ? ` ${count(failed.length - 1, 'other file', 'other files')} failed, too.` : ''}`,
		'Check the asset in the space: it may be deleted, replaced, or private. If its host could not be reached, build again. With `assets: { download: false }`, visitors load files from that host.',
	);
}

const twoOfOneName = (one: WantedAsset, other: WantedAsset): OutputError =>
	new OutputError(
		`Two files would have the name \`${one.name}\` in the output: ${one.address} and ${other.address}.`,
		'Rename one of them in the space.',
	);
