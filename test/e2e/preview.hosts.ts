import { serveBuilt } from '../support/built-server.js';
import { config, nodeAdapter, type Site } from '../support/site.js';

/** A site that is served with preview. */
export interface ServedPreview {
	url: string;
	/** What it has printed so far. */
	output(): string;
	/** Address of the API that it reads. */
	service: string;
	/** True if pages follow saved changes without a message of the editor. */
	pushes: boolean;
	/** Changes the folder of the space, and waits until the API has the change. */
	saved(edit: () => Promise<unknown>): Promise<void>;
}

/** A server that shows preview. */
export interface PreviewHost {
	/** True to try everything in a short run. */
	isThorough: boolean;
	/** The text of `astro.config`. */
	config(editor: string): string;
	/** The policy about frames in the headers of a page. */
	frameAncestors(editor: string): RegExp;
	serve(site: Site): Promise<ServedPreview>;
}

const bundledEarly = ['events', 'router', 'swap-functions', 'types'].map(
	(name) => `astro/virtual-modules/transitions-${name}.js`,
);

const configOf = (slugline: string, rest: string): string =>
	`import preact from '@astrojs/preact';\nimport react from '@astrojs/react';\nimport svelte from '@astrojs/svelte';\n${config(
		slugline,
		`security: { csp: true }, ${rest}`,
	).replace(
		'[slugline',
		"[preact({ include: ['**/Counter.jsx', '**/Preact.jsx'] }), react({ include: ['**/React.jsx'] }), svelte(), slugline",
	)}`;

const exclude = "defaultLanguage: 'en', routes: { exclude: ['people/**'] }";

/** Astro's dev server, on a site that is built from a folder. */
export const devServer: PreviewHost = {
	isThorough: true,
	config: (editor) =>
		configOf(
			`{ space: './space', ${exclude}, preview: { editors: ['${editor}'] } }`,
			// Pages reload when Vite finds more to bundle, and messages that are sent meanwhile are lost.
			`vite: { optimizeDeps: { include: ${JSON.stringify(bundledEarly)} } }`,
		),
	// That of the test, and that of the folder; not the site, whose scripts would be an editor's.
	frameAncestors: (editor) => new RegExp(`^frame-ancestors ${editor} http://localhost:\\d+$`),
	async serve(site) {
		const { url, output } = await site.dev();
		const saved = async (edit: () => Promise<unknown>) => void (await edit());
		return { url, output, service: `${url}/_slugline`, pushes: true, saved };
	},
};

/** The built server of `@astrojs/node`, on a site that is built from the API. */
export const builtServer: PreviewHost = {
	isThorough: false,
	config: (editor) =>
		configOf(`{ ${exclude}, preview: { editors: ['${editor}'], deployed: true } }`, nodeAdapter),
	frameAncestors: (editor) => new RegExp(`(?:^|, )frame-ancestors ${editor}$`),
	serve: async (site) => ({ ...(await serveBuilt(site)), pushes: false }),
};
