import { fileURLToPath } from 'node:url';
import type { VirtualModule } from './plugin.js';

/** What the injected route imports: the component that `routes.page` names, and the collection that it renders. */
export function pageModule(page: string, collection: string, root: URL): VirtualModule {
	const component = JSON.stringify(fileURLToPath(new URL(page, root)));
	return {
		code: () =>
			`export { default as Page } from ${component};\nexport const collection = ${JSON.stringify(collection)};`,
	};
}
