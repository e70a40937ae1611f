import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { moduleFile } from 'astro-keep/content-config';
import { slashed } from 'astro-keep/shared/module-path';
import type { LiveModule } from '../page/data/index.js';
import { routeSettings } from '../session/index.js';
import type { VirtualModule } from './plugin.js';
import type { LaterParts } from './site-parts.js';

/** The site's `src/live.config`; undefined if it has none. */
export const liveConfigOf = ({ srcDir }: Pick<AstroConfig, 'srcDir'>): string | undefined =>
	moduleFile(fileURLToPath(new URL('live.config', srcDir)));

/** The site's own endpoint at the path of the option `rebuild`; undefined if it has none. */
export const ownEndpoint = ({ srcDir }: Pick<AstroConfig, 'srcDir'>, path: string): string | undefined =>
	moduleFile(fileURLToPath(new URL(`pages${path}`, srcDir)));

/** The module of live pages. It has no token, because a server reads it from its environment. */
export const liveModule = ({ started, routes }: LaterParts): VirtualModule => ({
	isContent: true,
	async code() {
		const parts = started();
		if (!parts) return 'export default undefined;';
		const { options, site, connection } = parts;
		const { space } = await connection.syncedOnce();
		const cache = site.cache?.provider;
		const data = {
			space: options.id,
			settings: { ...routeSettings(options, site), version: space.version, languages: space.languages },
			facts: Object.fromEntries(
				space.rows
					.filter(({ lang }) => lang === 'default')
					.map(({ uuid, component, groupId }) => [uuid, [component, groupId] as const]),
			),
			cache: cache?.name ?? null,
			cacheQuery: cache?.config?.['query'],
		} satisfies Omit<LiveModule, 'purge' | 'config' | 'endpoint' | 'pages'>;
		const load = (file: string) => `() => import(${JSON.stringify(slashed(file))})`;
		const pages = routes()
			.filter(
				({ type, origin, isPrerendered, params }) =>
					type === 'page' && origin !== 'internal' && !isPrerendered && params.length > 0,
			)
			.map(({ pattern, entrypoint }) => {
				const file = fileURLToPath(new URL(entrypoint, site.root));
				return `${JSON.stringify(pattern)}: ${load(existsSync(file) ? file : entrypoint)}`;
			});
		return `${cache?.name === 'cloudflare' ? cloudflarePurge : 'const purge = undefined;'}
export default {
	...JSON.parse(${JSON.stringify(JSON.stringify(data))}),
	purge,
	config: ${load(liveConfigOf(site) ?? '')},
	endpoint: ${options.rebuild ? load(ownEndpoint(site, options.rebuild.path) ?? 'astro-slugline/routes/live.ts') : 'undefined'},
	pages: { ${pages.join(', ')} },
};`;
	},
});

/** Cloudflare's own call, because Astro's provider does not look at its answer. */
const cloudflarePurge = `const purge = async (tags) => {
	const { cache } = await import('cloudflare:workers');
	const { success, errors } = await cache.purge({ tags });
	if (!success) throw new Error('Cloudflare refused to purge: ' + (errors?.[0]?.message ?? 'it gave no reason') + '.');
};`;
