import type { AstroConfig, IntegrationResolvedRoute } from 'astro';
import { oncePerKey } from 'astro-keep/shared/once';
import { trimEndSlashes } from 'astro-keep/shared/text/slashes';
import { buildChannel } from 'astro-keep/tracking';
import type { ViteDevServer } from 'vite';
import { isAnswered, nearPath, plainPath, readPageRoutes, writtenIn } from '../output/index.js';
import { type Connection, readRoutes } from '../session/index.js';

interface Asking {
	config: AstroConfig;
	connection: Connection;
	isFolder: boolean;
	/** The routes of the site. */
	routes: () => readonly IntegrationResolvedRoute[];
}

/**
 * Lets pages in dev ask whether the site has an address of no story, so that a dead link is known before a build. Only the dev server
 * knows the pages of all routes, so it is asked, once for each address, and never for one on demand, which may do something.
 */
export function askForAddresses(
	server: ViteDevServer,
	{ config, connection, isFolder, routes }: Asking,
): void {
	const front = trimEndSlashes(config.base);
	let last: Promise<unknown> = Promise.resolve();

	async function lacks(address: string): Promise<boolean> {
		const { local: [origin] = [] } = server.resolvedUrls ?? {};
		const isFile = /\.\w+$/.test(address);
		const slash = config.trailingSlash === 'always' && !isFile ? '/' : '';
		if (origin === undefined) return false;
		const url = new URL(trimEndSlashes(address) + slash || '/', origin);
		const asked = await fetch(url, { method: 'HEAD', redirect: 'manual' }).catch(() => undefined);
		return asked?.status === 404;
	}

	buildChannel().askDev = oncePerKey(async (address: string) => {
		const path = plainPath(address.slice(front.length));
		if (isAnswered(path, readPageRoutes(routes()).answered)) return undefined;
		// One after the other, because the browser waits for the page that it has asked for.
		const isLacking = last.then(() => lacks(address));
		last = isLacking;
		if (!(await isLacking)) return undefined;
		const near = () => {
			const found = connection.latest()?.routes;
			const all = found ? Object.values(readRoutes(found).routes) : [];
			return nearPath(
				path,
				all.map((one) => one.path),
			);
		};
		const known = await writtenIn([address], config, isFolder ? connection : undefined, near);
		return known.get(address) ?? '';
	});
}
