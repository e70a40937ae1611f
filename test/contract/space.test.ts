import { createSpace, type Space, type SpaceSettings } from 'astro-slugline/space';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder, removeFolder } from '../support/test-folder.js';
import type { Answered, Api, AskOptions, Query } from './contract.js';
import { edgeCases } from './edge-cases.js';
import { eventCases } from './event-cases.js';
import { filterCases } from './filter-cases.js';
import { fixture } from './fixture.js';
import { managementCases } from './management-cases.js';
import { otherCases } from './other-cases.js';
import { rows } from './rows.js';
import { storyCases } from './story-cases.js';

const cases = [...storyCases, ...filterCases, ...otherCases, ...managementCases, ...eventCases, ...edgeCases];

/** Ways to reach a space in a folder. */
const reaches: Readonly<Record<string, (space: Space) => Promise<{ url: string; fetch: typeof fetch }>>> = {
	'in process': async (space) => space,
	'over a socket': async (space) => ({ url: (await space.listen()).url, fetch }),
};

describe.each(Object.entries(reaches))('%s', (_, reach) => {
	const closers: (() => Promise<unknown>)[] = [];
	let api: Api;

	async function open(files: Readonly<Record<string, string>>, settings: SpaceSettings = {}): Promise<Api> {
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
			return answerOf(await fetch(`${url}${path}?${search}`, init));
		};
		const link = async (slug: string) => {
			const query = { version: 'draft', per_page: 1000 };
			const { body } = await ask('/v2/cdn/links', query, { token: 'preview' });
			const links: { slug: string; id: number; uuid: string }[] = Object.values(body.links);
			const found = links.find((link) => link.slug === slug);
			if (!found) throw new Error(`There is no link ${slug}.`);
			return found;
		};
		return { tokens: space.tokens, space, ask, open, link };
	}
	beforeAll(async () => {
		api = await open({});
	});
	afterAll(async () => {
		for (const close of closers) await close();
	});

	test.each(cases)('$name', ({ run }) => run(api));
});

async function answerOf(response: Response): Promise<Answered> {
	const text = await response.text();
	const { status, headers } = response;
	return { status, headers, body: text === '' ? undefined : JSON.parse(text) };
}

test('every row of the interface has a case', () => {
	const casesOf = (row: string) => cases.filter((each) => each.covers.includes(row)).map(({ name }) => name);
	console.log(rows.map((row) => `${row.padEnd(38)} ${casesOf(row).join(' · ') || 'NO CASE'}`).join('\n'));
	expect(rows.filter((row) => casesOf(row).length === 0)).toEqual([]);
	expect(cases.flatMap(({ covers }) => covers).filter((row) => !rows.includes(row))).toEqual([]);
	expect(new Set(rows).size).toBe(rows.length);
});
