import { readFile } from 'node:fs/promises';
import { replaceFile } from '../../../shared/replace-file.js';
import type { Read } from '../../page/tracking/index.js';
import type { PageCopy } from '../copies/page-pack.js';
import type { PageId } from './page-ids.js';
import type { PageImages } from './page-images.js';

/** A read of a page, and the module that made it. */
export interface Reading {
	read: Read;
	importer: string;
}

/** A read, with the digest of its result. */
export interface CachedReading extends Reading {
	digest: string;
}

/** The state of a build's pages, with which the next build compares. */
export interface PageState {
	/** Digest of all code that runs for every page. */
	common: string;
	/** Digest of all code. */
	code: string;
	/** Hash of all content, which decides the results of reads. */
	content: string;
	/** The kinds of all reads. */
	kinds: ReadonlySet<string>;
	/** What rendering pages a second time has shown. */
	proof: PageProof;
	/** For each page, the digests of its props and code, and its copy. */
	pages: ReadonlyMap<PageId, CachedPage>;
	/** The reads that may affect any page. */
	shared: readonly CachedReading[];
	/** The reads of each page. An unchanged build does not need them. */
	reads(): ReadonlyMap<PageId, readonly CachedReading[]>;
	/** The parts of the code of each route, and of the common code, to explain what changed. */
	parts(): CodeParts;
}

/**
 * The functions of the site that have run: for each, the ranges of its text that have not, as pairs of places. A function is named by
 * its module and its text, because chunks change with the content.
 */
export type Blocks = Readonly<Record<string, readonly number[]>>;

/** What rendering pages a second time has shown of their code. */
export interface PageProof {
	/** True if pages show what `getStaticPaths` left in modules, so that its reads count for every page. */
	keepsPaths: boolean;
	/** How a page came out differently because of other pages, as a clause; empty if none did. Then all pages are rendered together. */
	evidence: string;
	/** A digest of all pages in their order, if there is evidence. */
	order: string;
	/** The code that has been rendered a second time. */
	blocks: Blocks;
}

export const noProof: PageProof = { keepsPaths: false, evidence: '', order: '', blocks: {} };

/** Digests of the parts of code, by the name of what runs it. */
export type CodeParts = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The name in `CodeParts` of what runs for every page. */
export const commonParts = '';

/** The name in `CodeParts` of the component of a blok. */
export const blokParts = (name: string): string => `blok ${name}`;

export interface CachedPage {
	/** Digest of what `getStaticPaths` gave it. */
	given: string;
	/** Digest of the code of its route. */
	code: string;
	/** Undefined for a page that is rendered in every build. */
	copy: PageCopy | undefined;
	images: PageImages | undefined;
}

/** Version of the file format. A file with a different version is ignored, and everything is rendered once. */
const version = 9;

type ReadingRow = [read: string, importer: string, digest: string];

/** The first line of the file. The second line has what an unchanged build does not need. */
interface Head extends Pick<PageState, 'common' | 'code' | 'content' | 'proof'> {
	version: typeof version;
	kinds: string[];
	shared: ReadingRow[];
	packs: string[];
	codes: string[];
	/** Columns, one item for each page: its id, the digest of its props, the position of its code in `codes`, and its copy. */
	ids: PageId[];
	given: string[];
	codeOf: number[];
	copies: ([pack: number, at: number, length: number, digest: string] | 0)[];
	images: [page: number, images: PageImages][];
}

/** Every read once; for each page, in the order of `ids`, the positions of its reads; and the parts of all code. */
interface Body {
	reads: ReadingRow[];
	readsOf: number[][];
	parts: [name: string, digest: string][];
	partsOf: [name: string, parts: number[]][];
}

const rowOf = ({ read, importer, digest }: CachedReading): ReadingRow => [read, importer, digest];

const readingOf = ([read, importer, digest]: ReadingRow): CachedReading => ({ read, importer, digest });

