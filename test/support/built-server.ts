import { startServer } from './live-site.js';
import type { Site } from './site.js';

export type BuiltServer = Awaited<ReturnType<typeof serveBuilt>>;

/**
 * Builds a site from the stand-in of the service for its folder `space`, and serves it by `@astrojs/node`, with
 * `the-preview-token` for preview. Both end with the site.
 *
 * @param env variables of the build in addition to the tokens
 */
export async function serveBuilt(site: Site, env: Record<string, string> = {}) {
	const space = site.space();
	const { url: service, tokens } = await space.listen();
	// The build has the token, too, and must leave it out of what it writes.
	let printed = await site.built({
		SLUGLINE_TOKEN: tokens.public,
		SLUGLINE_BASE_URL: service,
		SLUGLINE_PREVIEW_TOKEN: 'the-preview-token',
		...env,
	});
	const usual = { SLUGLINE_PREVIEW_TOKEN: 'the-preview-token', SLUGLINE_WEBHOOK_SECRET: '' };
	let server = await startServer(site, usual);
	const { url } = server;
	return {
		url,
		/** Address of the stand-in. */
		service,
		/** What the build and the server have printed so far. */
		output: () => printed + server.output(),
		/** Changes the folder of the space, and waits until the stand-in has read it. */
		async saved(edit: () => Promise<unknown>) {
			const { promise, resolve } = Promise.withResolvers<void>();
			const end = space.watch(() => resolve());
			await edit();
			await promise;
			end();
		},
		/** Ends the server and starts it again, so that its memory is empty. */
		async restart(env?: Record<string, string>) {
			await server.stop();
			printed += server.output();
			// It keeps its address.
			server = await startServer(site, { ...usual, PORT: new URL(url).port, ...env });
		},
		/** Ends the stand-in, as if the service were down. */
		stopService: () => space.close(),
	};
}
