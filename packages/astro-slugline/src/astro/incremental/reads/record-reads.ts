import { AsyncLocalStorage } from 'node:async_hooks';
import { types } from 'node:util';
import type { EntryChanges, Read, ReadChannel } from '../../page/tracking/index.js';
import { describe } from '../decide/describe.js';
import type { Reading } from '../decide/page-state.js';
import { createReadSet, type ReadSet } from './read-set.js';
import { entryTracking } from './tracked-object.js';

/** What a build is doing. Reads made while comparing are not recorded. */
export type Phase = 'loading' | 'paths' | 'comparing' | 'checking' | 'rendering';

export interface RecorderOptions {
	/** How each kind of read is repeated. */
	answers: ReadChannel['answers'];
	/** Finds entries that pages change in place. */
	changes: EntryChanges;
}

/** Records who reads what while a build runs. */
export interface Recorder<Rendering extends { reads: ReadSet }> {
	/** Through which pages report their reads. */
	channel: ReadChannel;
	/** Records a read that no tracked import made, such as a request of any library. */
	recordHere(read: Read, importer?: string): void;
	enter(phase: Phase): void;
	/** Runs code that renders a page; its reads are the page's. */
	rendering<Result>(page: Rendering, run: () => Result): Result;
	/** The page that the running code renders. */
	pageNow(): Rendering | undefined;
	/** Reads that affect every page. */
	outside(): Iterable<Reading>;
	/** Reads of `getStaticPaths` and of checks, which only matter if pages show what those leave in modules. */
	passing(): Iterable<Reading>;
}

export function createRecorder<Rendering extends { reads: ReadSet }>({
	answers,
	changes,
}: RecorderOptions): Recorder<Rendering> {
	const scope = new AsyncLocalStorage<Rendering>();
	const asking = new AsyncLocalStorage<string>();
	const unrecorded = new AsyncLocalStorage<true>();
	const outside = createReadSet();
	const passing = createReadSet();
	let phase: Phase = 'loading';

	// Reads of `getStaticPaths` show in the props of the pages, and reads during a check are already recorded.
	const readsNow = () =>
		scope.getStore()?.reads ?? (phase === 'paths' || phase === 'checking' ? passing : outside);

	const channel: ReadChannel = {
		describe,
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
		askedBy: (importer, ask) => asking.run(importer, ask),
		unrecorded: (ask) => unrecorded.run(true, ask),
		importerNow: () => asking.getStore(),
		record(read, importer = asking.getStore() ?? '') {
			if (phase === 'comparing') return;
			readsNow().add({ read, importer });
		},
	};

	return {
		channel,
		recordHere(read, importer) {
			if (phase === 'comparing' || unrecorded.getStore()) return;
			// Other code may run while pages render, so such a read counts for no single page.
			if (phase === 'rendering' && !scope.getStore()) return;
			channel.record(read, importer);
		},
		enter(next) {
			phase = next;
		},
		rendering: (page, run) => scope.run(page, run),
		pageNow: () => scope.getStore(),
		outside: () => outside.readings(),
		passing: () => passing.readings(),
	};
}
