import type { AssetsModule } from '../page/data/index.js';
import type { VirtualModule } from './plugin.js';

/** The part of the option `assets` that pages need. It counts as code, so pages are rendered again if it changes. */
export const assetsModule = (assets: () => AssetsModule | undefined): VirtualModule => ({
	code: () => `export default ${JSON.stringify(assets())};`,
});
