import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';

/** What Vite refuses by itself. A list in the config replaces it. */
const ofVite = ['.env', '.env.*', '*.{crt,pem,key,p12,pfx,cer,der}', '.npmrc', '.yarnrc.yml', '**/.git/**'];

/**
 * The patterns of files that Astro's dev server does not hand out, although they are below its root, because they may contain tokens
 * or keys: configs, and caches.
 */
export function deniedFiles({ vite, cacheDir }: Pick<AstroConfig, 'vite' | 'cacheDir'>): string[] {
	const cache = fileURLToPath(cacheDir)
		.replaceAll('\\', '/')
		.replace(/[^\w/]/g, '\\$&');
	const own = ['space.yaml', '**/.slugline/**', 'astro.config.*', '**/.astro/**', `${cache}**`];
	return vite.server?.fs?.deny ? own : [...ofVite, ...own];
}
