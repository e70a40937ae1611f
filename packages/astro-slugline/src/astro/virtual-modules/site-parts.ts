import type { AstroConfig } from 'astro';
import type { AssetsModule } from '../page/data/index.js';
import type { Connection } from '../session/index.js';

/** What the modules of a site are made of. */
export interface SiteParts {
	/** The spaces of the site. */
	connections: () => Connection[];
	/** True if Node renders the static pages, on this machine. */
	rendersHere: () => boolean;
	assets: () => AssetsModule | undefined;
	/** The public folder of a site that is built from a folder, whose images content may name. */
	localImages: () => Pick<AstroConfig, 'publicDir' | 'base'> | undefined;
	/** Origin of the delivery API; undefined for a site that is built from a folder. */
	baseUrl: () => string | undefined;
	/** The config of the site as far as it is known. */
	site: () => AstroConfig;
	/** Names of `data-*` attributes that editors may set. */
	dataAttributes: readonly string[];
	root: URL;
	isDev: boolean;
}
