import { expect } from 'vitest';
import { type Api, contractCase } from './contract.js';
import { fixture } from './fixture.js';

const list = '/v2/cdn/stories';
const about = '/v2/cdn/stories/about';

/** A space behind an edge, with its own clock. */
async function behindEdge(
	api: Api,
	edge: { minimumCacheTtl?: { public?: number }; locations?: number } = {},
) {
	const clock = { now: 1_700_000_100_000 };
	const opened = await api.open({}, { edge, clock: () => clock.now, rateLimit: true });
	const version = async () => (await opened.ask('/v2/cdn/spaces/me')).body.space.version as number;
	const read = (path: string, query: Record<string, string | number> = {}) => opened.ask(path, query);
	const edit = async (title: string) => {
		await opened.space.edit.write('about', { content: { title } });
	};
	const pass = (seconds: number) => {
		clock.now += seconds * 1000;
	};
	return { ...opened, version, read, edit, pass };
}

const cacheOf = ({ headers }: { headers: Headers }) => headers.get('x-cache');
const moved = (answer: { status: number; headers: Headers }) => ({
	status: answer.status,
	cv: Number(new URL(answer.headers.get('location') ?? 'x:').searchParams.get('cv')),
});

export const edgeCases = [
	contractCase(
		'a published request without cv, or with an uncached one, is redirected to the current one',
		['Edge: redirect without cv, redirect of an unknown cv, links report no cv'],
		async (api) => {
			const { ask, version } = await behindEdge(api);
			const current = await version();
			for (const cv of [undefined, 0, 1, current + 1000, 'undefined']) {
				for (const path of [list, about, '/v2/cdn/links', '/v2/cdn/datasources']) {
					const answer = await ask(path, { version: 'published', cv }, { redirect: 'manual' });
					expect(moved(answer)).toEqual({ status: 301, cv: current });
				}
			}
			expect((await ask(list, { cv: current })).body.cv).toBe(current);
			expect((await ask('/v2/cdn/links', { version: 'published', cv: current })).body).not.toHaveProperty(
				'cv',
			);
		},
	),
	contractCase(
		'an address always returns the same snapshot while its cv is requested',
		['Edge: snapshots by cv, X-Cache, spaces/me for two seconds'],
		async (api) => {
			const { ask, read, version, edit, pass } = await behindEdge(api);
			const before = await version();
			const first = await read(about, { cv: before });
			expect(cacheOf(first)).toBe('Miss from cloudfront');
			await edit('Later');
			expect(await version()).toBe(before);
			pass(2);
			const after = await version();
			expect(after).toBe(1_700_000_102);
			const old = await read(about, { cv: before });
			expect(cacheOf(old)).toBe('Hit from cloudfront');
			expect(old.body).toEqual(first.body);
			// Not under an address that was never requested.
			const other = await ask(about, { cv: before, language: 'de' }, { redirect: 'manual' });
			expect(moved(other)).toEqual({ status: 301, cv: after });
			const { body } = await read(about);
			expect(body).toMatchObject({ cv: after, story: { content: { title: 'Later' } } });
			expect(cacheOf(await read('/v2/cdn/stories/nowhere'))).toBe('Error from cloudfront');
		},
	),
	contractCase('a hit does not count', ['Edge: hits are free of the rates'], async (api) => {
		const { read, version } = await behindEdge(api);
		const cv = await version();
		const query = { cv, per_page: 100 };
		for (let request = 0; request < 20; request += 1) expect((await read(list, query)).status).toBe(200);
		for (let page = 2; page < 7; page += 1) expect((await read(list, { ...query, page })).status).toBe(200);
		const refused = await read(list, { ...query, page: 7 });
		expect([refused.status, cacheOf(refused)]).toEqual([429, 'Error from cloudfront']);
		expect((await read(list, query)).status).toBe(200);
	}),
	contractCase(
		'with a Minimum Cache TTL, snapshots start at that interval, whatever is published',
		['Edge: Minimum Cache TTL, drafts'],
		async (api) => {
			const { ask, read, version, edit, pass } = await behindEdge(api, { minimumCacheTtl: { public: 60 } });
			const title = async () => (await read(about)).body.story.content.title;
			const bucket = 1_700_000_100 - (1_700_000_100 % 60);
			expect((await read(about)).body.cv).toBe(bucket);
			expect(await title()).toBe('About us');
			await edit('Later');
			pass(2);
			expect(await version()).toBe(1_700_000_102);
			expect(await title()).toBe('About us');
			// A token without one has the version as its cv, and so have its drafts.
			const draft = await ask(about, { version: 'draft', cv: 1 }, { token: 'preview' });
			expect(draft).toMatchObject({ status: 200, body: { story: { content: { title: 'Later' } } } });
			expect([draft.body.cv, cacheOf(draft)]).toEqual([1_700_000_102, 'Miss from cloudfront']);
			pass(58);
			expect((await read(about)).body.cv).toBe(bucket + 60);
			expect(await title()).toBe('Later');
		},
	),
	contractCase(
		'another location reports a lower version for a while',
		['Edge: lower version from another location'],
		async (api) => {
			const { version, edit, pass, link } = await behindEdge(api, { locations: 2 });
			// Requests reach the locations in turn.
			const before = await version();
			await edit('Later');
			pass(1);
			expect(await version()).toBeGreaterThan(before);
			expect(await version()).toBe(before);
			pass(2);
			expect(await version()).toBeGreaterThan(before);
			await link('about');
		},
	),
	contractCase('there are experiments, of which none run', ['Edge: experiments'], async (api) => {
		const { read } = await behindEdge(api);
		expect(await read('/v2/cdn/experiments')).toMatchObject({ status: 200, body: { experiments: [] } });
	}),
	contractCase('a token of assets signs addresses, and no other does', ['Edge: assets/me'], async (api) => {
		const yaml = fixture['space.yaml']?.replace('oauth: oa', 'oauth: oa, asset: as') ?? '';
		const files = { 'space.yaml': yaml };
		const { ask } = await api.open(files);
		const filename = 'https://a.example.com/f/1/private.pdf';
		const signed = await ask('/v2/cdn/assets/me', { filename, token: 'as' }, { token: null });
		expect(signed).toMatchObject({ status: 200, body: { asset: { filename, is_private: true } } });
		expect(signed.body.asset.signed_url).toContain(filename);
		expect((await ask('/v2/cdn/assets/me', { filename })).status).toBe(401);
		expect((await ask('/v2/cdn/assets/me', { token: 'as' }, { token: null })).status).toBe(400);
		expect((await api.ask('/v2/cdn/assets/me', { filename })).status).toBe(401);
	}),
];
