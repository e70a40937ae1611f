export { readAskAgain, refreshKey } from './ask-again.js';
export { toAstroError } from './astro-error.js';
export { type Connection, createConnection, type Synced } from './connection.js';
export {
	allLoaders,
	connectionHook,
	connectionOf,
	connectionsOf,
	currentConnections,
	datasourcesLoader,
	integrationName,
	linksLoader,
	storiesLoader,
} from './connections.js';
export { ownDigest, ownPart, withShown, withShownOf } from './entries/digest-parts.js';
export { type Opened, openSource } from './open-source.js';
export { createProgress, size } from './report.js';
export { type CachedRoutes, readRoutes, textOfRoutes } from './routes/route-files.js';
export { i18nOf, type RouteSettings, routeSettings, withoutDomains } from './routes/route-settings.js';
export { openTypes } from './types/open-types.js';
