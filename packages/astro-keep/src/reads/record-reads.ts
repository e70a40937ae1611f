import { AsyncLocalStorage } from 'node:async_hooks';
import { types } from 'node:util';
import { canonicalText } from '../decide/canonical-text.js';
import type { Read, ReadChannel } from '../tracking/index.js';
import { createReadSet, type ReadSet } from './read-set.js';
import { entryTracking } from './tracked-object.js';

/** What a build is doing. Reads made while comparing are not recorded. */
type Phase = 'loading' | 'paths' | 'comparing' | 'checking' | 'rendering';

/** Records who reads what while a build runs. */
export type Recorder<Rendering extends { reads: ReadSet }> = ReturnType<typeof createRecorder<Rendering>>;

/**
 * @param answers how each kind of read is repeated
 * @param changes finds entries that pages change in place
 */
export function createRecorder<Rendering extends { reads: ReadSet }>({
	answers,
	changes,
}: Pick<ReadChannel, 'answers' | 'changes'>) {
	const scope = new AsyncLocalStorage<Rendering>();
	const asking = new AsyncLocalStorage<string>();
	const unrecorded = new AsyncLocalStorage<true>();
	const outside = createReadSet();
	const provisional = createReadSet();
	let phase: Phase = 'loading';

	// Reads of `getStaticPaths` show in the props of the pages, and reads during a check are already recorded.
	const readsNow = () =>
		scope.getStore()?.reads ?? (phase === 'paths' || phase === 'checking' ? provisional : outside);

	const channel: ReadChannel = {
		canonicalText,
		answers,
		changes,
		tracked: new WeakMap(),
		entries: entryTracking(),
		isProxy: types.isProxy,
		recordField(field, id) {
			if (phase === 'comparing') return;
			const reads = readsNow();
			if (field.reads !== reads) {
				field.reads = reads;
				field.seen = reads.seen(field);
			}
			field.seen?.add(id);
		},
		attributeTo: (importer, ask) => asking.run(importer, ask),
		untrack: (ask) => unrecorded.run(true, ask),
		importerNow: () => asking.getStore(),
		record(read, importer = asking.getStore() ?? '') {
			if (phase === 'comparing') return;
			readsNow().add({ read, importer });
		},
	};

	return {
		/** Through which pages report their reads. */
		channel,
		/** Records a read that no tracked import made, such as a request of any library. */
		recordHere(read: Read, importer?: string): void {
			if (phase === 'comparing' || unrecorded.getStore()) return;
			// Other code may run while pages render, so such a read counts for no single page.
			if (phase === 'rendering' && !scope.getStore()) return;
			channel.record(read, importer);
		},
		enter(next: Phase): void {
			phase = next;
		},
		/** Compiles what records reads, by recording some that count for nothing. */
		compile(): void {
			scope.run({ reads: createReadSet() } as Rendering, () => {
				for (const id of ['one', 'two']) {
					const raw = { id, collection: '', data: { date: new Date(0), tags: [id], in: { it: 1 } } };
					const source = channel.entries.source(raw);
					for (const name of ['first', 'again'])
						JSON.stringify([name, channel.entries.entry(source), channel.entries.entry(source)]);
				}
			});
		},
		/** Runs code that renders a page; its reads are the page's. */
		rendering: <Result>(page: Rendering, run: () => Result): Result => scope.run(page, run),
		/** The page that the running code renders. */
		pageNow: () => scope.getStore(),
		/** Reads that affect every page. */
		outside: () => outside.readings(),
		/** Reads of `getStaticPaths` and of checks, which only matter if pages show what those leave in modules. */
		provisional: () => provisional.readings(),
	};
}
