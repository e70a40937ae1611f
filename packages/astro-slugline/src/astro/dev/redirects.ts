import type { AstroConfig, IntegrationResolvedRoute } from 'astro';
import { oncePerKey } from 'astro-keep/shared/once';
import type { ViteDevServer } from 'vite';
import { cleanPath } from '../../routing/index.js';
import { addressesOf, neededRedirects, readRedirects } from '../output/index.js';
import { type Connection, readRoutes, type Synced } from '../session/index.js';
import { fileOf, type Options } from '../settings/index.js';

interface Redirecting {
	config: AstroConfig;
	options: Options;
	connection: Connection;
	/** The routes of the site. */
	routes: () => readonly IntegrationResolvedRoute[];
}

/** Redirects on Astro's dev server as the finished site does, from the addresses of the last sync and the redirects file. */
export function redirectInDev(server: Pick<ViteDevServer, 'middlewares'>, site: Redirecting): void {
	const { config, options, connection, routes } = site;
	const { redirects } = options;
	const routesIn = oncePerKey((synced: Synced) => {
		const found = readRoutes(synced.routes);
		const pages = Object.values(found.routes);
		return { found, pages, paths: new Set(pages.map(({ path }) => path)) };
	});
	const isOwnPage = (path: string) =>
		routes().some(
			({ params, patternRegex }) =>
				params.length === 0 && (patternRegex.test(path) || patternRegex.test(`${path}/`)),
		);

	async function addressFor(url: string): Promise<string | undefined> {
		const synced = connection.latest();
		const asked = new URL(url, 'http://site');
		const path = pathBelow(asked.pathname, config);
		if (!synced || path === undefined) return undefined;
		const { found, pages, paths } = routesIn(synced);
		if (paths.has(path) || isOwnPage(path)) return undefined;
		const listed = redirects ? await readRedirects(fileOf(redirects.file, config.root)) : [];
		const needed = neededRedirects(listed, found, (one) => paths.has(one));
		const redirect = needed.find(({ from }) => from === path);
		const address = redirect && addressesOf(pages, config)(redirect);
		// A host passes the query on, unless the redirect has one.
		return address?.replace(/^[^?#]*(?=#|$)/, (to) => to + asked.search);
	}

	server.middlewares.use((request, response, next) => {
		const { 'sec-fetch-dest': wanted = 'document' } = request.headers;
		if (!/^(?:GET|HEAD)$/.test(request.method ?? '') || !navigations.has(String(wanted))) return next();
		addressFor(request.url ?? '/').then((address) => {
			if (address === undefined) return next();
			// Not a permanent one, which browsers would keep while its author changes it.
			response.writeHead(302, { location: address }).end();
		}, next);
	});
}

/** What browsers ask for that may be a page. */
const navigations: ReadonlySet<string> = new Set(['document', 'iframe', 'empty']);

/** The path of a page in the form that redirects have; undefined outside of the site's base. */
function pathBelow(pathname: string, { base }: AstroConfig): string | undefined {
	const [root, path] = [cleanPath(base), cleanPath(pathname)];
	if (root === '') return `/${path}`;
	return `${path}/`.startsWith(`${root}/`) ? `/${path.slice(root.length + 1)}` : undefined;
}
