import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroConfig, HookParameters } from 'astro';
import { liveConfigOf, liveModule, virtualModulesPlugin } from '../virtual-modules/index.js';
import type { Setup, Wiring } from './setup.js';

/** The middleware, which pages of the same build import with its other files. */
const middleware = new URL('../server/middleware.js', import.meta.url);

/** Adds what live pages need to a site that has `src/live.config`. Returns false for other sites, which get none of it. */
export function setUpLive(
	{ options, command }: Setup,
	{ config, updateConfig, addMiddleware, logger }: HookParameters<'astro:config:setup'>,
	{ started, routes }: Wiring,
): boolean {
	if (liveConfigOf(config) === undefined) return false;
	updateConfig({ vite: { plugins: [virtualModulesPlugin({ live: liveModule(started, routes) })] } });
	addMiddleware({ order: 'pre', entrypoint: fileURLToPath(middleware) });
	const flag = command === 'build' ? missingFlag(config) : undefined;
	if (flag) logger.warn(flag);
	if (command === 'build' && !options.rebuild) {
		logger.warn(
			'Live pages are not cached, because nothing would purge them: set the option `rebuild: {}`, and let a webhook of the space call it.',
		);
	}
	return true;
}

/** What to set on a host that has AsyncLocalStorage only with a flag; undefined if nothing is missing. */
export function missingFlag({ adapter, root }: Pick<AstroConfig, 'adapter' | 'root'>): string | undefined {
	if (adapter?.name !== '@astrojs/cloudflare') return undefined;
	const files = ['jsonc', 'json', 'toml'].map((end) => new URL(`wrangler.${end}`, root)).filter(existsSync);
	if (files.some((file) => /\bnodejs_(?:compat|als)\b/.test(readFileSync(file, 'utf8')))) return undefined;
	return 'Live pages need AsyncLocalStorage, which Cloudflare has only with a flag: put `nodejs_compat` into `compatibility_flags` of wrangler.jsonc.';
}
