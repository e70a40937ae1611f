import type { ViteDevServer } from 'vite';
import { forgetStaticPaths } from './forget.js';

/**
 * Watches for requests that are under way while content changes: their `getStaticPaths` may have read the old content, and Astro
 * would remember it for all later requests.
 *
 * @returns a function to call after each change of content
 */
export function watchStaticPaths(server: ViteDevServer): () => void {
	const underWay = new Set<{ isOld: boolean }>();
	server.middlewares.use((_request, response, next) => {
		const request = { isOld: false };
		underWay.add(request);
		response.once('close', () => {
			underWay.delete(request);
			if (request.isOld) void forgetStaticPaths(server);
		});
		next();
	});
	return () => {
		for (const request of underWay) request.isOld = true;
	};
}
