import { expect, it } from 'vitest';
import { appOf } from '../../packages/astro-keep/src/decide/astro-app.js';

const build = {
	settings: { config: { build: {} }, buildOutput: 'static', scripts: [] },
	origin: 'http://localhost',
	pageNames: [],
	allPages: {},
};

/** The app of Astro's prerenderer, as far as builds use it. */
const app = {
	manifest: {
		...{ routes: [], entryModules: {}, inlinedScripts: new Map() },
		...{ componentMetadata: new Map(), pageMap: new Map() },
	},
	routeCache: { get: () => undefined },
	getComponentByRoute: async () => undefined,
	getOptions: () => build,
};

it('an Astro that lacks a part, or has it in another form, is told apart by its name', () => {
	expect(appOf({ app })).toEqual({ app });
	expect(appOf({})).toEqual({ missing: 'manifest.routes' });
	expect(appOf({ app: { ...app, routeCache: {} } })).toEqual({ missing: 'routeCache.get' });
	expect(appOf({ app: { ...app, getOptions: () => ({ ...build, pageNames: new Set() }) } })).toEqual({
		missing: 'getOptions().pageNames',
	});
});
