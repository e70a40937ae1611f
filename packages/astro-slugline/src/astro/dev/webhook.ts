import type { HookParameters } from 'astro';
import { createStorage } from 'unstorage';
import {
	askAgain,
	createRebuildHook,
	nodeListener,
	type RebuildEvent,
	type RebuildHook,
} from '../../rebuild/index.js';
import { allLoaders, datasourcesLoader, linksLoader, storiesLoader } from '../session/index.js';
import type { Environment } from '../settings/index.js';
import type { Refresh } from './serve.js';

type Setup = HookParameters<'astro:server:setup'>;

/**
 * Takes webhook calls on Astro's dev server: each burst loads the collections again that it touches. Without a secret in the
 * environment calls need no signature, since all that one can do is to make the dev server look again.
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
		storage: createStorage(),
		// What the hook warns of, a loss of what is pending, is of no matter here.
		logger: {
			info: (line) => logger.debug(line),
			warn: (line) => logger.debug(line),
			error: (line) => logger.error(line),
		},
	});
	const listener = nodeListener(hook);
	server.middlewares.use(path, (request, response) => {
		// The service is no browser. A web page that the developer has open must not make the dev server load content.
		if (request.headers.origin === undefined && request.headers['sec-fetch-site'] === undefined) {
			listener(request, response);
		} else response.writeHead(403).end();
	});
	return hook;
}

/** The loaders of the collections that an event touches. */
function loadersOf({ triggers }: RebuildEvent): readonly string[] {
	const touched = triggers.flatMap((cause) => {
		if (cause.startsWith('story.')) return [storiesLoader, linksLoader];
		if (cause.startsWith('datasource.')) return [datasourcesLoader];
		return allLoaders;
	});
	return [...new Set(touched)];
}
