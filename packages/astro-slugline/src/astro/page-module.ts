import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { exactly } from './exactly.js';

/** What the injected route imports: the user's component and the collection it renders. */
const pageModule = 'virtual:astro-slugline/page';
const resolved = `\0${pageModule}`;

/** Serves the component that `routes.page` names to the injected route. */
export function pagePlugin(page: string, collection: string, root: URL): Plugin {
	const component = JSON.stringify(fileURLToPath(new URL(page, root)));
	return {
		name: 'astro-slugline:page',
		resolveId: { filter: exactly(pageModule), handler: () => resolved },
		load: {
			filter: exactly(resolved),
			handler: () =>
				`export { default as Page } from ${component};\nexport const collection = ${JSON.stringify(collection)};`,
		},
	};
}
