import { pathToFileURL } from 'node:url';
import { cacheFiles } from './cache/files.js';
import { type PageId, pathOf } from './decide/page-ids.js';
import { filesOf } from './decide/page-images.js';
import { globalParts, lookupParts, type PageState, type Reading, readState } from './decide/page-state.js';
import { nondeterministicReason, readable } from './explain.js';
import { ruleOf } from './kinds/rules.js';
import { count, nearest, some } from './shared/text/named.js';
import { trimSlashes } from './shared/text/slashes.js';
import { type FieldPath, partsOf, readOf } from './tracking/index.js';

/** Limits of what a line lists, unless all is asked for. It counts the others. */
const maxNamed = { files: 8, entries: 3 };

type Limits = Readonly<typeof maxNamed>;

const noLimits: Limits = { files: Number.POSITIVE_INFINITY, entries: Number.POSITIVE_INFINITY };

/**
 * Explains a page by what the last build has stored: why it was rendered last, and what would render it again.
 *
 * @param cache Astro's `cacheDir`
 * @param path as in the address, without the site's base, or the whole address
 * @param lists whether to list all files and entries, or to count most of them
 * @returns lines; undefined if no state of a build is there
 * @throws {Error} if the last build knows no page with the path
 */
export async function explainPage(
	cache: string,
	path: string,
	lists: 'all' | 'some' = 'some',
): Promise<string[] | undefined> {
	const state = await readState(cacheFiles(pathToFileURL(`${cache}/`)).state);
	if (!state) return undefined;
	const asked = new URL(path.replace(/^(?!https?:)\/*/, '/'), 'http://site');
	const pathname = `/${trimSlashes(asked.pathname)}`;
	const ids = [...state.pages.keys()].filter((id) => pathOf(id) === pathname);
	if (ids.length === 0) {
		const paths = [...state.pages.keys()].map(pathOf);
		const meant = nearest(pathname, paths);
		const others = meant
			? `Did you mean ${meant}?`
			: `It kept ${count(paths.length, 'page')}, such as ${some(paths, 3)}.`;
		throw new Error(
			`The last build kept no page with the path ${pathname}. ${others} A path that no \`getStaticPaths\` returns has no page; pages with server islands, redirects, and pages on demand are rendered each time.`,
		);
	}
	return ids.flatMap((id) => linesOf(id, state, lists === 'all' ? noLimits : maxNamed));
}

function linesOf(id: PageId, state: PageState, limits: Limits): string[] {
	const component = id.slice(0, id.indexOf(' '));
	const page = state.pages.get(id);
	const parts = (name: string) =>
		some(
			[
				...new Set(
					[...(state.parts().get(name)?.keys() ?? [])].filter((part) => !part.startsWith('\0')).map(readable),
				),
			].sort(),
			limits.files,
		);
	const words = (readings: readonly Reading[]) => {
		const said = (limits === noLimits ? readings : joined(readings)).flatMap(({ read, importer }) => {
			const [kind, asked] = partsOf(read);
			const code = (name: string) => parts(lookupParts(name));
			const sentence = ruleOf(kind).dependency(asked as never, { code, maxEntries: limits.entries });
			return sentence === undefined ? [] : importer ? `${sentence} (${importer})` : sentence;
		});
		return [...new Set(said)].sort().map((line) => `  ${line}`);
	};
	const images = page?.images ? filesOf(page.images) : [];
	const why = state.reasons().get(id);
	const loaded = state.globalReads.flatMap(({ read }) => {
		const [kind, file] = partsOf(read);
		return kind === 'loaded' ? [String(file)] : [];
	});
	return [
		`${pathOf(id)} (${component})`,
		why ? `It was rendered last because ${why}.` : 'Why it was rendered last is not known.',
		page?.copy && why !== nondeterministicReason
			? 'It is rendered again if one of these changes:'
			: 'It is rendered in every build. It depends on:',
		`  its code: ${parts(component)}`,
		...(page?.propsDigest ? ['  what `getStaticPaths` gives it'] : []),
		...words(state.reads().get(id) ?? []),
		...(images.length > 0 ? [`  its images: ${some(images, limits.files)}`] : []),
		...(state.isolation.orderDependence
			? [`  any other page, because pages affect each other: ${state.isolation.orderDependence}`]
			: []),
		'Each page is rendered again if one of these changes:',
		`  the code that runs for all: ${parts(globalParts)}`,
		...words(state.globalReads.filter(({ read }) => partsOf(read)[0] !== 'loaded')),
		...(loaded.length > 0 ? [`  what pages load while they run: ${some(loaded, limits.files)}`] : []),
	];
}

/** Joins the fields that a module reads of an entry, and then the entries of which it reads the same fields. */
function joined(readings: readonly Reading[]): Reading[] {
	const rest: Reading[] = [];
	const byEntry = new Map<string, FieldPath[]>();
	for (const reading of readings) {
		const [kind, asked] = partsOf(reading.read);
		if (kind !== 'fields' || asked[1] === 0) {
			rest.push(reading);
			continue;
		}
		const [collection, ids, paths] = asked;
		for (const id of ids) {
			const key = JSON.stringify([reading.importer, collection, id]);
			byEntry.set(key, [...(byEntry.get(key) ?? []), ...paths]);
		}
	}
	const sameFields = Map.groupBy(byEntry, ([key, paths]) => {
		const [importer, collection]: string[] = JSON.parse(key);
		const texts = [...new Set(paths.map((path) => JSON.stringify(path)))].sort();
		return JSON.stringify([importer, collection, texts]);
	});
	return [...rest, ...Array.from(sameFields, readingOf)];
}

function readingOf([key, entries]: [string, [string, unknown][]]): Reading {
	const [importer, collection, texts]: [string, string, string[]] = JSON.parse(key);
	const ids = entries.map(([entry]) => JSON.parse(entry)[2] as string).sort();
	const paths = texts.map((text) => JSON.parse(text) as FieldPath);
	return { read: readOf('fields', [collection, ids, paths]), importer };
}
