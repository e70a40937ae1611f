import { expect, it } from 'vitest';
import { staleEntries } from '../../../packages/astro-keep/src/content-store/stale-entries.js';

const store = (entries: Record<string, unknown>, config = 'config') =>
	new Map([
		['meta::meta', new Map<string, unknown>([['astro-config-digest', config]])],
		['docs', new Map(Object.entries(entries))],
		['meta::docs', new Map<string, unknown>([['a', Math.PI]])],
	]);

const digestOf = (made: string) => `${'0'.repeat(32)}.1.${made.repeat(32)}`;

it('finds entries with the same digest and different data', () => {
	const before = store({
		a: { digest: '1', data: { title: 'One' } },
		b: { digest: '1', data: { title: 'Two' } },
		c: { digest: '1', data: { title: 'Three' } },
		d: { data: { title: 'Four' } },
		story: { digest: digestOf('a'), rendered: { html: '<h2 id="a">' } },
		gone: { digest: '1' },
	});
	const entries = {
		a: { digest: '1', data: { title: 'One' } },
		b: { digest: '1', data: { title: 'Zwei' } },
		// Its source changed, its loader compares nothing, and it is new.
		c: { digest: '2', data: { title: 'Drei' } },
		d: { data: { title: 'Vier' } },
		// The digest of a story contains what was made of it.
		story: { digest: digestOf('b'), rendered: { html: '<h2 id="a-1">' } },
		added: { digest: '1' },
	};
	expect(staleEntries(before, store(entries)).map(({ collection, id }) => `${collection}/${id}`)).toEqual([
		'docs/b',
		'docs/story',
	]);
	// Astro itself loads everything again.
	expect(staleEntries(before, store(entries, 'another config'))).toEqual([]);
	expect(staleEntries(new Map(), store(entries))).toEqual([]);
});
