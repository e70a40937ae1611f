import { pathToFileURL } from 'node:url';
import type { AstroConfig } from 'astro';
import { expect, it } from 'vitest';
import { serveToolbar } from '../../packages/astro-slugline/src/astro/dev/toolbar.js';
import type { Connection } from '../../packages/astro-slugline/src/astro/session/index.js';
import { temporaryFolder } from '../space/temporary-folder.js';

type Options = Parameters<typeof serveToolbar>[0];

/** Queries the toolbar's server once, and returns its answer and how often it reloaded the content. */
async function ask(
	question: { path: string; sync?: boolean },
	options: Partial<Options> = {},
	isSecure = false,
) {
	const folder = await temporaryFolder({ 'routes.json': 'head\n{ "routes": {} }' });
	let loads = 0;
	const synced = {
		space: {
			...{
				space: { id: 7, name: 'Harbor' },
				version: 'draft',
				cv: 12,
				languages: ['de'],
				links: [],
				rows: [],
			},
			counts: { stories: 3 },
		},
		routes: { count: 4, warnings: ['A warning.'], file: pathToFileURL(`${folder}/routes.json`) },
	};
	return new Promise<{ state: Record<string, unknown>; loads: number }>((resolve) => {
		let receive = (_question: unknown) => {};
		serveToolbar({
			toolbar: {
				on: (_name: string, listener: typeof receive) => {
					receive = listener;
				},
				send: (_name: string, state: Record<string, unknown>) => resolve({ state, loads }),
			} as unknown as Options['toolbar'],
			config: { base: '/docs/' } as AstroConfig,
			isSecure,
			connection: { latest: () => synced, onSynced() {} } as unknown as Connection,
			refresh: async () => {
				loads += 1;
			},
			...{ isFolder: false, editor: undefined, preview: undefined },
			...options,
		});
		receive(question);
	});
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

it.each<[string, boolean, boolean, Partial<Options>, RegExp[]]>([
	['a site of the service without a token or HTTPS', false, false, {}, [/SLUGLINE_PREVIEW_TOKEN/, /HTTPS/]],
	['a site with a token', true, false, {}, [/HTTPS/]],
	['a site with both', true, true, {}, []],
	['a site of a folder, which needs neither', false, false, { isFolder: true }, []],
])('reports what preview lacks in %s', async (_name, hasToken, https, options, lacks) => {
	const { state } = await ask({ path: '/' }, { ...preview(hasToken), ...options }, https);
	expect(state['preview']).toEqual({
		address: '/docs/_slugline/preview/',
		lacks: lacks.map((lack) => expect.stringMatching(lack)),
	});
});
