import { readdir, readFile, stat } from 'node:fs/promises';
import { hashOf } from 'astro-keep/shared/node/hash';
import type { SyncedSpace } from '../../../sync/index.js';
import { definedTypes, factsOf, inferTypes, type SpaceTypes } from '../../../types/index.js';
import type { Content } from '../../../wire/index.js';
import { ConfigError } from '../../page/data/index.js';
import { fileOf, type Options } from '../../settings/index.js';

/** The source of types: the content itself, or a file that defines components. */
export interface TypesSource {
	/** Changes if the source would make different notes of the same story. */
	key: string;
	/** Name of the source, for the first line of the declarations. */
	name(space: SyncedSpace): string;
	/** Notes about a story. They are cached, so that each story is read once. */
	notesOf(content: Content): Iterable<string>;
	/** Warnings of fields that it does not define well enough to check their content. */
	unchecked: readonly string[];
	/** Slugs of the datasources whose values the types have. */
	datasources: readonly string[];
	/** The types, from the notes of all stories and the values of the datasources. */
	types(notes: Iterable<string>, values: ReadonlyMap<string, readonly string[]>): SpaceTypes;
	/** Rejects content that does not match the components. Only for a source that defines them. */
	check?: ((stories: Iterable<[story: string, notes: readonly string[]]>) => void) | undefined;
}

/** Types that are inferred from the content. */
const fromContent: TypesSource = {
	key: 'content 2',
	name: ({ space }) => `the content of ${space.name}`,
	notesOf: factsOf,
	unchecked: [],
	datasources: [],
	types: inferTypes,
};

/** The text of a file, or the JSON files of a folder in the order of their names. */
async function readComponents(url: URL): Promise<string | { path: string; text: string }[]> {
	if (!(await stat(url)).isDirectory()) return readFile(url, 'utf8');
	const folder = new URL(`${url.href.replace(/\/$/, '')}/`);
	const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
	return Promise.all(
		names.map(async (path) => ({
			path,
			text: await readFile(new URL(encodeURIComponent(path), folder), 'utf8'),
		})),
	);
}

/**
 * The source of types that the options select: the content, or a file that defines components, or a folder with a file for each. The
 * notes of a story are then its mismatches.
 *
 * @throws {TypesError} if the file does not define components
 * @throws {ConfigError} if the file does not exist
 */
export async function typesSource(
	{ componentsFile: path }: Pick<Options, 'componentsFile'>,
	root: URL,
): Promise<TypesSource> {
	if (!path) return fromContent;
	const source = await readComponents(fileOf(path, root)).catch(() => {
		throw new ConfigError(
			`The file ${path} does not exist. The option \`componentsFile\` of slugline() names it.`,
			"The path is relative to the site's folder. Create the file with `npx storyblok components pull --space <id>`, or remove the option, so that types come from the content.",
		);
	});
	const { datasources, unchecked, problemsIn } = definedTypes(source, path);
	return {
		key: `components 3 ${hashOf(JSON.stringify(source))}`,
		name: () => path,
		notesOf: problemsIn,
		unchecked,
		datasources,
		types: (_, values) => definedTypes(source, path, values).types,
		check: (stories) => refuse([...stories], path),
	};
}

/** Maximum number of stories in the error. */
const maxNamed = 5;

function refuse(stories: [story: string, notes: readonly string[]][], path: string): void {
	const wrong = stories.filter(([, notes]) => notes.length > 0);
	if (wrong.length === 0) return;
	const named = wrong
		.slice(0, maxNamed)
		.map(
			([story, [first, ...more]]) =>
				`\n- ${story}: ${first}${more.length > 0 ? ` (and ${more.length} more)` : ''}`,
		);
	const others = wrong.length > maxNamed ? `\n- and ${wrong.length - maxNamed} more stories` : '';
	throw new ConfigError(
		`${wrong.length === 1 ? 'A story does' : `${wrong.length} stories do`} not match the components that ${path} defines:${named.join('')}${others}`,
		'Change the stories in the editor, or create the file again if it is outdated.',
	);
}
