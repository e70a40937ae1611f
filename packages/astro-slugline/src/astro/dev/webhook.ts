import type { HookParameters } from 'astro';
import { createStorage } from 'unstorage';
import memory from 'unstorage/drivers/memory';
import {
	askAgain,
	createRebuildHook,
	nodeListener,
	type RebuildEvent,
	type RebuildHook,
} from '../../rebuild/index.js';
import { processDriver } from '../../shared/process-driver.js';
import { allLoaders, datasourcesLoader, linksLoader, storiesLoader } from '../session/index.js';
import type { Environment } from '../settings/index.js';
import type { Refresh } from './serve.js';

type Setup = HookParameters<'astro:server:setup'>;

/**
 * Receives webhook calls on Astro's dev server: each burst reloads the collections that it affects. Without a secret in the
 * environment, calls need no signature, because a call can only make the dev server reload content.
 */
export function receiveInDev({
	server,
	path,
	refresh,
	logger,
	environment,
}: Pick<Setup, 'server' | 'logger'> & {
	path: string;
	refresh: Refresh;
	environment: Environment;
}): RebuildHook {
	const { SLUGLINE_WEBHOOK_SECRET: secret, SLUGLINE_WEBHOOK_SECRET_OLD: old } = environment;
	const secrets = [secret, old].filter((one): one is string => Boolean(one));
	const hook = createRebuildHook({
		...(secrets.length > 0 ? { secrets } : { unsigned: true }),
		targets: [(event) => refresh({ loaders: loadersOf(event), again: askAgain(event) })],
		quietMs: 200,
		maxWaitMs: 2000,
		storage: createStorage({ driver: { ...memory(), name: processDriver } }),
		logger: {
			info: (line) => logger.debug(line),
			warn: (line) => logger.warn(line),
			error: (line) => logger.error(line),
		},
	});
	const listener = nodeListener(hook);
	server.middlewares.use(path, (request, response) => {
		// The service is not a browser. A web page in the developer's browser must not be able to reload content.
		if (request.headers.origin === undefined && request.headers['sec-fetch-site'] === undefined) {
			listener(request, response);
		} else response.writeHead(403).end();
	});
	return hook;
}

/** The loaders of the collections that an event affects. */
function loadersOf({ triggers }: RebuildEvent): readonly string[] {
	const touched = triggers.flatMap((cause) => {
		if (cause.startsWith('story.')) return [storiesLoader, linksLoader];
		if (cause.startsWith('datasource.')) return [datasourcesLoader];
		return allLoaders;
	});
	return [...new Set(touched)];
}
