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
