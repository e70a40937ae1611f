import type { ServiceModule } from '../page/data/index.js';
import type { VirtualModule } from './plugin.js';

/** The address of the API. The token is not in any module, because a server reads it from its environment. */
export const serviceModule = (baseUrl: () => string | undefined): VirtualModule => ({
	code: () => `export default ${JSON.stringify({ baseUrl: baseUrl() } satisfies ServiceModule)};`,
});
