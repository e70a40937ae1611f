import { createSpace, type SpaceSettings } from 'astro-slugline/space';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { makeFolder, removeFolder } from '../space/temporary-folder.js';
import type { Answered, Api, AskOptions, Query } from './contract.js';
import { edgeCases } from './edge-cases.js';
import { eventCases } from './event-cases.js';
import { filterCases } from './filter-cases.js';
import { fixture } from './fixture.js';
import { managementCases } from './management-cases.js';
import { otherCases } from './other-cases.js';
import { storyCases } from './story-cases.js';

const cases = [...storyCases, ...filterCases, ...otherCases, ...managementCases, ...eventCases, ...edgeCases];

/** One way to reach a space in a folder. */
type Reach = (space: ReturnType<typeof createSpace>) => Promise<{ url: string; fetch: typeof fetch }>;

/** An API, and what closes everything that it opened. */
interface Opened {
	api: Api;
	close(): Promise<void>;
}

async function openApi(reach: Reach): Promise<Opened> {
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
}

const ways: [string, Reach][] = [
	['in process', async (space) => space],
	['over a socket', async (space) => ({ url: (await space.listen()).url, fetch })],
];

describe.each(ways)('%s', (_, reach) => {
	let opened: Opened;
	beforeAll(async () => {
		opened = await openApi(reach);
	});
	afterAll(() => opened.close());

	for (const { name, run } of cases) test(name, () => run(opened.api));
});
