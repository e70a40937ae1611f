import { AstroError } from 'astro/errors';
import type { Loader, LoaderContext } from 'astro/loaders';
import { z } from 'zod';
import type { Filter } from '../../client/index.js';
import { unknownOptions } from '../../shared/text/named.js';
import { isIn } from '../../shared/text/slashes.js';
import type { StoryRow, SyncedSpace } from '../../sync/index.js';
import type { StoryOf } from '../../types/index.js';
import { type Story, storySchema } from '../../wire/index.js';
import { type CollectionWriter, writeCollection } from '../content-store/index.js';
import {
	connectionOf,
	entryIdOf,
	ownPart,
	storiesLoader,
	withReferences,
	withShown,
} from '../session/index.js';
import { guarded } from './guard.js';
import { type EntryMaker, type EntryParts, entryMaker, type StoryEntry } from './story-entry.js';
import { noEntries, unmatched } from './unmatched.js';
import { collectionWarnings } from './warnings.js';

const shape: z.ZodType = storySchema;

/** What `entry` returns is the author's own. A schema of the collection takes the place of this one. */
const anyData: z.ZodType = z.record(z.string(), z.unknown());

const optionNames = ['space', 'startsWith', 'contentType', 'languages', 'filter', 'id', 'entry'];

/** The stories to load. A story must match all options. Without options, all published stories are loaded in all languages. */
export interface StoriesOptions {
	/** Id of the integration, if the site has more than one space. @default 'default' */
	space?: string;
	/** Start of the full slug in the default language, such as a folder. @example 'blog/' */
	startsWith?: string;
	/** One or more content types. @example ['article', 'author'] */
	contentType?: string | readonly string[];
	/** Codes of the languages to load besides the default one, which is always loaded. @default all that the integration builds */
	languages?: readonly string[];
	/** A filter on content, which the API evaluates. @example filter.where('price').ltFloat(20) */
	filter?: Filter;
	/** Returns the id of an entry. Ids must be unique. @default the full slug without slashes at the ends */
	id?: (story: Story) => string;
	/**
	 * Returns what an entry has in place of the story, so that Astro's `render(entry)` and tools such as Starlight can use it.
	 *
	 * @default the whole story as `data`
	 * @example (story) => ({ data: { title: story.name }, body: String(story.content.body) })
	 */
	entry?(story: Story): StoryEntry | Promise<StoryEntry>;
}

/** The data of the entries that `stories()` loads with these options. */
export type DataOf<Options> = Options extends { entry(story: never): infer Made }
	? Awaited<Made> extends { data: infer Data }
		? Data
		: never
	: StoryOf<Options>;

/**
 * Loads stories: one entry for each story and language in which it is published. `id` is the full slug (`home`, `blog/hello`,
 * `de/blog/hallo`); `data` is the whole story, or what the option `entry` makes of it.
 *
 * @throws {AstroError} when loading: if the sync fails, if two stories have the same id, or if a language is not built
 * @example
 * const blog = defineCollection({ loader: stories({ startsWith: 'blog/' }) });
 */
export function stories<const Options extends StoriesOptions>(options: Options = {} as Options) {
	return {
		name: storiesLoader,
		// The generated types are for authors of pages. At run time only the shape that the API promises is checked.
		schema: (options.entry ? anyData : shape) as z.ZodType<DataOf<Options>>,
		load: (context: LoaderContext) =>
			guarded(context, () => writeCollection(context, (writer) => loadStories(context, options, writer))),
	} satisfies Loader;
}

