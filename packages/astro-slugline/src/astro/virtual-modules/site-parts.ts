import type { AstroConfig, IntegrationResolvedRoute } from 'astro';
import type { AssetsModule } from '../page/data/index.js';
import type { Connection } from '../session/index.js';
import type { ContentSource, Environment, Options } from '../settings/index.js';

/** A site whose config is final. */
interface StartedSite {
	options: Options;
	source: ContentSource;
	environment: Environment;
	connection: Connection;
	site: AstroConfig;
	/** True if Node renders the static pages, on this machine. */
	rendersHere: boolean;
	assets: { module: AssetsModule } | undefined;
}

/** What is known when Astro asks for the code of a module. */
export interface LaterParts {
	/** Undefined before `astro:config:done`. */
	started: () => StartedSite | undefined;
	/** The site's routes in their order; empty before `astro:routes:resolved`. */
	routes: () => readonly IntegrationResolvedRoute[];
}

/** What the modules of a site are made of. */
export interface SiteParts extends LaterParts {
	/** The spaces of the site. */
	connections: () => Connection[];
	/** The config of the site as far as it is known. */
	config: AstroConfig;
	/** Names of `data-*` attributes that editors may set. */
	dataAttributes: readonly string[];
	isDev: boolean;
	/** Logs a warning of the build. */
	warn: (sentence: string) => void;
}