/** Reads the state of the last finished build; undefined if it is missing or invalid. */
export async function readState(file: URL): Promise<PageState | undefined> {
	try {
		const bytes = await readFile(file);
		const end = bytes.indexOf('\n');
		const head: Head = JSON.parse(bytes.toString('utf8', 0, end));
		if (head.version !== version) return undefined;
		const { common, code, content, proof, kinds, shared, ids } = head;
		let body: Body | undefined;
		const readBody = (): Body => (body ??= JSON.parse(bytes.toString('utf8', end)));
		let reads: ReadonlyMap<PageId, readonly CachedReading[]> | undefined;
		return {
			...{
				common,
				code,
				content,
				proof,
				kinds: new Set(kinds),
				pages: pagesOf(head),
				shared: shared.map(readingOf),
			},
			reads: () => (reads ??= readsOf(ids, readBody())),
			parts: () => partsOf(readBody()),
		};
	} catch {
		return undefined;
	}
}

function pagesOf({ ids, given, codes, codeOf, packs, copies, images }: Head): Map<PageId, CachedPage> {
	const imagesOf = new Map(images);
	return new Map(
		ids.map((id, place) => {
			const [pack, at, length, digest] = copies[place] || [];
			const name = pack === undefined ? undefined : packs[pack];
			const copy =
				name === undefined || at === undefined || length === undefined || digest === undefined
					? undefined
					: { pack: name, at, length, digest };
			const code = codes[codeOf[place] ?? -1] ?? '';
			return [id, { given: given[place] ?? '', code, copy, images: imagesOf.get(place) }];
		}),
	);
}

function readsOf(ids: readonly PageId[], body: Body): Map<PageId, CachedReading[]> {
	const readings = body.reads.map(readingOf);
	return new Map(
		ids.map((id, place) => [id, (body.readsOf[place] ?? []).flatMap((read) => readings[read] ?? [])]),
	);
}

const partsOf = ({ parts, partsOf: rows }: Body): CodeParts =>
	new Map(
		rows.map(([name, places]) => [name, new Map(places.flatMap((place) => [parts[place] ?? ['', '']]))]),
	);

export async function writeState(file: URL, state: PageState): Promise<void> {
	const { common, code, content, proof, kinds, shared, pages } = state;
	const rows: ReadingRow[] = [];
	const places = new Map<CachedReading, number>();
	const placeOf = (reading: CachedReading) => {
		const place = placeIn(places, reading);
		if (place === rows.length) rows.push(rowOf(reading));
		return place;
	};
	const reads = state.reads();
	const ids = [...pages.keys()];
	const packs = new Map<string, number>();
	const codes = new Map<string, number>();
	const list = [...pages.values()];
	const copies = list.map(({ copy }): Head['copies'][number] =>
		copy ? [placeIn(packs, copy.pack), copy.at, copy.length, copy.digest] : 0,
	);
	const codeOf = list.map((page) => placeIn(codes, page.code));
	const images = list.flatMap((page, place): Head['images'] => (page.images ? [[place, page.images]] : []));
	const parts: Body['parts'] = [];
	const partPlaces = new Map<string, number>();
	const partRows = [...state.parts()].map(([name, of]): Body['partsOf'][number] => [
		name,
		[...of].map((part) => {
			const place = placeIn(partPlaces, part.join('\n'));
			if (place === parts.length) parts.push(part);
			return place;
		}),
	]);
	const body: Body = {
		...{ reads: rows, readsOf: ids.map((id) => (reads.get(id) ?? []).map(placeOf)) },
		...{ parts, partsOf: partRows },
	};
	const head: Head = {
		...{ version, common, code, content, proof, kinds: [...kinds], shared: shared.map(rowOf) },
		...{ packs: [...packs.keys()], codes: [...codes.keys()] },
		...{ ids, given: list.map(({ given }) => given), codeOf, copies, images },
	};
	await replaceFile(file, `${JSON.stringify(head)}\n${JSON.stringify(body)}`);
}

/** The position of a key among the keys of a map. A missing key is added. */
function placeIn<Key>(places: Map<Key, number>, key: Key): number {
	const place = places.get(key) ?? places.size;
	places.set(key, place);
	return place;
}
