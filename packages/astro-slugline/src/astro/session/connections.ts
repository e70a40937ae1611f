import type { AstroConfig, AstroIntegration } from 'astro';
import { AstroError } from 'astro/errors';
import type { Connection } from './connection.js';

/** The hook by which a loader, which runs in another copy of this package, gets at the connection of its integration. */
export const connectionHook = 'slugline:connection';

/** Integrations of this package are told from others, and among each other, by name. */
export const integrationName = (id: string): string =>
	id === 'default' ? 'astro-slugline' : `astro-slugline/${id}`;

type ConnectionHook = () => Connection | undefined;

const hookOf = (integration: AstroIntegration): ConnectionHook | undefined => {
	const hooks: Record<string, unknown> = integration.hooks;
	const hook = hooks[connectionHook];
	return typeof hook === 'function' ? (hook as ConnectionHook) : undefined;
};

/** All connections of a site, in the order of its integrations. */
export const connectionsOf = (config: Pick<AstroConfig, 'integrations'>): Connection[] =>
	config.integrations.flatMap((integration) => hookOf(integration)?.() ?? []);

/**
 * The connection that a loader means.
 *
 * @throws {AstroError} if the site has no integration of that id
 */
export function connectionOf(config: Pick<AstroConfig, 'integrations'>, id = 'default'): Connection {
	const connections = connectionsOf(config);
	const connection = connections.find((candidate) => candidate.id === id);
	if (connection) return connection;
	if (connections.length === 0) {
		throw new AstroError(
			'A collection uses a loader of astro-slugline, but astro.config has no slugline() among its integrations.',
			'Add `integrations: [slugline()]` to astro.config; loaders take their connection from it.',
		);
	}
	throw new AstroError(
		`A collection uses the space \`${id}\`, but no slugline() in astro.config has that id.`,
		`The ids there are: ${connections.map((candidate) => candidate.id).join(', ')}. Say \`space: '<id>'\` in the loader.`,
	);
}
