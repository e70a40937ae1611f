import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { VirtualModule } from './plugin.js';

/** Created when this package is built. */
export const previewBundle = fileURLToPath(new URL('../browser/preview.bundle.js', import.meta.url));

/** The modules that pages load in preview, in dev. */
export const previewModules = {
	'preview-bundle': { code: () => readFileSync(previewBundle, 'utf8') },
	/*
	 * The first script of a page in preview calls this module, which runs before the page's own. When Vite wants to reload the page
	 * because content or code changed, preview updates it in place instead.
	 */
	'preview-client': {
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
// What changed before Vite could say so.
import.meta.hot?.on('vite:ws:connect', () => preview?.renew());
import.meta.hot?.on('vite:error', ({ err }) => {
	// Unfinished content may not render. Preview says so, and Vite's overlay would hide the page even after it renders again.
	// Vite shows it after this. Errors in the space's folder stay.
	if (preview && err.plugin !== 'astro-slugline') setTimeout(() => document.querySelector('vite-error-overlay')?.remove());
});`,
	},
} satisfies Record<string, VirtualModule>;
