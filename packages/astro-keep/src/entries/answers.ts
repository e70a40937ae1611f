import { once, oncePerKey } from '../shared/once.js';
import { peek } from '../shared/peek.js';
import {
	answers,
	channel,
	type FieldPath,
	imageRow,
	missing,
	type ReadChannel,
	type SlowAnswer,
	whole,
} from '../tracking/index.js';
import { rowOf, type Stored } from './entry.js';
import { shownPart } from './shown-part.js';
import { type AstroContent, isStored, type StoreModule, sourcesOf } from './sources.js';

/** Imports the images that entries use, by id. */
export type AssetImports = () => Promise<{ default: ReadonlyMap<string, unknown> }>;

/** Registers how the build repeats reads of entries. */
export function answerFrom(astro: AstroContent, assets: AssetImports, store: StoreModule): void {
	const open = channel();
	if (!open || open.answers.has('members')) return;
	// Cached, because collections do not change while a build renders pages.
	const entriesOf = oncePerKey(async (name: string) => {
		// Astro warns of a collection without entries, for which perhaps only the earlier build asked.
		if (!(await isStored(store, name))) return new Map<string, Stored>();
		const sources = await sourcesOf(astro, store, name, open);
		return new Map([...sources].map(([id, { raw }]) => [id, raw as object as Stored]));
	});
	const images = once(() => describeImages(assets));
	const imagesOf = async ({ filePath = '', assetImports }: Stored) =>
		assetImports?.length ? ((await images()).get(filePath) ?? []) : [];

	answers('members', async (name) => [...(await entriesOf(name)).values()].map(rowOf));
	answers('member', async ([name, id]) => {
		const entry = (await entriesOf(name)).get(id);
		return [entry ? rowOf(entry) : [id, [missing]]];
	});
	open.timesIn = async ([name, ids, paths]) => {
		const all = await entriesOf(name);
		const entries = ids === 0 ? [...all.values()] : ids.flatMap((id) => all.get(id) ?? []);
		const values = entries.flatMap((entry) => paths.map((path) => timeOf(valueAt(entry, path))));
		return values.filter((time) => time > Date.now());
	};
	answers('fields', async ([name, ids, paths]): Promise<SlowAnswer> => {
		const all = await entriesOf(name);
		const entries = ids === 0 ? [...all] : ids.map((id) => [id, all.get(id)] as const);
		const showsImages = paths.some(([first]) => first === 'rendered' || first === whole);
		return {
			validator: quickText(
				entries.map(([, entry]) => entry),
				paths,
				open,
			),
			async text() {
				const rows: [string, string[]][] = [];
				for (const [id, entry] of entries) {
					rows.push([id, entry ? paths.map((path) => open.entries.textAt(entry, path)) : [missing]]);
					// Behind the columns of fields.
					if (entry && showsImages)
						for (const [name, text] of await imagesOf(entry))
							rows.push([name, [...paths.map(() => ''), text]]);
				}
				return rows;
			},
		};
	});
}

/** The value that a path leads to. */
const valueAt = (entry: object, path: FieldPath): unknown =>
	path.reduce<unknown>(
		(value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
		entry,
	);

/** The time of a date or of its text, in milliseconds since 1970; `NaN` for other values. */
function timeOf(value: unknown): number {
	if (value instanceof Date) return value.getTime();
	return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
}

/** The digests of the data of entries, from which packed ones need not be opened; undefined if a path leads to something else. */
function quickText(
	entries: readonly (Stored | undefined)[],
	paths: readonly FieldPath[],
	open: ReadChannel,
): string | undefined {
	if (paths.some(([first]) => first !== 'data')) return undefined;
	const digests = entries.map((entry) => {
		if (!entry) return '';
		const digest = shownPart(entry.digest);
		const isUnsure = !digest || entry.imageImports?.length || open.entries.changesOf(peek(entry, 'data'));
		return isUnsure ? undefined : `${entry.id} ${digest}`;
	});
	return digests.includes(undefined) ? undefined : digests.join('\n');
}

/** The images in the rendered text of entries, by the files of the entries. */
async function describeImages(assets: AssetImports): Promise<Map<string, [name: string, text: string][]>> {
	const rows = new Map<string, [string, string][]>();
	for (const [id, image] of (await assets()).default) {
		const [path = '', query] = id.split('?');
		const importer = new URLSearchParams(query).get('importer') ?? '';
		const ofImporter = rows.get(importer) ?? [];
		rows.set(importer, ofImporter);
		const name = path.startsWith('.') ? new URL(path, `file:///${importer}`).pathname.slice(1) : path;
		ofImporter.push([imageRow + name, String(channel()?.canonicalText([id, image]))]);
	}
	return rows;
}
