import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { HookParameters, RouteData } from 'astro';
import { type Answer, closeChannel, fetched, openChannel, type ReadChannel } from '../page/tracking/index.js';
import { createAnswerer } from './decide/answerer.js';
import { givenTo, loadPages } from './decide/astro-app.js';
import { type Decision, decide, type Page } from './decide/decide.js';
import { describe } from './decide/describe.js';
import { nextState } from './decide/next-state.js';
import { idOfPath, idOfRequest, type PageId } from './decide/page-ids.js';
import type { PageState, Reading } from './decide/page-state.js';
import { createReader, fieldRead, type Reader } from './decide/reader.js';

type SetPrerenderer = HookParameters<'astro:build:start'>['setPrerenderer'];
type Factory = Extract<Parameters<SetPrerenderer>[0], (...given: never[]) => unknown>;
type Prerenderer = ReturnType<Factory>;

/** What a build did with its pages. */
export interface Outcome {
	state: PageState;
	/** The pages that were rendered, and why; those that have no key without a reason. */
	rendered: Map<PageId, Decision | undefined>;
	kept: number;
	/** The routes, which know the files of their pages. */
	routes: Set<RouteData>;
	/** When the last page was written, in milliseconds since 1970. */
	endedAt: number;
}

/** What Node says of a request that is made without `fetch()`. */
const requestStarts = 'http.client.request.start';

export interface TrackingOptions {
	former: PageState | undefined;
	base: string;
	/** Hash of all that runs for every page, once the code is bundled. */
	common(): string;
	/** Hash of all content, once it is bundled. */
	content(): string;
	/** Modules that can keep what they read. */
	keeping(): ReadonlySet<string>;
	done(outcome: Outcome): void;
}

/**
 * Astro's own prerenderer, which also records what each page reads, and gives Astro a key for each page: the one of the
 * last build, if nothing that the page read then is another now.
 */
export function trackingPrerenderer(inner: Prerenderer, options: TrackingOptions): Prerenderer {
	const { former, base, done } = options;
	/** The key of every page that is rendered in this build: no other build has it, finished or not. */
	const token = randomUUID();
	const scope = new AsyncLocalStorage<Reader>();
	const asking = new AsyncLocalStorage<string>();
	const takers = new AsyncLocalStorage<readonly string[]>();
	const outside = createReader();
	const passing = createReader();
	const rendered = new Map<PageId, Reader>();
	const answers = new Map<string, Answer>();
	const answerer = createAnswerer(answers);
	const { fetch } = globalThis;
	/** What is looked at while pages are compared is read by none. */
	let phase: 'loading' | 'paths' | 'comparing' | 'rendering' = 'loading';
	let decisions = new Map<PageId, Decision>();
	let pages: Page[] = [];

	// What `getStaticPaths` reads is in what it gives to the pages.
	const readerNow = () => scope.getStore() ?? (phase === 'paths' ? passing : outside);

	const open: ReadChannel = {
		describe,
		answers,
		recordField(collection, name, id) {
			if (phase === 'comparing') return;
			// What is read for a module is its reading, whatever the page has read.
			const isFor = takers.getStore() ?? asking.getStore();
			const read = isFor ? fieldRead(collection, name, id) : readerNow().fieldToRecord(collection, name, id);
			if (read !== undefined) open.record(read);
		},
		askedBy: (importer, ask) => asking.run(importer, ask),
		importerNow: () => asking.getStore(),
		takenBy: (taker, run) => takers.run([...(takers.getStore() ?? []), taker], run),
		record(read, importer = asking.getStore() ?? '') {
			if (phase === 'comparing') return;
			// In a function that was given to a module which can keep what comes of it, that module reads.
			const by = takers.getStore()?.find((taker) => options.keeping().has(taker)) ?? importer;
			readerNow().read({ read, importer: by });
		},
	};

	const recordFetch = () => {
		// While pages are rendered, others may ask for things of their own.
		if (scope.getStore() || phase !== 'rendering') open.record(fetched);
	};

	return {
		...inner,
		name: 'astro-slugline',
		async setup() {
			openChannel(open);
			globalThis.fetch = (...asked) => {
				recordFetch();
				return fetch(...asked);
			};
			subscribe(requestStarts, recordFetch);
			await inner.setup?.();
			await loadPages(inner);
		},
		async getStaticPaths() {
			phase = 'paths';
			const paths = await inner.getStaticPaths();
			phase = 'comparing';
			const given = givenTo(inner, paths);
			pages = paths.map((path, place) => ({ id: idOfPath(path), path, given: given[place] }));
			decisions = await decide({
				pages,
				leaf: await entryTexts(open, passing.readings()),
				former,
				common: options.common(),
				content: options.content(),
				answerer,
				token,
			});
			phase = 'rendering';
			return pages.map(({ id, path: { pathname, route } }) => {
				const cacheKey = decisions.get(id)?.token;
				return cacheKey === undefined ? { pathname, route } : { pathname, route, cacheKey };
			});
		},
		async render(request, asked) {
			const reader = createReader();
			rendered.set(idOfRequest(request, asked.routeData, base), reader);
			return scope.run(reader, () => inner.render(request, asked));
		},
		async teardown() {
			const endedAt = Date.now();
			phase = 'comparing';
			globalThis.fetch = fetch;
			unsubscribe(requestStarts, recordFetch);
			const state = await nextState({
				former,
				common: options.common(),
				content: options.content(),
				decisions,
				rendered: new Map([...rendered].map(([id, reader]) => [id, [...reader.readings()]])),
				outside: outside.readings(),
				passing: passing.readings(),
				keeping: options.keeping(),
				answerer,
			});
			closeChannel();
			await inner.teardown?.();
			done({
				state,
				rendered: new Map([...rendered.keys()].map((id) => [id, decisions.get(id)])),
				kept: [...decisions.keys()].filter((id) => !rendered.has(id)).length,
				routes: new Set(pages.map(({ path }) => path.route)),
				endedAt,
			});
		},
	};
}

/** Finds the text of entries whose data is as their collection has it; others may have been made of anything. */
async function entryTexts(open: ReadChannel, passing: Iterable<Reading>) {
	const texts = new Map<unknown, string>();
	for (const { read } of passing) {
		const [kind, asked = ''] = splitOnce(read);
		if (kind !== 'collection' && kind !== 'entry') continue;
		const collection: string = kind === 'collection' ? asked : JSON.parse(asked)[0];
		for (const { data, text } of (await open.lookedInto?.(collection)) ?? []) {
			texts.set(data, `${collection} ${text}`);
		}
	}
	return (value: object) => {
		if (!('collection' in value && 'data' in value)) return undefined;
		const text = open.textOf?.(value);
		return text === undefined ? texts.get(value.data) : `${value.collection} ${text}`;
	};
}

const splitOnce = (read: string): string[] => [
	read.slice(0, read.indexOf(' ')),
	read.slice(read.indexOf(' ') + 1),
];
