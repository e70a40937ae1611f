import type { AssetsModule } from '../page/data/index.js';
import type { VirtualModule } from './plugin.js';

/** What pages know of the option `assets`. It counts as code: with other options, pages render again. */
export const assetsModule = (assets: () => AssetsModule | undefined): VirtualModule => ({
	code: () => `export default ${JSON.stringify(assets())};`,
});
