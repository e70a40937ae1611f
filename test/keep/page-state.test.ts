import { readFile, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import type { PageImages } from '../../packages/astro-keep/src/decide/page-images.js';
import {
	type PageState,
	readState,
	unknownIsolation,
	writeState,
} from '../../packages/astro-keep/src/decide/page-state.js';
import { readOf } from '../../packages/astro-keep/src/tracking/index.js';
import { resealed } from '../support/resealed.js';
import { createTestFolder } from '../support/test-folder.js';

let file: URL;
beforeEach(async () => {
	file = new URL('pages.state', (await createTestFolder()).url);
});

const text = fc.string({ unit: 'grapheme', maxLength: 6 });
const reading = fc.record({
	read: text.map((asked) => readOf('members', asked)),
	importer: text,
	digest: text,
});
const copy = fc.record({ pack: text, at: fc.nat(), length: fc.nat(), digest: text });
const page = fc.record({
	propsDigest: text,
	code: text,
	copy: fc.option(copy, { nil: undefined }),
	images: fc.constantFrom(undefined, [] as unknown as PageImages),
	headers: fc.constantFrom(undefined, [['content-type', 'text/html']] as const),
});
const parts = fc.array(fc.tuple(text, fc.array(fc.tuple(fc.constantFrom('a.ts', 'b.ts', 'c.ts'), text))));

const isolation = fc.record({
	...{ leaksStaticPaths: fc.boolean(), orderDependence: text, order: text },
	coverage: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.array(fc.nat())),
	newCoveragePages: fc.array(fc.constantFrom('/a', '/b')),
	isChecked: fc.boolean(),
});

const state: fc.Arbitrary<PageState> = fc
	.record({
		...{
			globalCode: text,
			code: text,
			siteCode: text,
			content: text,
			isolation,
			kinds: fc.array(fc.constantFrom('members' as const, 'story' as const)),
			globalReads: fc.array(reading),
			provisionalReads: fc.array(reading),
		},
		pages: fc.array(fc.tuple(text, page, fc.array(reading))),
		parts,
		why: text,
	})
	.map(({ kinds, pages, parts, why, ...rest }) => {
		const reads = new Map(pages.map(([id, , readings]) => [id, readings]));
		return {
			...rest,
			kinds: new Set(kinds),
			pages: new Map(pages.map(([id, of]) => [id, of])),
			reads: () => reads,
			parts: () => new Map(parts.map(([name, of]) => [name, new Map(of)])),
			reasons: () => new Map(pages.map(([id], at) => [id, at % 3 === 0 ? 'it is new' : why])),
		};
	});

const shown = ({ reads, parts, reasons, ...rest }: PageState) => ({
	...{ ...rest, reads: reads(), parts: parts(), reasons: reasons() },
});

it('reads the state that was written', async () => {
	await fc.assert(
		fc.asyncProperty(state, async (before) => {
			await writeState(file, before);
			const read = await readState(file);
			expect(read && shown(read)).toEqual(shown(before));
		}),
		{ seed: 13, numRuns: 60 },
	);
});

it('reads no state if the file is missing, damaged anywhere, or of another version', async () => {
	expect(await readState(file)).toBeUndefined();
	const empty: PageState = {
		...{ globalCode: 'a', code: 'b', siteCode: 's', content: 'c', isolation: unknownIsolation },
		...{ kinds: new Set(), pages: new Map(), globalReads: [], provisionalReads: [] },
		...{ reads: () => new Map(), parts: () => new Map(), reasons: () => new Map() },
	};
	await writeState(file, empty);
	const whole = await readFile(file);
	await writeFile(file, whole.subarray(0, 20));
	expect(await readState(file)).toBeUndefined();
	// The reads of the pages are at the end. They are parsed when they are first needed.
	for (let at = 0; at < whole.length; at++) {
		await writeFile(file, whole.with(at, (whole[at] ?? 0) ^ 4));
		expect(await readState(file)).toBeUndefined();
	}
	await writeFile(
		file,
		resealed(whole, (text) => text.replace(/(?<=version)../, 'I\u0002')),
	);
	expect(await readState(file)).toBeUndefined();
	await writeFile(file, whole);
	expect(await readState(file)).toMatchObject({ globalCode: 'a', code: 'b', content: 'c' });
});
