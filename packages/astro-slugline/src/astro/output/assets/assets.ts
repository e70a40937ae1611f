import { fileURLToPath } from 'node:url';
import type { AstroConfig, AstroIntegrationLogger } from 'astro';
import { AstroError } from 'astro/errors';
import { regions } from '../../../client/index.js';
import type { AssetsModule } from '../../page/data/index.js';
import { assetOfRead, type Read, setWantAsset } from '../../page/tracking/index.js';
import { readAskAgain } from '../../session/index.js';
import { type Environment, isOn, type Options, type Source } from '../../settings/index.js';
import { type Collection, createCollection } from './collect.js';
import { assetHosts } from './hosts.js';
import { type KeptFiles, openKeptFiles } from './kept-files.js';
import { mentionedAssets } from './mentioned.js';
import { createSigner } from './sign.js';

/** The folder of the output that downloaded assets lie in. */
const outputFolder = 'assets/';

/** How long a downloaded file is taken to be right, in milliseconds: the service keeps the address of one that is replaced. */
const maxAgeMs = 86_400_000;

export interface AssetsSetup {
	options: Options;
	environment: Environment;
	source: Source;
	config: AstroConfig;
	logger: AstroIntegrationLogger;
	/** Ask for everything again, as `astro build --force` does. */
	force: boolean;
}

/** The assets of one build. */
export interface Assets {
	/** What pages know of them. */
	module: AssetsModule;
	/** Begins to take note of the files that pages show. */
	begin(): Promise<void>;
	/** Takes note of what pages show that were kept from an earlier build, as these pages read it then. */
	takeReads(reads: () => Iterable<Read>): void;
	/** Brings these files into the output. */
	finish(dir: URL): Promise<void>;
}

export function createAssets({ options, environment, source, config, logger, force }: AssetsSetup): Assets {
	const { hosts, download } = options.assets;
	const token = options.assets.token ?? environment.SLUGLINE_ASSET_TOKEN;
	const base = config.base.replace(/\/*$/, '/');
	const module = {
		hosts: [...assetHosts, ...hosts.map((host) => host.toLowerCase())],
		folder: download && `${base}${outputFolder}`,
		hasAssetToken: source.kind === 'service' && token !== undefined,
	};
	let collection: Collection | undefined;
	let kept: KeptFiles | undefined;
	let hasReads = false;
	return {
		module,
		async begin() {
			if (!download) return;
			const again = readAskAgain(environment.SLUGLINE_ASK_AGAIN);
			// A build that names no story and no datasource is about something else, such as an asset that was replaced.
			const isDoubtful =
				again && (again.everything || [again.stories, again.slugs, again.datasources].every(isEmpty));
			const sign =
				source.kind === 'service' && token !== undefined
					? createSigner(baseUrlOf(source), token, download.timeoutMs)
					: undefined;
			kept = await openKeptFiles(fileURLToPath(new URL('slugline/assets/', config.cacheDir)));
			collection = createCollection(
				{
					...download,
					kept,
					maxAgeMs: force || isDoubtful ? 0 : maxAgeMs,
					offline: isOn(environment.SLUGLINE_OFFLINE),
					sign,
					hosts: module.hosts,
				},
				logger,
			);
			setWantAsset(collection.want);
		},
		takeReads(reads) {
			hasReads = true;
			if (!collection) return;
			for (const read of reads()) collection.want(assetOfRead(read));
		},
		async finish(dir) {
			setWantAsset(undefined);
			if (!collection || !kept || !module.folder) return;
			if (config.experimental.incrementalBuild && !hasReads) {
				await wantMentioned(collection, kept, await mentionedAssets(dir, module.folder), module.folder);
			}
			await collection.finish(new URL(outputFolder, dir));
		},
	};
}

/** Wants what the output mentions: where nobody knows what pages read, that says what those show that were kept. */
async function wantMentioned(
	collection: Collection,
	kept: KeptFiles,
	mentioned: ReadonlySet<string>,
	folder: string,
): Promise<void> {
	const known = new Set(collection.names());
	for (const name of mentioned) {
		if (known.has(name)) continue;
		const record = await kept.find(name);
		if (!record) {
			throw new AstroError(
				`A page that an earlier build rendered shows the file ${folder}${name}, which is no longer kept.`,
				"Run `astro build --force` once. Let your CI keep the folders `slugline` and `dist` in Astro's cache directory together.",
			);
		}
		collection.want({ name, address: record.address, isPrivate: record.isPrivate, page: undefined });
	}
}

const isEmpty = (list: readonly unknown[]): boolean => list.length === 0;

const baseUrlOf = ({ baseUrl, region = 'eu' }: Extract<Source, { kind: 'service' }>): string =>
	baseUrl ?? regions[region].delivery;
