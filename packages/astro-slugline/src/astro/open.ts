import { fileURLToPath } from 'node:url';
import type { AstroIntegrationLogger } from 'astro';
import { createStorage } from 'unstorage';
import fsLite from 'unstorage/drivers/fs-lite';
import {
	createDeliveryClient,
	type DeliveryClient,
	type DeliveryClientOptions,
	type RequestEvent,
} from '../client/index.js';
import type { Space } from '../space/index.js';
import { createSync, type SyncedSpace } from '../sync/index.js';
import { type Environment, isOn } from './environment.js';
import type { Options } from './options.js';
import { createProgress, requestLine, summaryLine } from './report.js';
import type { Source } from './source.js';

/** A source that can be synced. */
export interface Opened {
	/** The embedded space, where the source is a folder. */
	embedded?: Space | undefined;
	sync(): Promise<SyncedSpace>;
}

export interface OpenOptions {
	options: Options;
	environment: Environment;
	source: Source;
	cacheDir: URL;
	logger: AstroIntegrationLogger;
	/** Ask for everything again, as `astro build --force` does. */
	force: boolean;
}

/**
 * Opens the source of a site: the service over HTTP, or the embedded space in process. Both are asked by the same client.
 *
 * @throws {Error} if the folder of an embedded space cannot be read; it names file and line
 */
export async function openSource({
	options,
	environment,
	source,
	cacheDir,
	logger,
	force,
}: OpenOptions): Promise<Opened> {
	const embedded = source.kind === 'folder' ? await openFolder(source.folder) : undefined;
	const listeners = new Set<(event: RequestEvent) => void>();
	const onRequest = (event: RequestEvent) => {
		logger.debug(requestLine(event));
		for (const listener of listeners) listener(event);
	};
	const onNotice = (sentence: string) => logger.warn(sentence);
	const client = clientOf(options, source, embedded, { onRequest, onNotice });
	const progress = createProgress((line) => logger.info(line));
	const sync = createSync({
		client,
		version: options.version,
		baseUrl: client.baseUrl,
		languages: options.languages?.filter((code) => code !== options.defaultLanguage && code !== 'default'),
		storage: createStorage({
			driver:
				options.storage ?? fsLite({ base: fileURLToPath(new URL(`slugline/${options.id}/`, cacheDir)) }),
		}),
		maxAgeMs: options.fullSyncAfter,
		onError: options.onError,
		offline: isOn(environment.SLUGLINE_OFFLINE),
		explain:
			(options.explain ?? isOn(environment.SLUGLINE_EXPLAIN)) ? (line) => logger.info(line) : undefined,
		onNotice,
		onProgress: progress.show,
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	});
	return {
		embedded,
		async sync() {
			progress.begin();
			const synced = await sync.run({ force });
			logger.info(summaryLine(synced));
			return synced;
		},
	};
}

async function openFolder(folder: string): Promise<Space> {
	const { createSpace } = await import('../space/index.js');
	const space = createSpace(folder);
	await space.ready();
	return space;
}

function clientOf(
	options: Options,
	source: Source,
	embedded: Space | undefined,
	listeners: Pick<DeliveryClientOptions, 'onRequest' | 'onNotice'>,
): DeliveryClient {
	const { version } = options;
	if (source.kind === 'service') {
		const { token, region, baseUrl } = source;
		return createDeliveryClient({ token, region, baseUrl, version, ...listeners });
	}
	if (!embedded) throw new Error('The embedded space is not open.');
	const token = version === 'draft' ? embedded.tokens.preview : embedded.tokens.public;
	return createDeliveryClient({
		token,
		baseUrl: embedded.url,
		fetch: embedded.fetch,
		rateLimit: false,
		version,
		...listeners,
	});
}
