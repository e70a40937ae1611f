import { openFolder } from '../edit/folder-files.js';
import { openYaml } from '../edit/opened-file.js';
import { digestOf } from '../folder/digest.js';
import { pullManifestFile, readPullManifest } from '../folder/pull-manifest.js';
import { isSameJson } from './equal.js';
import { planFiles, textOf } from './plan-files.js';
import type { PulledSpace } from './pulled-space.js';
import { filesOf, settle } from './settle.js';

/** What writing a pulled space did to the folder; paths are relative to it. */
export type PullReport = {
	readonly written: readonly string[];
	readonly unchanged: number;
	readonly removed: readonly string[];
	/** Files that people changed or made where a pulled one belongs: left as they are. */
	readonly kept: readonly string[];
	/** Full slugs of what the folder cannot serve exactly as it was pulled. */
	readonly inexact: readonly string[];
};

/**
 * Writes a pulled space into a folder: only files that changed since the last pull, and removes those of what is gone. Files that people
 * wrote or changed stay.
 *
 * @param options.overwrite - replaces also what people changed
 * @throws {SpaceFolderError} if what was pulled contradicts itself, such as two stories with one slug
 */
export async function writePulledSpace(
	folder: string,
	pulled: PulledSpace,
	options: { overwrite?: boolean } = {},
): Promise<PullReport> {
	const planned = planFiles(pulled);
	const inexact = settle(planned, pulled);
	const files = openFolder(folder);
	const manifest = readPullManifest(await files.read(pullManifestFile));
	const wanted = new Map(filesOf(planned).map((file) => [file.path, file]));
	const next = new Map<string, string>();
	const changes = new Map<string, string | null>();
	const kept: string[] = [];
	let unchanged = 0;

	for (const [path, file] of wanted) {
		const current = await files.read(path);
		const known = manifest.get(path);
		const text =
			path === 'space.yaml' && current !== undefined ? updated(current, file.fields) : textOf(file);
		const isOurs = current === undefined || path === 'space.yaml' || digestOf(current) === known;
		if (current === text) unchanged++;
		else if (isOurs || options.overwrite) changes.set(path, text);
		else kept.push(path);
		if (current === text || isOurs || options.overwrite) next.set(path, digestOf(text));
		else if (known !== undefined) next.set(path, known);
	}
	for (const [path, known] of manifest) {
		if (wanted.has(path)) continue;
		const current = await files.read(path);
		if (current === undefined) continue;
		if (digestOf(current) === known || options.overwrite) changes.set(path, null);
		else {
			kept.push(path);
			next.set(path, known);
		}
	}
	files.apply(changes);
	const listing = `${JSON.stringify(Object.fromEntries([...next].sort(([a], [b]) => (a < b ? -1 : 1))), null, '\t')}\n`;
	if (listing !== (await files.read(pullManifestFile))) files.apply(new Map([[pullManifestFile, listing]]));
	const paths = (isRemoved: boolean) =>
		[...changes].filter(([, text]) => (text === null) === isRemoved).map(([path]) => path);
	return { written: paths(false), removed: paths(true), unchanged, kept, inexact };
}

/** `space.yaml` belongs to people too: only what was pulled is set in it. */
function updated(text: string, fields: Readonly<Record<string, unknown>>): string {
	const file = openYaml(text);
	let isChanged = false;
	for (const [key, value] of Object.entries(fields)) {
		if (isSameJson(codesIn(key, file.get([key])), codesIn(key, value))) continue;
		file.set([key], value);
		isChanged = true;
	}
	return isChanged ? file.print() : text;
}

/** People may give the languages names, of which the service tells nothing. */
const codesIn = (key: string, value: unknown): unknown =>
	key === 'languages' && Array.isArray(value)
		? value.map((each) => (typeof each === 'object' && each !== null && 'code' in each ? each.code : each))
		: value;
