import { expect, it } from 'vitest';
import { appOf, appShape, buildShape } from '../../packages/astro-keep/src/decide/astro-app.js';

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

/** A copy without the part at a path. */
function without(value: object, path: string): object {
	const [name = '', ...rest] = path.split('.');
	const inner = rest.length > 0 ? without(Reflect.get(value, name), rest.join('.')) : undefined;
	return { ...value, [name]: inner };
}

it('an Astro that has all parts can be used', () => {
	expect(appOf({ app })).toEqual({ app });
	expect(appOf({})).toEqual({ missing: 'manifest.routes' });
});

it.each(Object.keys(appShape))('an Astro whose app lacks a part is told by its name: %s', (path) => {
	expect(appOf({ app: without(app, path) })).toEqual({ missing: path });
});

it.each(Object.keys(buildShape))('an Astro whose build lacks a part is told by its name: %s', (path) => {
	const other = { ...app, getOptions: () => without(build, path) };
	expect(appOf({ app: other })).toEqual({ missing: `getOptions().${path}` });
});
