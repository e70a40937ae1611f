import { fileURLToPath } from 'node:url';
import { type LaterParts, liveConfigOf, liveModule, virtualModulesPlugin } from '../virtual-modules/index.js';
import type { Setup, SetupHook } from './read-setup.js';

/** The middleware, which pages of the same build import with its other files. */
const middleware = new URL('../server/middleware.js', import.meta.url);

/** Adds what live pages need to a site that has `src/live.config`. Returns false for other sites, which get none of it. */
export function setUpLive(
	{ options, command }: Setup,
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
	return true;
}
