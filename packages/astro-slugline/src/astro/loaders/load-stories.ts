import { filterSchema } from '../../client/index.js';
import { entryIdOf } from '../../shared/api/entry-id.js';
import { selects } from '../../shared/api/selects.js';
import type { StoryRow } from '../../sync/index.js';
import { type Story, tooDeepSentence } from '../../wire/index.js';
import { CollectionError, pathIn, wordsFor } from '../page/data/index.js';
import { ownDigest, ownPart, readRoutes, type Synced, withShown, withShownOf } from '../session/index.js';
import { type Load, setMeta } from './loader.js';
import type { StoriesOptions } from './stories-options.js';
import { type EntryMaker, type EntryParts, entryMaker } from './story-entry.js';
import { missed, noEntries, unmatched } from './unmatched.js';

/** A load of stories after its sync. */
interface StoriesLoad {
	load: Load;
	options: StoriesOptions;
	synced: Synced;
	/** Makes entries, if they are not the stories themselves. */
	maker: EntryMaker | undefined;
}

/** Writes the entries of a collection, or repeats the warnings about one that is unchanged. */
export async function loadStories(load: Load, options: StoriesOptions): Promise<void> {
	const { context, writer, connection } = load;
	const { collection, meta } = context;
	if (!filterSchema.optional().safeParse(options.filter).success)
		throw new CollectionError(
			`The \`filter\` of the collection \`${collection}\` is ${wordsFor(options.filter)} instead of the result of filter.where().`,
			"Import `filter` from astro-slugline/client, and write `filter: filter.where('price').ltFloat(20)`.",
		);
	if (options.startsWith !== undefined) connection.types.folder(options.startsWith);
	const synced = await load.synced();
	await connection.types.write(synced.space);
	const maker = options.entry && entryMaker(collection, options.entry, connection, context.config);
	// Changes with everything that the entries depend on.
	const stamp = context.generateDigest(
		[synced.stamp, { ...options, id: String(options.id), entry: maker?.version }]
			.map((part) => JSON.stringify(part))
			.join('\n'),
	);
	if (writer.isSettled(stamp)) {
		offer({ load, options, synced, maker }, load.repeat());
		return;
	}
	const { ids, made } = await writeEntries({ load, options, synced, maker });
	if (maker && made > 0) load.warn(await stateWarnings(load, maker, made === ids.size));
	writer.settle(stamp);
	setMeta(meta, 'entry', maker?.version);
	await maker?.end();
	const mistakes = unmatched(synced.space.rows, options);
	const isEmpty = ids.size === 0 && synced.space.rows.length > 0 && mistakes.length === 0;
	const { startsWith, languages } = options;
	const deep = synced.space.leftOut().filter((row) => selects({ startsWith, languages }, row));
	const lacking = [...(isEmpty ? [noEntries] : mistakes), ...deep.map(({ slug }) => tooDeepSentence(slug))];
	load.remember(lacking);
	const own = options.id && Object.fromEntries([...ids].map(([id, row]) => [id, entryIdOf(row)]));
	setMeta(meta, 'ids', own && JSON.stringify(own));
	offer({ load, options, synced, maker }, lacking);
}

/** Gives routes and preview what they need to know of the collection. */
function offer(
	{ synced, options, maker, load: { context, connection } }: StoriesLoad,
	lacking: string[],
): void {
	const ids = context.meta.get('ids');
	const forPreview = context.watcher && {
		parse: async (id: string, draft: Story) => {
			const story = withRealDates(draft, synced);
			return context.parseData({ id, data: maker ? await maker.data(story, id) : story });
		},
		holds: (id: string) => context.store.has(id),
	};
	connection.collections.set(context.collection, {
		ids: ids === undefined ? undefined : JSON.parse(ids),
		unmatched: lacking,
		missed: lacking.length > 0 ? missed(synced.space.rows, options) : undefined,
		...forPreview,
	});
}

