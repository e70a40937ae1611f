import { createStorage } from 'unstorage';
import { expect, test } from 'vitest';
import { applyChange, fill } from './fake-changes.js';
import { createFakeSpace } from './fake-space.js';
import { altered, cleanContentOf, contentOf, syncOf } from './helpers.js';

/** A space behind an edge that returns the given values of `cv` and `version`, and counts requests. */
function behind(cvOf: (request: number) => unknown, versionOf: (request: number) => number) {
	const space = createFakeSpace({ codes: ['de'], edge: false });
	fill(space, 30, ['de']);
	let requests = 0;
	const sent = new Set<string>();
	const origin = altered(space.origin, (body) =>
		body.space
			? { space: { ...body.space, version: versionOf(requests) } }
			: { ...body, ...('cv' in body && { cv: cvOf(requests) }) },
	);
	const fetch: typeof globalThis.fetch = async (input) => {
		requests += 1;
		const url = new URL(input instanceof Request ? input.url : input);
		const asked = url.searchParams.get('cv');
		if (asked !== null) sent.add(asked);
		const cv = cvOf(requests);
		if (url.pathname.includes('spaces') || asked !== null || typeof cv !== 'number') return origin(url);
		url.searchParams.set('cv', String(cv));
		return Response.redirect(url, 301);
	};
	return { space, fetch, sent, requests: () => requests };
}

const rowsOf = async (space: Parameters<typeof contentOf>[0]) => (await contentOf(space)).stories;

test.each([
	['0', () => 0],
	['negative', () => -5],
	['a fraction', () => 1.5],
	['beyond all safe integers', () => 1e300],
	['missing', () => null],
])('never sends a cv that is %s, and loses nothing', async (_, cvOf) => {
	const edge = behind(
		(request) => (cvOf() === null ? null : request % 2 === 0 ? cvOf() : null),
		() => 7,
	);
	const storage = createStorage();
	const synced = await syncOf(edge.space, { storage }, edge.fetch).run();
	expect(synced.rows).toHaveLength(60);
	expect(synced.cv).toBeNull();
	expect([...edge.sent].filter((cv) => /^\d{1,15}$/.test(cv) && cv !== '0')).toEqual([]);
});

test('limits the requests to an edge that alternates between two snapshots, and recovers once it stops', async () => {
	let flaps = true;
	const edge = behind(
		(request) => (flaps ? 1_700_000_000 + (request % 2) * 60 : 1_700_000_120),
		() => (flaps ? 1_700_000_060 : 1_700_000_120),
	);
	const storage = createStorage();
	const synced = await syncOf(edge.space, { storage }, edge.fetch).run();
	expect(await rowsOf(synced)).toEqual((await cleanContentOf(edge.space)).stories);
	expect(edge.requests()).toBeLessThan(60);
	flaps = false;
	applyChange(edge.space, { kind: 'edit', which: 3, other: 9 });
	const rested = await syncOf(edge.space, { storage }, edge.fetch).run();
	expect(await rowsOf(rested)).toEqual((await cleanContentOf(edge.space)).stories);
	expect(rested.settled).toBe(true);
});

test('keeps the newer content and warns if the edge goes back by a bucket', async () => {
	let cv = 1_700_000_600;
	let version = 1_700_000_601;
	const edge = behind(
		() => cv,
		() => version,
	);
	const storage = createStorage();
	const first = await rowsOf(await syncOf(edge.space, { storage }, edge.fetch).run());
	cv = 1_700_000_000;
	version += 5;
	applyChange(edge.space, { kind: 'edit', which: 1, other: 4 });
	const notices: string[] = [];
	for (const force of [false, true]) {
		const options = { storage, onNotice: (sentence: string) => notices.push(sentence) };
		const synced = await syncOf(edge.space, options, edge.fetch).run({ force });
		expect(await rowsOf(synced)).toEqual(first);
		expect(synced).toMatchObject({ cv: 1_700_000_600, settled: false, spaceVersion: version });
	}
	expect(notices).toHaveLength(2);
	cv = 1_700_001_200;
	const synced = await syncOf(edge.space, { storage }, edge.fetch).run();
	expect(await rowsOf(synced)).toEqual((await cleanContentOf(edge.space)).stories);
	expect(synced.settled).toBe(true);
});

test('stops after a limited number of requests if the version changes with each of them', async () => {
	const edge = behind(
		() => 1_700_000_000,
		(request) => 1_700_000_000 + request,
	);
	const synced = await syncOf(edge.space, {}, edge.fetch).run();
	expect(synced.rows).toHaveLength(60);
	expect(edge.requests()).toBeLessThan(40);
});

test('waits for a day after each version, and no longer if the clock was ahead at the start', async () => {
	let version = 1_700_000_001;
	const edge = behind(
		() => 1_700_000_000,
		() => version,
	);
	const storage = createStorage();
	const settledAt = async (hour: number) => {
		const now = () => hour * 3_600_000;
		return (await syncOf(edge.space, { storage, now }, edge.fetch).run()).settled;
	};
	expect(await settledAt(100 * 365 * 24)).toBe(false);
	expect(await settledAt(24)).toBe(false);
	version += 1;
	expect(await settledAt(47)).toBe(false);
	expect(await settledAt(70)).toBe(false);
	expect(await settledAt(71)).toBe(true);
});
