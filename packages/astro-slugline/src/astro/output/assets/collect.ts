import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegrationLogger } from 'astro';
import { AstroError } from 'astro/errors';
import pLimit from 'p-limit';
import type { WantAsset, WantedAsset } from '../../page/tracking/index.js';
import { count, createProgress, size } from '../../session/index.js';
import { type Brought, bring, type DownloadOptions } from './download.js';
import { copyIfNewer } from './kept-files.js';

/** The files that the pages of one build show. */
export interface Collection {
	/** Takes note of a file, and begins to bring it at once. */
	want: WantAsset;
	/** The names of all files so far. */
	names(): Iterable<string>;
	/**
	 * Waits for all files, and copies them into the output.
	 *
	 * @param folder of the output, such as `dist/assets/`
	 * @throws {AstroError} if one cannot be had
	 */
	finish(folder: URL): Promise<void>;
}

/** Files that are asked for side by side. */
const atOnce = 8;

/** Attempts at one file, as long as no other one was tried in vain. */
const attempts = 5;

export function createCollection(
	given: Omit<DownloadOptions, 'attempts'>,
	logger: AstroIntegrationLogger,
): Collection {
	let isHopeless = false;
	const options: DownloadOptions = { ...given, attempts: () => (isHopeless ? 1 : attempts) };
	const limit = pLimit(atOnce);
	const progress = createProgress((line) => logger.info(line));
	const wanted = new Map<string, { asset: WantedAsset; brought: Promise<Brought> }>();
	let done = 0;
	// Pages want files while they are rendered; what is asked for them is not something that the page asks for.
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
		names: () => wanted.keys(),
		want(asset) {
			const known = wanted.get(asset.name);
			if (!known) wanted.set(asset.name, { asset, brought: outsideOfPages(begin, asset) });
			else if (known.asset.address !== asset.address) throw twoOfOneName(known.asset, asset);
		},
		async finish(folder) {
			const all = await Promise.all(
				[...wanted.values()].map(async (one) => ({ ...one, ...(await one.brought) })),
			);
			const failed = all.filter((one) => one.kind === 'failed');
			if (failed.length > 0) throw failure(failed);
			const old = all.find((one) => one.kind === 'old');
			if (old?.kind === 'old') {
				const others = all.filter((one) => one.kind === 'old').length - 1;
				logger.warn(
					`The file ${old.asset.address}${andOthers(others)} could not be asked for: ${old.words}. The copy of an earlier build is used.`,
				);
			}
			if (all.length === 0) return;
			await mkdir(folder, { recursive: true });
			const target = fileURLToPath(folder);
			await Promise.all(
				all.map(({ asset: { name } }) =>
					limit(() => copyIfNewer(options.kept.path(name), join(target, name))),
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

function failure(failed: { asset: WantedAsset; words?: string }[]): AstroError {
	const [first] = failed;
	const where = first?.asset.page ? `, which the page ${first.asset.page} shows,` : '';
	return new AstroError(
		`The file ${first?.asset.address}${where} cannot be downloaded: ${first?.words}.${failed.length > 1 ? ` The same goes for ${count(failed.length - 1, 'other file', 'other files')}.` : ''}`,
		'Look at the asset in the space: it may be deleted, replaced or private. Build again if its host was out of reach; with `assets: { download: false }` visitors load files from that host.',
	);
}

const twoOfOneName = (one: WantedAsset, other: WantedAsset): AstroError =>
	new AstroError(
		`Two files would have the name \`${one.name}\` in the output: ${one.address} and ${other.address}.`,
		'Rename one of them in the space.',
	);
