import { fileURLToPath } from 'node:url';
import { slashed } from '../../shared/module-path.js';
import { fileOf } from '../settings/index.js';
import type { VirtualModule } from './plugin.js';

/** The module that the injected route imports: the component of `routes.page`, and the name of its collection. */
export function pageModule(page: string, collection: string, root: URL): VirtualModule {
	const component = JSON.stringify(slashed(fileURLToPath(fileOf(page, root))));
	return {
		code: () =>
			`export { default as Page } from ${component};\nexport const collection = ${JSON.stringify(collection)};`,
	};
}
