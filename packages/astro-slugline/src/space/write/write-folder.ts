import { isDeepStrictEqual } from 'node:util';
import { openFolder } from '../edit/files/folder-files.js';
import { openYaml } from '../edit/files/opened-file.js';
import { digestOf } from '../folder/files/digest.js';
import { pullManifestFile, readPullManifest } from '../folder/files/pull-manifest.js';
import { fileText, planFiles } from './plan-files.js';
import type { PulledSpace } from './pulled-space.js';
import { settle } from './settle.js';

/** The result of writing a pulled space to a folder. Paths are relative to it. */
export type PullReport = {
	readonly written: readonly string[];
	readonly unchanged: number;
	readonly removed: readonly string[];
	/** Files that people changed or created in the place of a pulled one. They stay unchanged. */
	readonly skipped: readonly string[];
	/** Full slugs of stories that the folder cannot serve exactly as pulled. */
	readonly inexact: readonly string[];
};

/**
 * Writes a pulled space to a folder. Only writes files that changed since the last pull, and removes those
 * that no longer exist. Files that people wrote or changed stay.
 *
 * @param options.overwrite also replace files that people changed
 * @throws {SpaceFolderError} if the pulled space contradicts itself, such as two stories with one slug
 */
export async function writePulledSpace(
	folder: string,
	pulled: PulledSpace,
	options: { overwrite?: boolean } = {},
): Promise<PullReport> {
	const planned = planFiles(pulled);
	const inexact = settle(planned, pulled);
	const files = openFolder(folder);
	const manifest = readPullManifest(files.read(pullManifestFile));
	const next = new Map<string, string>();
	const { changes } = files;
	const skipped: string[] = [];
	let unchanged = 0;

	for (const [path, fields] of planned.files) {
		const current = files.read(path);
		const pulledDigest = manifest.get(path);
		const text =
			path === 'space.yaml' && current !== undefined ? updated(current, fields) : fileText(path, fields);
		const isOurs = current === undefined || path === 'space.yaml' || digestOf(current) === pulledDigest;
		if (current === text) unchanged++;
		else if (isOurs || options.overwrite) changes.set(path, text);
		else skipped.push(path);
		if (current === text || isOurs || options.overwrite) next.set(path, digestOf(text));
		else if (pulledDigest !== undefined) next.set(path, pulledDigest);
	}
	for (const [path, pulledDigest] of manifest) {
		if (planned.files.has(path)) continue;
		const current = files.read(path);
		if (current === undefined) continue;
		if (digestOf(current) === pulledDigest || options.overwrite) changes.set(path, null);
		else {
			skipped.push(path);
			next.set(path, pulledDigest);
		}
	}
	const paths = (isRemoved: boolean) =>
		[...changes].filter(([, text]) => (text === null) === isRemoved).map(([path]) => path);
	const report = { written: paths(false), removed: paths(true), unchanged, skipped, inexact };
	const listing = `${JSON.stringify(Object.fromEntries([...next].sort(([a], [b]) => (a < b ? -1 : 1))), null, '\t')}\n`;
	if (listing !== files.read(pullManifestFile)) changes.set(pullManifestFile, listing);
	files.commit();
	return report;
}

/** Updates `space.yaml`, which people may edit, too: only pulled fields are set. */
function updated(text: string, fields: Readonly<Record<string, unknown>>): string {
	const file = openYaml(text);
	let isChanged = false;
	for (const [key, value] of Object.entries(fields)) {
		if (isDeepStrictEqual(codesIn(key, file.get([key])), codesIn(key, value))) continue;
		file.set([key], value);
		isChanged = true;
	}
	return isChanged ? file.print() : text;
}

/** People may name the languages. The API does not return names. */
const codesIn = (key: string, value: unknown): unknown =>
	key === 'languages' && Array.isArray(value)
		? value.map((each) => (typeof each === 'object' && each !== null && 'code' in each ? each.code : each))
		: value;