async function loadStories(
	context: LoaderContext,
	options: StoriesOptions,
	writer: CollectionWriter,
): Promise<void> {
	const connection = connectionOf(context.config, options.space);
	if (options.startsWith !== undefined) connection.types.folder(options.startsWith);
	const synced = await connection.synced(context.collection, context.refreshContextData);
	const { space } = synced;
	await connection.types.write(space);
	const maker = options.entry && entryMaker(context.collection, options.entry, connection, context.config);
	const stamp = context.generateDigest(
		[synced.stamp, { ...options, id: String(options.id), entry: maker?.version }]
			.map((part) => JSON.stringify(part))
			.join('\n'),
	);
	const warnings = collectionWarnings(context);
	warnings.warn(unknownOptions('stories()', options, optionNames));
	const forPreview = context.watcher && {
		parse: async (id: string, story: Story) =>
			context.parseData({ id, data: maker ? await maker.data(story) : story }),
		holds: (id: string) => context.store.has(id),
	};
	if (writer.isSettled(stamp)) {
		const ids = context.meta.get('ids');
		connection.collections.set(context.collection, {
			...{ ids: ids ? JSON.parse(ids) : undefined, unmatched: warnings.repeat() },
			...forPreview,
		});
		return;
	}
	const rows = await rowsOf(space, options, connection.defaultLanguage);
	const ids = new Map<string, StoryRow>();
	const claim = (id: string, row: StoryRow) => {
		const other = ids.get(id);
		if (other) throw twoOfOneId(context.collection, id, other, row, options);
		ids.set(id, row);
	};
	const digests = synced.digests();
	const digestOf = (row: StoryRow) => digests.get(row) ?? row.digest;
	const isOfOtherMaker = context.meta.get('entry') !== maker?.version;
	let made = 0;
	/** Reuses the entry of a row whose own content is unchanged, with a new digest if its references changed. */
	const stays = (id: string, row: StoryRow): boolean => {
		const previous = writer.digestOf(id);
		if (isOfOtherMaker || ownPart(previous) !== row.digest) return false;
		writer.keep(id, withReferences(previous, digestOf(row)));
		return true;
	};
	const add = async (id: string, row: StoryRow, story: Story) => {
		made += 1;
		const parts: EntryParts = maker ? await maker.make(story) : { data: story };
		const data = await context.parseData({ id, data: parts.data, filePath: parts.filePath });
		const shown = maker ? { ...parts, data } : data;
		writer.add({ id, ...parts, data, digest: withShown(digestOf(row), shown) });
	};

	if (options.id) {
		for await (const [row, story] of space.stories(rows)) {
			const id = options.id(story);
			claim(id, row);
			if (!stays(id, row)) await add(id, row, story);
		}
	} else {
		for (const row of rows) claim(entryIdOf(row), row);
		const changed = rows.filter((row) => !stays(entryIdOf(row), row));
		for await (const [row, story] of space.stories(changed)) await add(entryIdOf(row), row, story);
	}

	if (maker && made > 0) warnings.warn(await stateWarnings(context, maker, made === ids.size));
	writer.settle(stamp);
	if (maker) context.meta.set('entry', maker.version);
	else context.meta.delete('entry');
	await maker?.end();
	const mistakes = unmatched(space.rows, options);
	const isEmpty = ids.size === 0 && space.rows.length > 0 && mistakes.length === 0;
	const lacking = isEmpty ? [noEntries] : mistakes;
	warnings.remember(lacking);
	const own = options.id && Object.fromEntries([...ids].map(([id, row]) => [id, entryIdOf(row)]));
	if (own) context.meta.set('ids', JSON.stringify(own));
	else context.meta.delete('ids');
	connection.collections.set(context.collection, { ids: own, unmatched: lacking, ...forPreview });
}

/** In the meta of a collection: an entry depends on those that were made before it. */
const statefulMark = 'stateful';

const stateful =
	'the same Markdown comes out differently when it is rendered again, because a plugin in astro.config keeps something from one text to the next, or is random. An entry that changes may therefore come out differently than in a clean build, and `slugline verify` reports it. Let the plugin begin anew with each text; for heading ids such as `summary-1`, update @astrojs/markdown-satteri to 0.4.';

/** @param isWhole true if the maker has made all entries of the collection */
async function stateWarnings(
	{ meta }: LoaderContext,
	maker: EntryMaker,
	isWhole: boolean,
): Promise<string[]> {
	if (isWhole) meta.delete(statefulMark);
	if (isWhole && (await maker.isStateful())) meta.set(statefulMark, 'true');
	return meta.has(statefulMark) ? [stateful] : [];
}

async function rowsOf(
	space: SyncedSpace,
	options: StoriesOptions,
	defaultLanguage: string | undefined,
): Promise<StoryRow[]> {
	const built = [...space.languages, 'default', defaultLanguage];
	const unknown = options.languages?.find((code) => !built.includes(code));
	if (unknown !== undefined) {
		throw new AstroError(
			`A collection loads the language \`${unknown}\`, which is not built.`,
			`The languages besides the default one are: ${space.languages.join(', ') || 'none'}. They come from the space, or from the option \`languages\` of slugline().`,
		);
	}
	const types = options.contentType === undefined ? undefined : [options.contentType].flat();
	const start = options.startsWith;
	const matching = options.filter && (await space.matching(options.filter));
	return space.rows.filter(
		(row) =>
			(start === undefined || isIn(row.defaultSlug, start)) &&
			(types === undefined || types.includes(row.component)) &&
			(options.languages === undefined || row.lang === 'default' || options.languages.includes(row.lang)) &&
			(matching === undefined || matching.has(`${row.uuid} ${row.lang}`)),
	);
}

function twoOfOneId(
	collection: string,
	id: string,
	one: StoryRow,
	other: StoryRow,
	options: StoriesOptions,
): AstroError {
	const name = (row: StoryRow) => `${row.defaultSlug} (${row.lang}, ${row.uuid})`;
	return new AstroError(
		`Two stories of the collection \`${collection}\` have the id \`${id}\`: ${name(one)} and ${name(other)}.`,
		options.id
			? 'The `id` function of the loader must return a different id for each story.'
			: 'Change the slug of one of them, or pass an `id` function to the loader.',
	);
}
