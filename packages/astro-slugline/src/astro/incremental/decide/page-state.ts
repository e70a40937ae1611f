import { readFile } from 'node:fs/promises';
import { replaceFile } from '../../../shared/replace-file.js';
import type { Read } from '../../page/tracking/index.js';
import type { PageId } from './page-ids.js';

/** Something that a page read, and the module that asked for it. */
export interface Reading {
	read: Read;
	importer: string;
}

/** A read, with a digest of what it was answered. */
export interface KeptReading extends Reading {
	digest: string;
}

/** What a build keeps of what its pages read, for the next one to compare. */
export interface PageState {
	/** Hash of all that runs for every page. */
	common: string;
	/** Hash of all content, which decides how a read is answered. */
	content: string;
	/** The kinds of all that was read. */
	kinds: ReadonlySet<string>;
	/** Of each page: the key that Astro keeps it under, and a digest of what `getStaticPaths` gave it. */
	pages: ReadonlyMap<PageId, KeptPage>;
	/** What may be on any page. */
	shared: readonly KeptReading[];
	/** What each page read. A build in which nothing changed does not ask. */
	reads(): ReadonlyMap<PageId, readonly KeptReading[]>;
}

export interface KeptPage {
	token: string;
	given: string;
}

const version = 4;

type ReadingRow = [read: string, importer: string, digest: string];

/** The first line of the file; the second one has the reads of pages, which take long to parse. */
interface Head extends Pick<PageState, 'common' | 'content'> {
	version: typeof version;
	kinds: string[];
	shared: ReadingRow[];
	/** Columns: of each page its id, the place of its token in `tokens`, and what it was given. */
	ids: PageId[];
	tokens: string[];
	tokenOf: number[];
	given: string[];
}

/** Every read once, and of each page, in the order of `ids`, the places of its reads. */
interface Body {
	reads: ReadingRow[];
	readsOf: number[][];
}

const rowOf = ({ read, importer, digest }: KeptReading): ReadingRow => [read, importer, digest];

const readingOf = ([read, importer, digest]: ReadingRow): KeptReading => ({ read, importer, digest });

/** The state of the last finished build; undefined where there is none that can be read. */
export async function readState(file: URL): Promise<PageState | undefined> {
	try {
		const bytes = await readFile(file);
		const end = bytes.indexOf('\n');
		const head: Head = JSON.parse(bytes.toString('utf8', 0, end));
		if (head.version !== version) return undefined;
		const { common, content, kinds, shared, ids, tokens, tokenOf, given } = head;
		const pages = new Map<PageId, KeptPage>();
		for (const [place, id] of ids.entries()) {
			pages.set(id, { token: tokens[tokenOf[place] ?? -1] ?? '', given: given[place] ?? '' });
		}
		let reads: ReadonlyMap<PageId, readonly KeptReading[]> | undefined;
		return {
			common,
			content,
			kinds: new Set(kinds),
			pages,
			shared: shared.map(readingOf),
			reads() {
				reads ??= readsOf(ids, JSON.parse(bytes.toString('utf8', end)));
				return reads;
			},
		};
	} catch {
		return undefined;
	}
}

function readsOf(ids: readonly PageId[], body: Body): Map<PageId, KeptReading[]> {
	const readings = body.reads.map(readingOf);
	return new Map(
		ids.map((id, place) => [id, (body.readsOf[place] ?? []).flatMap((read) => readings[read] ?? [])]),
	);
}

export async function writeState(file: URL, state: PageState): Promise<void> {
	const { common, content, kinds, shared, pages } = state;
	const tokens = new Map<string, number>();
	const placeOfToken = (token: string) => placeIn(tokens, token);
	const rows: ReadingRow[] = [];
	const places = new Map<KeptReading, number>();
	const placeOf = (reading: KeptReading) => {
		const place = placeIn(places, reading);
		if (place === rows.length) rows.push(rowOf(reading));
		return place;
	};
	const reads = state.reads();
	const ids = [...pages.keys()];
	const body: Body = { reads: rows, readsOf: ids.map((id) => (reads.get(id) ?? []).map(placeOf)) };
	const tokenOf = [...pages.values()].map(({ token }) => placeOfToken(token));
	const given = [...pages.values()].map((page) => page.given);
	const head: Head = {
		...{ version, common, content, kinds: [...kinds] },
		...{ shared: shared.map(rowOf), ids, tokens: [...tokens.keys()], tokenOf, given },
	};
	await replaceFile(file, `${JSON.stringify(head)}\n${JSON.stringify(body)}`);
}

/** The place of a key among the keys of a map, where it is put if it is not there. */
function placeIn<Key>(places: Map<Key, number>, key: Key): number {
	const place = places.get(key) ?? places.size;
	places.set(key, place);
	return place;
}
