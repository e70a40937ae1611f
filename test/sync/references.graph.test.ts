import { hash } from 'node:crypto';
import { referenceDigests } from 'astro-slugline/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLong } from '../support/long.js';

const runs = { seed: 20_261_121, numRuns: isLong ? 20_000 : 1000 };

/** One story in one language. */
interface Content {
	version: number;
	relations: Record<string, number[]>;
	links: number[];
}

/** A small space: published contents, and the addresses of pages. Stories are numbers. */
interface Model {
	contents: Map<string, Content>;
	addresses: Map<string, number>;
}

const langs = ['default', 'de', 'fr'];
const stories = [0, 1, 2, 3, 4, 5];
const fields = ['page.author', 'page.more'];
const keyOf = (story: number, lang: string) => `${story} ${lang}`;
const own = (key: string, { version, relations, links }: Content) =>
	JSON.stringify([key, version, relations, links]);
const hrefOf = ({ contents, addresses }: Model, story: number, lang: string) => {
	const place = contents.has(keyOf(story, lang)) ? addresses.get(keyOf(story, lang)) : undefined;
	return place === undefined ? undefined : `/${lang}/${story}-${place}/`;
};

/** The digest of each row, with its own part in front. */
function digestsOf(model: Model, relations?: string[]): Map<string, string> {
	const rows = [...model.contents].map(([key, content]) => {
		const [uuid = '', lang = ''] = key.split(' ');
		const named = Object.entries(content.relations).map(([field, uuids]) => `;${field}=${uuids.join(',')}`);
		return {
			key,
			uuid,
			lang,
			digest: own(key, content),
			references: content.links.join(',') + named.join(''),
		};
	});
	const digests = referenceDigests({
		rows,
		relations,
		hrefOf: (uuid, lang) => hrefOf(model, Number(uuid), lang),
		hash: (text) => hash('sha256', text),
	});
	return new Map(rows.map((row) => [row.key, `${row.digest}.${digests.get(row)}`]));
}

/** Everything that a row reaches, found by walking: contents, and the addresses that they refer to. */
function reachedFrom(model: Model, key: string, relations = fields): string {
	const [story = '', lang = ''] = key.split(' ');
	const seen = new Map<number, string>();
	const walk = (at: number) => {
		const here = model.contents.has(keyOf(at, lang)) ? keyOf(at, lang) : keyOf(at, 'default');
		const content = model.contents.get(here);
		if (!content || seen.has(at)) return;
		const related = relations.flatMap((field) => content.relations[field] ?? []);
		const addresses = [...related, ...content.links].map(
			(other) => `${other}: ${hrefOf(model, other, lang) ?? hrefOf(model, other, 'default')}`,
		);
		seen.set(at, JSON.stringify([own(here, content), addresses]));
		for (const other of related) walk(other);
	};
	walk(Number(story));
	return [...seen.values()].sort().join('\n');
}

const someStories = fc.uniqueArray(fc.constantFrom(...stories, 77), { maxLength: 3 });
const content = fc.record({
	version: fc.nat({ max: 2 }),
	relations: fc
		.uniqueArray(fc.tuple(fc.constantFrom(...fields), someStories), { selector: ([field]) => field })
		.map(
			(found): Record<string, number[]> => Object.fromEntries(found.filter(([, uuids]) => uuids.length > 0)),
		),
	links: someStories,
});
const keys = stories.flatMap((story) => langs.map((lang) => keyOf(story, lang)));
const key = fc.constantFrom(...keys);
const model = fc
	.record({
		contents: fc.uniqueArray(fc.tuple(key, content), { selector: ([at]) => at, maxLength: 12 }),
		addresses: fc.uniqueArray(fc.tuple(key, fc.nat({ max: 2 })), { selector: ([at]) => at, maxLength: 12 }),
	})
	.map(({ contents, addresses }): Model => ({ contents: new Map(contents), addresses: new Map(addresses) }));
const change = fc.oneof(
	fc.record({ at: key, content: fc.option(content, { nil: undefined }) }),
	fc.record({ at: key, address: fc.option(fc.nat({ max: 2 }), { nil: undefined }) }),
);

function changed(
	before: Model,
	changes: readonly { at: string; content?: Content | undefined; address?: number | undefined }[],
): Model {
	const after = { contents: new Map(before.contents), addresses: new Map(before.addresses) };
	for (const { at, ...what } of changes) {
		const map: Map<string, unknown> = 'content' in what ? after.contents : after.addresses;
		const value = 'content' in what ? what.content : what.address;
		if (value === undefined) map.delete(at);
		else map.set(at, value);
	}
	return after;
}

test.each([
	['every field', undefined],
	['one field', ['page.author']],
])('changes a digest exactly if something changes that the row reaches through %s', (_what, relations) => {
	let same = 0;
	let different = 0;
	fc.assert(
		fc.property(model, fc.array(change, { minLength: 1, maxLength: 3 }), (before, changes) => {
			const after = changed(before, changes);
			const [old, now] = [digestsOf(before, relations), digestsOf(after, relations)];
			for (const [row, digest] of now) {
				const former = old.get(row);
				if (former === undefined) continue;
				const isSame = reachedFrom(before, row, relations) === reachedFrom(after, row, relations);
				expect([row, digest === former]).toEqual([row, isSame]);
				if (isSame) same += 1;
				else different += 1;
			}
		}),
		runs,
	);
	// Both outcomes are common, so that the test can fail either way.
	expect(Math.min(same, different)).toBeGreaterThan(runs.numRuns / 4);
});

test('does not depend on the order of rows', () => {
	fc.assert(
		fc.property(model, (some) => {
			const reversed = { ...some, contents: new Map([...some.contents].reverse()) };
			expect([...digestsOf(reversed)].sort()).toEqual([...digestsOf(some)].sort());
		}),
		{ ...runs, numRuns: runs.numRuns / 5 },
	);
});

/** More than there can be calls on the stack. */
const many = isLong ? 100_000 : 30_000;

test('does not overflow for a long chain or cycle of stories', () => {
	for (const last of [[], [0]]) {
		const contents = new Map(
			Array.from({ length: many }, (_, at): [string, Content] => [
				keyOf(at, 'default'),
				{ version: 0, relations: { 'page.more': at < many - 1 ? [at + 1] : last }, links: [] },
			]),
		);
		const before = digestsOf({ contents, addresses: new Map() });
		contents.set(keyOf(many - 1, 'default'), { version: 1, relations: { 'page.more': last }, links: [] });
		const after = digestsOf({ contents, addresses: new Map() });
		for (const at of [0, many / 2, many - 2]) {
			expect(after.get(keyOf(at, 'default'))).not.toBe(before.get(keyOf(at, 'default')));
		}
	}
});
