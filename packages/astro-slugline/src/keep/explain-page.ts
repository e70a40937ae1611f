import { pathToFileURL } from 'node:url';
import { count, named, some } from '../shared/text/named.js';
import { trimSlashes } from '../shared/text/slashes.js';
import { fieldsOf } from './changes.js';
import { cacheFiles } from './copies/cache-files.js';
import { type PageId, pathOf } from './decide/page-ids.js';
import { filesOf } from './decide/page-images.js';
import { blokParts, commonParts, type PageState, type Reading, readState } from './decide/page-state.js';
import { readable, storyOf } from './explain.js';
import { type Asks, type Kind, partsOf } from './tracking/index.js';

/** Limits of what a line lists, unless all is asked for. It counts the others. */
const maxNamed = { files: 8, entries: 3 };

type Limits = Readonly<typeof maxNamed>;

const noLimits: Limits = { files: Number.POSITIVE_INFINITY, entries: Number.POSITIVE_INFINITY };

/**
 * Explains a page by what the last build has stored: why it was rendered last, and what would render it again.
 *
 * @param cache Astro's `cacheDir`
 * @param path as in the address, without the site's base
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
	const { pathname } = new URL(`http://site/${trimSlashes(path)}`);
	const ids = [...state.pages.keys()].filter((id) => pathOf(id) === pathname);
	if (ids.length === 0) {
		throw new Error(
			`The last build kept no page with the path ${pathname}. It kept ${count(state.pages.size, 'page')}, such as ${some([...state.pages.keys()].map(pathOf), 3)}. Pages with server islands, redirects, and pages on demand are rendered each time.`,
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
		const said = readings.flatMap(({ read, importer }) => {
			const [kind, asked] = partsOf(read);
			const say = dependencies[kind] as (of: typeof asked, by: Words) => string | undefined;
			const sentence = say(asked, { code: parts, limits });
			return sentence === undefined ? [] : importer ? `${sentence} (${importer})` : sentence;
		});
		return [...new Set(said)].sort().map((line) => `  ${line}`);
	};
	const images = page?.images ? filesOf(page.images) : [];
	const why = state.whys().get(id);
	return [
		`${pathOf(id)} (${component})`,
		why ? `It was rendered last because ${why}.` : 'Why it was rendered last is not known.',
		page?.copy
			? 'It is rendered again if one of these changes:'
			: 'It is rendered in every build. It depends on:',
		`  its code: ${parts(component)}`,
		...(page?.given ? ['  what `getStaticPaths` gives it'] : []),
		...words(state.reads().get(id) ?? []),
		...(images.length > 0 ? [`  its images: ${some(images, limits.files)}`] : []),
		...(state.conclusions.evidence
			? [`  any other page, because pages affect each other: ${state.conclusions.evidence}`]
			: []),
		'Each page is rendered again if one of these changes:',
		`  the code that runs for all: ${parts(commonParts)}`,
		...words(state.shared),
	];
}

function ofEntries(ids: readonly string[] | 0, { entries }: Limits): string {
	if (ids === 0) return 'all entries';
	if (ids.length > entries) return `${ids.length} entries, such as ${named(ids.slice(0, 1))}`;
	return entries === maxNamed.entries ? named(ids) : ids.map((id) => `\`${id}\``).join(', ');
}

/** What a sentence is made with. */
interface Words {
	/** Lists the files of a blok. */
	code(name: string): string;
	limits: Limits;
}

/** What a read depends on. Undefined for one that never changes. */
const dependencies: { [Name in Kind]: (asked: Asks[Name], by: Words) => string | undefined } = {
	always: () => 'the time of the build: it asks to be rendered in each',
	fetch: () => 'a response of the network, which no build can compare',
	rewrite: (component) => `the code of ${component}, to which it rewrites`,
	code: (file) => `the code of the entry ${file}`,
	blok: (name, { code }) => `the code of the blok \`${name}\`: ${code(blokParts(name)) || 'there is none'}`,
	env: (name) => `the environment variable ${name}`,
	asset: () => undefined,
	notice: () => undefined,
	'local-image': (address) => `the size of the image ${address}`,
	members: (collection) => `which entries \`${collection}\` has, and their order`,
	member: ([collection, id]) => `whether \`${collection}\` has \`${id}\``,
	fields: ([collection, ids, paths], { limits }) =>
		`${new Intl.ListFormat('en').format(fieldsOf(paths)) || 'all fields'} of ${ofEntries(ids, limits)} in \`${collection}\``,
	query: ([, options]) => `the result of query(${options})`,
	ids: ([, options]) => `the ids in the result of query(${options})`,
	story: ([uuid, lang]) => `whether the story ${uuid} (${lang}) is loaded`,
	group: (uuid) => `which stories are translations of ${uuid}`,
	address: (question) => `the address of \`${storyOf(question)}\``,
	alternates: (question) => `the other languages of \`${storyOf(question)}\``,
	compat: ({ path, query }) => `the response of \`cdn/${path}?${query}\``,
	'compat-cv': ({ path }) => `the cv of \`cdn/${path}\``,
};
