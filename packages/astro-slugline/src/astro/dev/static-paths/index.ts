import type { RunnableDevEnvironment, ViteDevServer } from 'vite';

/**
 * Makes Astro's dev server call `getStaticPaths` again. Astro remembers the result, with entries in it, until this event, which
 * it sends itself when content changes. Sent the usual way, the event would wait behind modules that are loaded again.
 */
export async function forgetStaticPaths(server: ViteDevServer): Promise<void> {
	for (const name of ['ssr', 'prerender']) {
		// Only environments that run in this process have a runner.
		const environment = server.environments[name] as Partial<RunnableDevEnvironment> | undefined;
		await environment?.runner?.hmrClient?.notifyListeners('astro:content-changed', {});
	}
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