/** Writes all entries. Those whose own content is unchanged are only given a digest, for changed references. */
async function writeEntries(stories: StoriesLoad): Promise<{ ids: Map<string, StoryRow>; made: number }> {
	const { synced, maker } = stories;
	const { context, writer } = stories.load;
	const digests = synced.digests();
	const own = (row: StoryRow) => ownDigest(row, synced.invented);
	const digestOf = (row: StoryRow) => digests.get(row) ?? own(row);
	const ids = await idsOf(stories);
	const isOfOtherMaker = context.meta.get('entry') !== maker?.version;
	const changed = new Map<StoryRow, string>();
	for (const [id, row] of ids) {
		const previous = writer.digestOf(id);
		if (isOfOtherMaker || ownPart(previous) !== own(row)) changed.set(row, id);
		else writer.keep(id, withShownOf(digestOf(row), previous));
	}
	for await (const [row, synchronized] of synced.space.stories([...changed.keys()])) {
		const id = changed.get(row) ?? '';
		const story = withRealDates(synchronized, synced);
		const parts: EntryParts = maker ? await maker.make(story, id) : { data: story };
		const { filePath } = parts;
		const data = await context.parseData({ id, data: parts.data, filePath }).catch((error: unknown) => {
			const file = synced.files?.fileOf(row.uuid, row.lang);
			if (error instanceof Error && file !== undefined) error.message += `  The story is in ${file}.\n`;
			throw error;
		});
		const shown = maker ? { ...parts, data } : data;
		writer.add({ id, ...parts, data, digest: withShown(digestOf(row), shown) });
	}
	return { ids, made: changed.size };
}

/** A story without the dates that its folder has invented, which no page should show. */
const withRealDates = (story: Story, { invented }: Synced): Story => ({
	...story,
	...Object.fromEntries((invented?.get(story.uuid) ?? []).map((field) => [field, null])),
});

/** The selected stories by the ids of their entries. */
async function idsOf(stories: StoriesLoad): Promise<Map<string, StoryRow>> {
	const { options, synced } = stories;
	const rows = await rowsOf(stories);
	const ids = new Map<string, StoryRow>();
	const claim = (id: string, row: StoryRow) => {
		const other = ids.get(id);
		if (other) throw twoOfOneId(stories, id, [other, row]);
		ids.set(id, row);
	};
	if (!options.id) {
		for (const row of rows) claim(entryIdOf(row), row);
		return ids;
	}
	const routes = readRoutes(synced.routes);
	for await (const [row, story] of synced.space.stories(rows))
		claim(options.id(story, pathIn(routes, row)), row);
	return ids;
}

async function rowsOf({ synced: { space }, options, load }: StoriesLoad): Promise<StoryRow[]> {
	const built = [...space.languages, 'default', load.connection.defaultLanguage];
	const unknown = options.languages?.find((code) => !built.includes(code));
	if (unknown !== undefined) {
		throw new CollectionError(
			`A collection loads the language \`${unknown}\`, which is not built.`,
			`The languages besides the default one are: ${space.languages.join(', ') || 'none'}. They come from the space, or from the option \`languages\` of slugline().`,
		);
	}
	const matching = options.filter && (await space.matching(options.filter));
	return space.rows.filter(
		(row) => selects(options, row) && (matching === undefined || matching.has(`${row.uuid} ${row.lang}`)),
	);
}

function twoOfOneId({ load, options }: StoriesLoad, id: string, rows: StoryRow[]): CollectionError {
	const names = rows.map(({ defaultSlug, lang, uuid }) => `${defaultSlug} (${lang}, ${uuid})`);
	return new CollectionError(
		`Two stories of the collection \`${load.context.collection}\` have the id \`${id}\`: ${names.join(' and ')}.`,
		options.id
			? 'The `id` function of the loader must return a different id for each story.'
			: 'Change the slug of one of them, or pass an `id` function to the loader.',
	);
}

/** In the meta of a collection: an entry depends on those that were made before it. */
const statefulMark = 'stateful';

const stateful =
	'the same Markdown comes out differently when it is rendered again, because a plugin in astro.config keeps something from one text to the next, or is random. An entry that changes may therefore come out differently than in a clean build, and `slugline verify` reports it. Let the plugin begin anew with each text. If only heading ids differ, such as `summary-1`, update @astrojs/markdown-satteri to 0.4 or later.';

const colors =
	'the colors of the same code come out differently when it is rendered again, because the highlighter of a plugin in astro.config leaves a line without colors that takes longer than its limit, half a second in Shiki. Set the limit to 0: in Expressive Code and Starlight, with `shiki: { transformers: [{ preprocess(code, options) { options.tokenizeTimeLimit = 0; } }] }` in ec.config.mjs.';

/** @param isWhole true if the maker has made all entries of the collection */
async function stateWarnings({ context }: Load, maker: EntryMaker, isWhole: boolean): Promise<string[]> {
	const { meta } = context;
	const again = isWhole ? await maker.again() : meta.get(statefulMark);
	setMeta(meta, statefulMark, again === 'same' ? undefined : again);
	return again === 'colors' ? [colors] : again === 'text' ? [stateful] : [];
}
