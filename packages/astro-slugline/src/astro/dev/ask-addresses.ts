import type { AstroConfig } from 'astro';
import { once, oncePerKey } from 'astro-keep/shared/once';
import { trimEndSlashes, withoutFragment } from 'astro-keep/shared/text/slashes';
import { buildChannel } from 'astro-keep/tracking';
import type { ViteDevServer } from 'vite';
import { isAnswered, nearPath, plainPath, readPageRoutes, writtenIn } from '../output/index.js';
import type { PageModule } from '../preview-server/index.js';
import { type Connection, readRoutes } from '../session/index.js';
import { noStartPage, rootWarnings } from '../settings/index.js';
import type { LaterParts } from '../virtual-modules/index.js';
import { createFindPage } from './find-page.js';

interface Asking {
	config: AstroConfig;
	connection: Connection;
	isFolder: boolean;
	/** The routes of the site. */
	routes: LaterParts['routes'];
	warn: (line: string) => void;
}

/** The header of a question. */
const question = 'x-astro-slugline-question';

/**
 * Lets pages in dev ask whether the site has an address, so that a dead link is known before a build. Only the dev server knows all
 * that it serves, so it is asked, once for each address, and never for one on demand, which may do something.
 */
export function askForAddresses(
	server: ViteDevServer,
	{ config, connection, isFolder, routes, warn }: Asking,
): () => void {
	const front = trimEndSlashes(config.base);
	/** The questions of one page share it. */
	const memory = new Map<string, Promise<PageModule>>();
	let last: Promise<unknown> = Promise.resolve();
	const hasPage = createFindPage(server, config, routes, memory);

	async function lacks(address: string): Promise<boolean> {
		// Of the links of a long list, most lead to pages.
		if (await hasPage(address.slice(front.length)).catch(() => false)) return false;
		const { local: [origin] = [] } = server.resolvedUrls ?? {};
		const isFile = /\.\w+$/.test(address);
		const slash = config.trailingSlash === 'always' && !isFile ? '/' : '';
		if (origin === undefined) return false;
		const url = new URL(trimEndSlashes(address) + slash || '/', origin);
		const options = { method: 'HEAD', redirect: 'manual', headers: { [question]: '1' } } as const;
		const asked = await fetch(url, options).catch(() => undefined);
		return asked?.status === 404;
	}

	async function placesOf(address: string, path: string): Promise<string | undefined> {
		if (!(await lacks(withoutFragment(address)))) return undefined;
		const near = () => {
			const found = connection.latest()?.routes;
			const all = Object.values(found ? readRoutes(found).routes : {}).map((one) => one.path);
			return all.includes(path) ? undefined : nearPath(path, all);
		};
		const known = await writtenIn([address], config, isFolder ? connection : undefined, near);
		return known.get(address) ?? '';
	}

	buildChannel().askDev = oncePerKey(async (address: string) => {
		const path = plainPath(withoutFragment(address).slice(front.length));
		if (isAnswered(path, readPageRoutes(routes()).answered)) return undefined;
		// One after the other, because the browser waits for the page that it has asked for, and in the order of the links.
		const answer = last.then(() => placesOf(address, path));
		const ended = answer.catch(() => undefined);
		last = ended;
		await ended;
		if (last === ended) memory.clear();
		return answer;
	});
	const warnOfRoot = once(async () => {
		const lacking = await buildChannel().askDev?.(`${front}/`);
		const lines = rootWarnings(config, () => lacking === undefined);
		if (lacking !== undefined && lines.length === 0) warn(noStartPage);
		for (const line of lines) warn(line);
	});
	return () => {
		server.middlewares.use((request, response, next) => {
			if (request.url === '/' || request.url === `${front}/`) void warnOfRoot();
			if (request.headers[question] === undefined) return next();
			const answer = (status: number) => response.writeHead(status).end();
			// Who opens the page itself sees its error.
			hasPage(request.url ?? '/').then(
				(has) => answer(has ? 204 : 404),
				() => answer(500),
			);
		});
	};
}
