import { deserialize, serialize } from 'node:v8';
import type { PageCopy } from '../cache/page-pack.js';
import { readSealed, writeSealed } from '../shared/node/sealed-file.js';
import { once } from '../shared/once.js';
import { type Asks, type Kind, kindOf, partsOf, type Read } from '../tracking/index.js';
import type { PageId } from './page-ids.js';
import type { PageImages } from './page-images.js';

/** A read of a page, and the module that made it. */
export interface Reading {
	read: Read;
	importer: string;
}

/** The same text for equal readings. */
export const textOf = ({ read, importer }: Reading): string => `${importer} ${read}`;

/** A read, with the digest of its result. */
export interface CachedReading extends Reading {
	digest: string;
}

/** Digests of everything that pages may depend on. */
export interface BuildFingerprint {
	/** Digest of all code that runs for every page. */
	globalCode: string;
	/** Digest of all code. */
	code: string;
	/** Digest of the code that runs when pages are rendered, but that of entries, such as those in MDX. */
	siteCode: string;
	/** Hash of all content, which decides the results of reads. */
	content: string;
}

/** The state of a build's pages, with which the next build compares. */
export interface PageState extends BuildFingerprint {
	/** The kinds of all reads. */
	kinds: ReadonlySet<Kind>;
	/** What rendering pages a second time has shown: whether they affect each other. */
	isolation: Isolation;
	/** For each page, the digests of its props and code, and its copy. */
	pages: ReadonlyMap<PageId, CachedPage>;
	/** The reads that may affect any page. */
	globalReads: readonly CachedReading[];
	/** What `getStaticPaths` of an unchecked site has read besides content. Pages may show what it left in modules. */
	provisionalReads: readonly CachedReading[];
	/** The reads of each page. An unchanged build does not need them. */
	reads(): ReadonlyMap<PageId, readonly CachedReading[]>;
	/** The parts of the code of each route, and of the common code, to explain what changed. */
	parts(): CodeParts;
	/** Why each page was rendered last, as half a sentence. */
	reasons(): ReadonlyMap<PageId, string>;
}

/**
 * The functions of the site that have run: for each, the ranges of its text that have not, as pairs of places. A function is named by
 * its module and its text, because chunks change with the content.
 */
export type Coverage = Readonly<Record<string, readonly number[]>>;

/** Whether pages affect each other, as far as rendering them a second time has shown. */
export interface Isolation {
	/** True if pages show what `getStaticPaths` left in modules, so that its reads count for every page. */
	leaksStaticPaths: boolean;
	/** How a page came out differently because of other pages, as a clause; empty if none did. Then all pages are rendered together. */
	orderDependence: string;
	/** A digest of all pages in their order, if pages affect each other. */
	order: string;
	/** The code that has been rendered a second time. */
	coverage: Coverage;
	/** Pages whose content ran code that no earlier check had covered. They may be the only ones that run it. */
	newCoveragePages: readonly PageId[];
	/** True if all pages have been rendered a second time, in another order. Until then nothing shows whether they affect each other. */
	isChecked: boolean;
}

export const unknownIsolation: Isolation = {
	leaksStaticPaths: false,
	orderDependence: '',
	order: '',
	coverage: {},
	newCoveragePages: [],
	isChecked: false,
};

/** True if an earlier build has checked the code of the site. */
export const isChecked = (
	previous: Pick<PageState, 'siteCode' | 'isolation'> | undefined,
	{ siteCode }: BuildFingerprint,
): boolean => previous?.siteCode === siteCode && previous.isolation.isChecked;

/** Digests of the parts of code, by the name of what runs it. */
export type CodeParts = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The name in `CodeParts` of what runs for every page. */
export const globalParts = '';

/** The name in `CodeParts` of what a lookup by name finds. */
export const lookupParts = (name: string): string => `lookup ${name}`;

export interface CachedPage {
	/** Digest of what `getStaticPaths` gave it; empty if that cannot be compared. */
	propsDigest: string;
	/** Digest of the code of its route. */
	code: string;
	/** Undefined for a page that is rendered in every build. */
	copy: PageCopy | undefined;
	images: PageImages | undefined;
	/** Its headers; undefined if the adapter does not get them. */
	headers: readonly (readonly [name: string, value: string])[] | undefined;
}

/** Version of the file format. A file with a different version is ignored, and everything is rendered once. */
const version = 19;

/** What an unchanged build does not need, with the reads of each page in the order of the pages. */
interface Rest {
	reads: (readonly CachedReading[])[];
	parts: CodeParts;
	/** The different reasons, and the place of each page's among them. */
	reasons: string[];
	whyOf: number[];
}

/** Reads the state of the last finished build; undefined if it is missing or invalid. */
export async function readState(file: URL): Promise<PageState | undefined> {
	try {
		const bytes = readSealed(file);
		if (!bytes) return undefined;
		const end = lengthBytes + bytes.readUInt32LE();
		const { version: found, ...head } = deserialize(bytes.subarray(lengthBytes, end));
		if (found !== version) return undefined;
		const pages: PageState['pages'] = head.pages;
		const rest = once((): Rest => deserialize(bytes.subarray(end)));
		const reads = once(() => new Map([...pages.keys()].map((id, place) => [id, rest().reads[place] ?? []])));
		const reasons = once(
			() => new Map([...pages.keys()].map((id, at) => [id, rest().reasons[rest().whyOf[at] ?? 0] ?? ''])),
		);
		return { ...head, reads, reasons, parts: () => rest().parts };
	} catch {
		// A newer Node wrote it.
		return undefined;
	}
}

/** Bytes of the number at the start of the file: the length of what each build needs. */
const lengthBytes = 4;

export async function writeState(file: URL, { reads, parts, reasons, ...state }: PageState): Promise<void> {
	const byPage = reads();
	const why = reasons();
	const places = new Map<string, number>();
	const placeOf = (text: string): number => {
		const place = places.get(text) ?? places.size;
		places.set(text, place);
		return place;
	};
	const whyOf = [...state.pages.keys()].map((id) => placeOf(why.get(id) ?? ''));
	const rest: Rest = {
		...{ reads: [...state.pages.keys()].map((id) => byPage.get(id) ?? []), parts: parts() },
		...{ reasons: [...places.keys()], whyOf },
	};
	const head = serialize({ version, ...state });
	const length = Buffer.alloc(lengthBytes);
	length.writeUInt32LE(head.length);
	await writeSealed(file, Buffer.concat([length, head, serialize(rest)]));
}

/** What the pages of a build ask for with one kind of read. */
export function asksIn<Name extends Kind>(
	{ kinds, globalReads, reads }: PageState,
	kind: Name,
): Set<Asks[Name]> {
	const found = new Map<string, Asks[Name]>();
	if (!kinds.has(kind)) return new Set();
	for (const { read } of [globalReads, ...reads().values()].flat()) {
		if (kindOf(read) !== kind || found.has(read)) continue;
		found.set(read, partsOf(read)[1] as Asks[Name]);
	}
	return new Set(found.values());
}
