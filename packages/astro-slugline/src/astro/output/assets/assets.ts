import { fileURLToPath } from 'node:url';
import type { AstroConfig, AstroIntegrationLogger } from 'astro';
import { isOn } from 'astro-keep/command';
import { trimEndSlashes } from 'astro-keep/shared/text/slashes';
import { type Asks, buildChannel } from 'astro-keep/tracking';
import { regions } from '../../../client/index.js';
import type { AssetsModule } from '../../page/data/index.js';
import { OutputError } from '../../page/data/index.js';
import { readAskAgain } from '../../session/index.js';
import type { ContentSource, Environment, Options } from '../../settings/index.js';
import { type CachedFiles, openCachedFiles } from './cached-files.js';
import { type Collection, createCollection } from './collect.js';
import { assetHosts } from './image-config.js';
import { mentionedAssets } from './mentioned.js';
import { createSigner } from './sign.js';

/** The folder for downloaded assets in the output. */
const outputFolder = 'assets/';

/** Milliseconds after which a cached file is checked again, because the file of an asset can be replaced under the same address. */
const maxAgeMs = 86_400_000;

export interface AssetsSetup {
	options: Options;
	environment: Environment;
	source: ContentSource;
	config: AstroConfig;
	logger: AstroIntegrationLogger;
	/** Check all files again, as with `astro build --force`. */
	force: boolean;
}

/** Downloads the files that the pages of one build show. */
export type Assets = ReturnType<typeof createAssets>;

export function createAssets({ options, environment, source, config, logger, force }: AssetsSetup) {
	const { hosts, download } = options.assets;
	const token = options.assets.token ?? environment.SLUGLINE_ASSET_TOKEN;
	const base = trimEndSlashes(config.base);
	const module: AssetsModule = {
		base,
		hosts: [...assetHosts, ...hosts.map((host) => host.toLowerCase())],
		folder: download && `${base}/${outputFolder}`,
		hasAssetToken: source.kind === 'service' && token !== undefined,
	};
	let collection: Collection | undefined;
	let cache: CachedFiles | undefined;
	let hasReads = false;
	return {
		/** The settings that pages need. */
		module,
		/** Starts to collect files from pages. */
		async begin(): Promise<void> {
			if (!download) return;
			const again = readAskAgain(environment.SLUGLINE_ASK_AGAIN);
			// A build for no story and no datasource was started for another reason, such as a replaced asset.
			const isDoubtful =
				again && (again.everything || [again.stories, again.slugs, again.datasources].every(isEmpty));
			const sign =
				source.kind === 'service' && token !== undefined
					? createSigner(baseUrlOf(source), token, download.timeoutMs)
					: undefined;
			cache = await openCachedFiles(fileURLToPath(new URL('slugline/assets/', config.cacheDir)));
			collection = createCollection(
				{
					...download,
					cache,
					maxAgeMs: force || isDoubtful ? 0 : maxAgeMs,
					offline: isOn(environment.SLUGLINE_OFFLINE),
					sign,
					hosts: module.hosts,
				},
				logger,
			);
			buildChannel().wantAsset = collection.want;
		},
		/** Collects the files of cached pages from their recorded reads. */
		takeReads(reads: () => Iterable<Asks['asset']>): void {
			hasReads = true;
			if (!collection) return;
			for (const [name, address, isPrivate] of reads())
				collection.want({ name, address, isPrivate, page: undefined });
		},
		/**
		 * Waits for all files and copies them into the output.
		 *
		 * @throws {OutputError} if a file cannot be downloaded
		 */
		async finish(dir: URL): Promise<void> {
			buildChannel().wantAsset = undefined;
			if (!collection || !cache || !module.folder) return;
			if (config.experimental.incrementalBuild && !hasReads) {
				await wantMentioned(collection, cache, await mentionedAssets(dir, module.folder), module.folder);
			}
			await collection.finish(new URL(outputFolder, dir));
		},
	};
}

/** Collects files that the output mentions. For Astro's own incremental builds, whose cached pages have no recorded reads. */
async function wantMentioned(
	collection: Collection,
	cache: CachedFiles,
	mentioned: ReadonlySet<string>,
	folder: string,
): Promise<void> {
	const collected = new Set(collection.names());
	for (const name of mentioned) {
		if (collected.has(name)) continue;
		const record = await cache.find(name);
		if (!record) {
			throw new OutputError(
				`A page of an earlier build shows the file ${folder}${name}, which is no longer cached.`,
				"Run `astro build --force` once. In CI, cache the folders `slugline` and `dist` of Astro's cache directory together.",
			);
		}
		collection.want({ name, address: record.address, isPrivate: record.isPrivate, page: undefined });
	}
}

const isEmpty = (list: readonly unknown[]): boolean => list.length === 0;

const baseUrlOf = ({ baseUrl, region = 'eu' }: Extract<ContentSource, { kind: 'service' }>): string =>
	baseUrl ?? regions[region].delivery;
