import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { slashed } from 'astro-keep/shared/module-path';
import type { RunnableDevEnvironment, ViteDevServer } from 'vite';

/** The environments that may render pages. Only those that run in this process have a runner. */
export const runnersOf = ({ environments }: ViteDevServer) =>
	['ssr', 'prerender'].flatMap(
		(name) => (environments[name] as Partial<RunnableDevEnvironment> | undefined)?.runner ?? [],
	);

/** What of Astro's memory of `getStaticPaths` is changed. */
interface RouteCache {
	get(route: unknown): unknown;
	set(route: unknown, paths: unknown): void;
}

const changed = new WeakSet<RouteCache>();

/**
 * Makes Astro call `getStaticPaths` again for some requests, and forget the result. The results that it keeps contain entries, and all
 * requests share them, even those that run at the same time. Call this before each such request, because a full reload loads Astro again.
 *
 * @param isApart true while such a request is handled
 * @throws {Error} if this version of Astro has no such memory
 */
export async function keepStaticPathsApart(server: ViteDevServer, isApart: () => boolean): Promise<void> {
	const astro = createRequire(join(server.config.root, 'package.json')).resolve('astro/package.json');
	for (const runner of runnersOf(server)) {
		const { RouteCache } = await runner.import(
			slashed(join(dirname(astro), 'dist/core/render/route-cache.js')),
		);
		const memory: RouteCache | undefined = RouteCache?.prototype;
		if (!memory)
			throw new Error(
				'Preview does not know this version of Astro. Update astro-slugline, or use an older Astro.',
			);
		if (changed.has(memory)) continue;
		changed.add(memory);
		const { get, set } = memory;
		memory.get = function (route) {
			return isApart() ? undefined : get.call(this, route);
		};
		memory.set = function (route, paths) {
			if (!isApart()) set.call(this, route, paths);
		};
	}
}

/**
 * Makes Astro's dev server call `getStaticPaths` again. Astro remembers the result, with entries in it, until this event, which
 * it sends itself when content changes. Sent the usual way, the event would wait behind modules that are loaded again.
 */
async function forgetStaticPaths(server: ViteDevServer): Promise<void> {
	for (const runner of runnersOf(server))
		await runner.hmrClient?.notifyListeners('astro:content-changed', {});
}

/**
 * Watches for requests that are under way while content changes: their `getStaticPaths` may have read the old content, and Astro
 * would remember it for all later requests. It has returned when the response begins. A visitor who leaves ends the response
 * earlier, but not `getStaticPaths`.
 *
 * @returns a function to call after each change of content
 */
export function watchStaticPaths(server: ViteDevServer): () => void {
	const underWay = new Set<{ isOld: boolean }>();
	server.middlewares.use((_request, response, next) => {
		const request = { isOld: false };
		underWay.add(request);
		const answered = () => {
			if (underWay.delete(request) && request.isOld) void forgetStaticPaths(server);
		};
		// A file that is sent over HTTP/2 has its head written without a call.
		response.once('finish', answered);
		response.writeHead = new Proxy(response.writeHead, {
			apply(writeHead, self, given) {
				answered();
				return Reflect.apply(writeHead, self, given);
			},
		});
		next();
	});
	return () => {
		for (const request of underWay) request.isOld = true;
		// Requests may have ended since the content was written, before this call.
		void forgetStaticPaths(server);
	};
}
