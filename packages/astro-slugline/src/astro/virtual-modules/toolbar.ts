import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { VirtualModule } from './plugin.js';

/** Created when this package is built. */
const bundle = fileURLToPath(new URL('../browser/toolbar.bundle.js', import.meta.url));

/** The app in Astro's dev toolbar, in dev. */
export const toolbarModules = {
	'toolbar-app': { code: () => readFileSync(bundle, 'utf8') },
} satisfies Record<string, VirtualModule>;
