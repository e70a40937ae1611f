import type { AstroConfig, AstroIntegration } from 'astro';
import { CollectionError } from '../page/data/index.js';
import type { Connection } from './connection.js';

/** The hook that gives a loader the connection of its integration. Loaders may run in another copy of this package. */
export const connectionHook = 'slugline:connection';

/** The name of an integration, which identifies it among all integrations of a site. */
export const integrationName = (id: string): string =>
	id === 'default' ? 'astro-slugline' : `astro-slugline/${id}`;

/**
 * The connection of each integration by the site's root and the integration's id. When the config changes in dev, Astro creates
 * a new integration, but its content layer still has the old one, whose hook finds the new connection here.
 */
export const currentConnections = new Map<string, Connection>();

type Hooks = AstroIntegration['hooks'] & { [connectionHook]?: () => Connection | undefined };

/** All connections of a site, in the order of its integrations. */
export const connectionsOf = (config: Pick<AstroConfig, 'integrations'>): Connection[] =>
	config.integrations.flatMap(({ hooks }: { hooks: Hooks }) => hooks[connectionHook]?.() ?? []);

/**
 * The connection of a loader.
 *
 * @throws {CollectionError} if the site has no integration with that id
 */
export function connectionOf(config: Pick<AstroConfig, 'integrations'>, id = 'default'): Connection {
	const connections = connectionsOf(config);
	const connection = connections.find((candidate) => candidate.id === id);
	if (connection) return connection;
	if (connections.length === 0) {
		throw new CollectionError(
			'A collection uses a loader of astro-slugline, but astro.config does not have the integration slugline().',
			'Add `integrations: [slugline()]` to astro.config. Loaders use its connection.',
		);
	}
	throw new CollectionError(
		`A collection uses the space \`${id}\`, but no slugline() in astro.config has that id.`,
		`The ids are: ${connections.map((candidate) => candidate.id).join(', ')}. Pass one of them to the loader: \`space: '<id>'\`.`,
	);
}

/** Names of the loaders. In dev, Astro refreshes collections by the names of their loaders. */
export const storiesLoader = 'slugline-stories';
export const linksLoader = 'slugline-links';
export const datasourcesLoader = 'slugline-datasources';

export const allLoaders: readonly string[] = [storiesLoader, linksLoader, datasourcesLoader];
