import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { AstroError } from 'astro/errors';
import type { SyncedSpace } from '../../../sync/index.js';
import { definedTypes, factsOf, inferTypes, type SpaceTypes } from '../../../types/index.js';
import type { Content } from '../../../wire/index.js';
import type { Options } from '../../settings/index.js';

/** Where types come from: the content, or a file that defines it. */
export interface TypesSource {
	/** Changes with what the source says of a story. */
	key: string;
	/** For the first line of the declarations. */
	name(space: SyncedSpace): string;
	/** What a story says about the types. It is kept, so that the story is read once. */
	notesOf(content: Content): Iterable<string>;
	/** The types, from the notes of all stories. */
	types(notes: Iterable<string>): SpaceTypes;
	/** Refuses content that does not fit, if the source knows what fits. */
	check?: ((stories: Iterable<[story: string, notes: readonly string[]]>) => void) | undefined;
}

/** The types that the content has. */
const fromContent: TypesSource = {
	key: 'content 2',
	name: ({ space }) => `the content of ${space.name}`,
	notesOf: factsOf,
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
 * The types that a file of components defines, or a folder with one for each; the notes of a story are what does not fit.
 *
 * @param path as the options have it
 * @throws {TypesError} if the file is not one of components
 * @throws {AstroError} if there is none
 */
async function fromComponentsFile(path: string, root: URL): Promise<TypesSource> {
	const source = await readComponents(new URL(path, root)).catch(() => {
		throw new AstroError(
			`There is no file ${path}, as \`componentsFile\` in the options of slugline() says.`,
			"The path is relative to the site's folder. Write the file with `npx storyblok components pull --space <id>`, or leave the option out: types then come from the content.",
		);
	});
	const { types, problemsIn } = definedTypes(source, path);
	return {
		key: `components 2 ${createHash('sha256').update(JSON.stringify(source)).digest('hex')}`,
		name: () => path,
		notesOf: problemsIn,
		types: () => types,
		check: (stories) => refuse([...stories], path),
	};
}

/** Where the types of a site's space come from, as its options say. */
export const typesSource = async (
	{ componentsFile }: Pick<Options, 'componentsFile'>,
	root: URL,
): Promise<TypesSource> => (componentsFile ? fromComponentsFile(componentsFile, root) : fromContent);

const mostNamed = 5;

function refuse(stories: [story: string, notes: readonly string[]][], path: string): void {
	const wrong = stories.filter(([, notes]) => notes.length > 0);
	if (wrong.length === 0) return;
	const named = wrong
		.slice(0, mostNamed)
		.map(
			([story, [first, ...more]]) =>
				`\n- ${story}: ${first}${more.length > 0 ? ` (and ${more.length} more)` : ''}`,
		);
	const others = wrong.length > mostNamed ? `\n- and ${wrong.length - mostNamed} more stories` : '';
	throw new AstroError(
		`${wrong.length === 1 ? 'A story does' : `${wrong.length} stories do`} not fit the components that ${path} defines:${named.join('')}${others}`,
		'Change the stories in the editor, or write the file again if it is older than the space.',
	);
}
