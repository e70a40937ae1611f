import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { VirtualModule } from './plugin.js';

/** Made by the build of this package. */
const bundleFile = fileURLToPath(new URL('../browser/preview.bundle.js', import.meta.url));

/** Preview's code for the browser. */
export const previewBundle = (): VirtualModule => ({ code: () => readFileSync(bundleFile, 'utf8') });

/**
 * The module that a page in preview loads. Where Vite wants the page to be loaded again, since content or code changed,
 * preview shows the page as it is now, and the page stays.
 */
export const previewClient = (): VirtualModule => ({
	code: () => `import { startPreview } from 'virtual:astro-slugline/preview-bundle';
const preview = startPreview();
import.meta.hot?.on('vite:beforeFullReload', (payload) => {
	if (!preview) return;
	// Vite reloads only the page that has the path it names.
	payload.path = '/slugline-preview.html';
	preview.renew();
});`,
});
