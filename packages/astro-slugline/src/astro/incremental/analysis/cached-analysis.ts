import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { replaceFile } from '../../../shared/replace-file.js';
import { lookedUpMeta } from '../../page/data/index.js';
import type { RenderOrder } from './find-order.js';
import type { StatefulModules } from './find-stateful.js';
import { isContent, type Module } from './modules.js';

/** What the analysis of all modules finds. */
export interface Analysis extends RenderOrder, StatefulModules {
	/** Ids of the modules that may change what others see when they are loaded. */
	changing: ReadonlySet<string>;
}

export interface AnalysisCache {
	file: URL;
	/** The key of digests: code may contain secrets. */
	key(): string;
	/** A digest of this package, whose code analyzes. */
	own(): string;
}

/** Modules by their places among all ids, so that the file has no path of this machine. */
interface Stored {
	digest: string;
	sharedReaders: string[];
	stateful: number[];
	counting: number[];
	countingPackages: [module: number, packages: string[]][];
	changingContent: number[];
	changing: number[];
}

/**
 * The analysis of the previous build, if all code is the same, or else a new one. Most builds change content alone, and parsing and
 * analyzing the modules of a small site takes 60 ms.
 */
export async function cachedAnalysis(
	cache: AnalysisCache,
	modules: ReadonlyMap<string, Module>,
	fetching: ReadonlyMap<string, string>,
	analyze: () => Analysis,
): Promise<Analysis> {
	const ids = [...modules.keys()].sort();
	const digest = digestOf(cache, ids, modules, fetching);
	const stored = read(cache.file);
	if (stored?.digest === digest) return fromStored(stored, ids);
	const analysis = analyze();
	await replaceFile(cache.file, JSON.stringify(toStored(analysis, ids, digest)));
	return analysis;
}

function digestOf(
	{ key, own }: AnalysisCache,
	ids: readonly string[],
	modules: ReadonlyMap<string, Module>,
	fetching: ReadonlyMap<string, string>,
): string {
	const hash = createHmac('sha256', key()).update(JSON.stringify([own(), [...fetching].sort()]));
	for (const id of ids) {
		const module = modules.get(id);
		if (!module) continue;
		const { code, isEntry, importedIds, dynamicallyImportedIds, meta } = module;
		const text = isContent(module) ? 'content' : code;
		hash.update(JSON.stringify([id, text, isEntry, importedIds, dynamicallyImportedIds, meta[lookedUpMeta]]));
	}
	return hash.digest('hex');
}

function read(file: URL): Stored | undefined {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		return undefined;
	}
}

function toStored(analysis: Analysis, ids: readonly string[], digest: string): Stored {
	const places = new Map(ids.map((id, place) => [id, place]));
	const placesOf = (found: Iterable<string>) => [...found].flatMap((id) => places.get(id) ?? []);
	return {
		digest,
		sharedReaders: [...analysis.sharedReaders],
		stateful: placesOf(analysis.stateful),
		counting: placesOf(analysis.counting),
		countingPackages: [...analysis.countingPackages].map(([id, names]) => [places.get(id) ?? -1, [...names]]),
		changingContent: placesOf(analysis.changingContent),
		changing: placesOf(analysis.changing),
	};
}

function fromStored(stored: Stored, ids: readonly string[]): Analysis {
	const idsAt = (places: readonly number[]) => new Set(places.flatMap((place) => ids[place] ?? []));
	return {
		sharedReaders: new Set(stored.sharedReaders),
		stateful: idsAt(stored.stateful),
		counting: idsAt(stored.counting),
		countingPackages: new Map(
			stored.countingPackages.map(([place, names]) => [ids[place] ?? '', new Set(names)]),
		),
		changingContent: idsAt(stored.changingContent),
		changing: idsAt(stored.changing),
	};
}
