import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { VirtualModule } from './plugin.js';

/** Created when this package is built. */
const bundleFile = fileURLToPath(new URL('../browser/preview.bundle.js', import.meta.url));

/** The code of preview for the browser. */
export const previewBundle = (): VirtualModule => ({ code: () => readFileSync(bundleFile, 'utf8') });

/** Created when this package is built. */
const toolbarFile = fileURLToPath(new URL('../browser/toolbar.bundle.js', import.meta.url));

/** The app in Astro's dev toolbar. */
export const toolbarApp = (): VirtualModule => ({ code: () => readFileSync(toolbarFile, 'utf8') });

/**
 * The module that the first script of a page in preview calls, and that runs before the page's own modules. When Vite wants to reload the page because content or code changed, preview updates
 * the page in place instead.
 */
export const previewClient = (): VirtualModule => ({
	code: () => `import { startPreview as start } from 'virtual:astro-slugline/preview-bundle';
let preview;
export const startPreview = (given) => {
	preview = start(given);
};
import.meta.hot?.on('vite:beforeFullReload', (payload) => {
	// Vite reloads only the page that has the path it names.
	payload.path = '/slugline-preview.html';
	preview?.renew();
});
import.meta.hot?.on('vite:error', ({ err }) => {
	// Unfinished content may not render. Preview says so, and Vite's overlay would hide the page even after it renders again.
	// Vite shows it after this. Errors in the space's folder stay.
	if (preview && err.plugin !== 'astro-slugline') setTimeout(() => document.querySelector('vite-error-overlay')?.remove());
});`,
});
