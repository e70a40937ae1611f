import type { ServiceModule } from '../page/data/index.js';
import type { VirtualModule } from './plugin.js';

/** Where the service is. The token is in no module: a server reads it from its environment. */
export const serviceModule = (baseUrl: () => string | undefined): VirtualModule => ({
	code: () => `export default ${JSON.stringify({ baseUrl: baseUrl() } satisfies ServiceModule)};`,
});
