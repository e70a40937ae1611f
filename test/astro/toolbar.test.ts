import { pathToFileURL } from 'node:url';
import type { AstroConfig } from 'astro';
import { expect, it } from 'vitest';
import { serveToolbar } from '../../packages/astro-slugline/src/astro/dev/toolbar.js';
import type { Connection } from '../../packages/astro-slugline/src/astro/session/index.js';
import { temporaryFolder } from '../support/test-folder.js';

type Options = Parameters<typeof serveToolbar>[0];

const space = {
	...{ space: { id: 7, name: 'Harbor' }, version: 'draft', cv: 12, languages: ['de'], links: [], rows: [] },
	counts: { stories: 3 },
};

/** Queries the toolbar's server once, and returns its answer and how often it reloaded the content. */
async function ask(
	question: { path: string; sync?: boolean },
	options: Partial<Options> = {},
	{ routes = {}, ...content }: { routes?: object; rows?: object[]; links?: object[] } = {},
) {
	const folder = await temporaryFolder({ 'routes.json': `head\n${JSON.stringify({ routes })}` });
	const file = pathToFileURL(`${folder}/routes.json`);
	const synced = {
		space: { ...space, stories: () => [], ...content },
		routes: { count: 4, warnings: ['A warning.'], file },
	};
	let loads = 0;
	const state = await new Promise<Record<string, unknown>>((send) => {
		const toolbar = {
			on: (_name: string, receive: (asked: object) => void) => setImmediate(receive, question),
		};
		serveToolbar({
			toolbar: { ...toolbar, send: (_name: string, state: never) => send(state) } as never,
			config: { base: '/docs/' } as AstroConfig,
			connection: { latest: () => synced, onSynced() {} } as unknown as Connection,
			refresh: async () => {
				loads += 1;
			},
			...{ isSecure: false, isFolder: false, editor: undefined, preview: undefined },
			...options,
		});
	});
	return { state, loads };
}

const preview = (hasToken: boolean) => ({ preview: { path: '/_slugline/preview', hasToken } });

it('reports the state of the space', async () => {
	const { state, loads } = await ask({ path: '/docs/' });
	expect(state).toMatchObject({
		...{ path: '/docs/', space: { id: 7, name: 'Harbor' }, version: 'draft', cv: 12 },
		counts: { stories: 3, routes: 4, languages: 2 },
		...{ warnings: ['A warning.'], stories: [], preview: undefined },
	});
	expect(loads).toBe(0);
});

it('loads the content again on request', async () => {
	expect((await ask({ path: '/', sync: true })).loads).toBe(1);
});

it.each([
	[true, 'untranslated'],
	[false, 'draft'],
])('says why a build has no page that preview shows, with published: %s', async (published, note) => {
	const uuid = 'a';
	const { state } = await ask({ path: '/de/pub/' }, undefined, {
		routes: { 'pub.de': { uuid, lang: 'de', href: '/de/pub', isDraft: true } },
		...{ rows: [{ uuid, lang: 'de' }], links: [{ uuid, id: 1, name: 'Pub', slug: 'pub', published }] },
	});
	expect(state['stories']).toMatchObject([{ name: 'Pub', lang: 'de', note }]);
});

it.each<[string, boolean, boolean, Partial<Options>, RegExp[]]>([
	['a site of the service without a token or HTTPS', false, false, {}, [/SLUGLINE_PREVIEW_TOKEN/, /HTTPS/]],
	['a site with a token', true, false, {}, [/HTTPS/]],
	['a site with both', true, true, {}, []],
	['a site of a folder, which needs neither', false, false, { isFolder: true }, []],
])('reports what preview lacks in %s', async (_name, hasToken, https, options, lacks) => {
	const { state } = await ask({ path: '/' }, { ...preview(hasToken), isSecure: https, ...options });
	expect(state['preview']).toEqual({
		address: '/docs/_slugline/preview/',
		lacks: lacks.map((lack) => expect.stringMatching(lack)),
	});
});
