import { startServer } from './live-site.js';
import type { Site } from './site.js';

/** A site that was built from the stand-in of the service, and is served by `@astrojs/node`. Both end with the site. */
export interface BuiltServer {
	url: string;
	/** What the build and the server have printed so far. */
	output(): string;
	/** Address of the stand-in, which serves the site's folder `space`. */
	service: string;
	/** Changes the folder of the space, and waits until the stand-in has read it. */
	saved(edit: () => Promise<unknown>): Promise<void>;
	/** Ends the server and starts it again, so that its memory is empty. */
	restart(env?: Record<string, string>): Promise<void>;
	/** Ends the stand-in, as if the service were down. */
	stopService(): Promise<void>;
}

/** Builds a site and serves it, with `the-preview-token` for preview. The folder `space` of the site becomes the service. */
export async function serveBuilt(site: Site): Promise<BuiltServer> {
	const space = site.space();
	const { url: service, tokens } = await space.listen();
	// The build has the token, too, and must leave it out of what it writes.
	let printed = await site.built({
		SLUGLINE_TOKEN: tokens.public,
		SLUGLINE_BASE_URL: service,
		SLUGLINE_PREVIEW_TOKEN: 'the-preview-token',
	});
	const usual = { SLUGLINE_PREVIEW_TOKEN: 'the-preview-token', SLUGLINE_WEBHOOK_SECRET: '' };
	let server = await startServer(site, usual);
	const { url } = server;
	return {
		url,
		service,
		output: () => printed + server.output(),
		async saved(edit) {
			const { promise, resolve } = Promise.withResolvers<void>();
			const end = space.watch(() => resolve());
			await edit();
			await promise;
			end();
		},
		async restart(env) {
			await server.stop();
			printed += server.output();
			// It keeps its address.
			server = await startServer(site, { ...usual, PORT: new URL(url).port, ...env });
		},
		stopService: () => space.close(),
	};
}
