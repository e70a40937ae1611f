import { fileURLToPath } from 'node:url';
import { type LaterParts, liveConfigOf, liveModule, virtualModulesPlugin } from '../virtual-modules/index.js';
import type { Setup, SetupHook } from './read-setup.js';

/** The middleware, which pages of the same build import with its other files. */
const middleware = new URL('../server/middleware.js', import.meta.url);

/** Adds what live pages need to a site that has `src/live.config`. Returns false for other sites, which get none of it. */
export function setUpLive(
	{ options, command, prepared }: Setup,
	{ config, updateConfig, addMiddleware, logger }: SetupHook,
	later: LaterParts,
): boolean {
	if (liveConfigOf(config) === undefined) return false;
	updateConfig({ vite: { plugins: [virtualModulesPlugin({ live: liveModule(later) })] } });
	addMiddleware({ order: 'pre', entrypoint: fileURLToPath(middleware) });
	if (command === 'build' && !options.rebuild) {
		logger.warn(
			'Live pages are not cached, because nothing would purge them: set the option `rebuild: {}`, and let a webhook of the space call it.',
		);
	}
	if (command === 'build' && prepared?.source.kind === 'folder' && !prepared.environment.SLUGLINE_TOKEN) {
		const folder = options.space ?? './space';
		logger.warn(
			`Live pages read the API, not the folder ${folder} of this build, so they cannot show its stories. Where the server runs, serve the folder with \`npx slugline space ${folder}\`, and set SLUGLINE_TOKEN and SLUGLINE_BASE_URL to what it prints.`,
		);
	}
	return true;
}
