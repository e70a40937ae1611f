import { createSpace, type SpaceSettings } from 'astro-slugline/space';
import { makeFolder, removeFolder } from '../space/temporary-folder.js';
import {
	type Answered,
	type Api,
	type AskOptions,
	describeSpaceContract,
	type OpenApi,
	type Query,
	testCoverage,
} from './contract.js';
import { deliveryRows } from './delivery-rows.js';
import { edgeCases, edgeRows } from './edge-cases.js';
import { eventCases } from './event-cases.js';
import { filterCases } from './filter-cases.js';
import { fixture } from './fixture.js';
import { managementCases } from './management-cases.js';
import { managementRows } from './management-rows.js';
import { otherCases } from './other-cases.js';
import { storyCases } from './story-cases.js';

const rows = [...deliveryRows, ...managementRows, ...edgeRows];
const cases = [...storyCases, ...filterCases, ...otherCases, ...managementCases, ...eventCases, ...edgeCases];

/** One way to reach a space in a folder. */
type Reach = (space: ReturnType<typeof createSpace>) => Promise<{ url: string; fetch: typeof fetch }>;

const openApi =
	(reach: Reach): OpenApi =>
	async () => {
		const closers: (() => Promise<unknown>)[] = [];
		const open = async (
			files: Readonly<Record<string, string>>,
			settings: SpaceSettings = {},
		): Promise<Api> => {
			const folder = await makeFolder({ ...fixture, ...files });
			const space = createSpace(folder, settings);
			closers.push(
				() => space.close(),
				() => removeFolder(folder),
			);
			const { url, fetch } = await reach(space);
			const ask = async (path: string, query: Query = {}, options: AskOptions = {}): Promise<Answered> => {
				const { token = 'public', ...init } = options;
				const entries = Array.isArray(query) ? query : Object.entries(query);
				const search = new URLSearchParams(
					entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
				);
				if (token !== null) search.set('token', space.tokens[token]);
				const response = await fetch(`${url}${path}?${search}`, init);
				const text = await response.text();
				return {
					status: response.status,
					headers: response.headers,
					body: text === '' ? undefined : JSON.parse(text),
				};
			};
			return {
				tokens: space.tokens,
				space,
				ask,
				open,
				async link(slug) {
					const { body } = await ask(
						'/v2/cdn/links',
						{ version: 'draft', per_page: 1000 },
						{ token: 'preview' },
					);
					const links: { slug: string; id: number; uuid: string }[] = Object.values(body.links);
					const found = links.find((link) => link.slug === slug);
					if (!found) throw new Error(`There is no link ${slug}.`);
					return found;
				},
			};
		};
		const close = async () => {
			for (const each of closers) await each();
		};
		return { api: await open({}), close };
	};

describeSpaceContract(
	'in process',
	openApi(async (space) => space),
	cases,
);
describeSpaceContract(
	'over a socket',
	openApi(async (space) => ({ url: (await space.listen()).url, fetch })),
	cases,
);
testCoverage(rows, cases);
