import { AstroError } from 'astro/errors';
import type { LoaderContext } from 'astro/loaders';
import { entryIdOf } from '../../shared/api/entry-id.js';
import { selects } from '../../shared/api/selects.js';
import { unknownOptions } from '../../shared/text/named.js';
import type { StoryRow } from '../../sync/index.js';
import type { Story } from '../../wire/index.js';
import type { CollectionWriter } from '../content-store/index.js';
import {
	type Connection,
	connectionOf,
	ownPart,
	type Synced,
	withShown,
	withShownOf,
} from '../session/index.js';
import type { StoriesOptions } from './stories-options.js';
import { type EntryMaker, type EntryParts, entryMaker } from './story-entry.js';
import { noEntries, unmatched } from './unmatched.js';
import { collectionWarnings } from './warnings.js';

const optionNames = ['space', 'startsWith', 'contentType', 'languages', 'filter', 'id', 'entry'];

interface Load {
	context: LoaderContext;
	options: StoriesOptions;
	writer: CollectionWriter;
	connection: Connection;
	synced: Synced;
	/** Makes entries, if they are not the stories themselves. */
	maker: EntryMaker | undefined;
}

type Ids = Map<string, StoryRow>;

/** Writes the entries of a collection, or repeats the warnings about one that is unchanged. */
export async function loadStories(
	context: LoaderContext,
	options: StoriesOptions,
	writer: CollectionWriter,
): Promise<void> {
	const { collection, meta } = context;
	const connection = connectionOf(context.config, options.space);
	if (options.startsWith !== undefined) connection.types.folder(options.startsWith);
	const synced = await connection.synced(collection, context.refreshContextData);
	await connection.types.write(synced.space);
	const maker = options.entry && entryMaker(collection, options.entry, connection, context.config);
	const load: Load = { context, options, writer, connection, synced, maker };
	const stamp = stampOf(load);
	const warnings = collectionWarnings(context);
	warnings.warn(unknownOptions('stories()', options, optionNames));
	if (writer.isSettled(stamp)) {
		const ids = meta.get('ids');
		remember(load, ids ? JSON.parse(ids) : undefined, warnings.repeat());
		return;
	}
	const { ids, made } = await writeEntries(load);
	if (maker && made > 0) warnings.warn(await stateWarnings(context, maker, made === ids.size));
	writer.settle(stamp);
	setMeta(meta, 'entry', maker?.version);
	await maker?.end();
	const lacking = lackingIn(load, ids);
	warnings.remember(lacking);
	const own = options.id && Object.fromEntries([...ids].map(([id, row]) => [id, entryIdOf(row)]));
	setMeta(meta, 'ids', own && JSON.stringify(own));
	remember(load, own, lacking);
}

/** Changes with everything that the entries depend on. */
const stampOf = ({ context, options, synced, maker }: Load): string =>
	context.generateDigest(
		[synced.stamp, { ...options, id: String(options.id), entry: maker?.version }]
			.map((part) => JSON.stringify(part))
			.join('\n'),
	);

/** Gives routes and preview what they need to know of the collection. */
function remember(
	{ context, connection, maker }: Load,
	ids: Record<string, string> | undefined,
	lacking: string[],
): void {
	const forPreview = context.watcher && {
		parse: async (id: string, story: Story) =>
			context.parseData({ id, data: maker ? await maker.data(story) : story }),
		holds: (id: string) => context.store.has(id),
	};
	connection.collections.set(context.collection, { ids, unmatched: lacking, ...forPreview });
}

/** Writes all entries. Those whose own content is unchanged are only given a digest, for changed references. */
async function writeEntries(load: Load): Promise<{ ids: Ids; made: number }> {
	const { context, options, writer, synced, maker } = load;
	const { space } = synced;
	const rows = await rowsOf(load);
	const ids: Ids = new Map();
	const claim = (id: string, row: StoryRow) => {
		const other = ids.get(id);
		if (other) throw twoOfOneId(load, id, [other, row]);
		ids.set(id, row);
	};
	const digests = synced.digests();
	const digestOf = (row: StoryRow) => digests.get(row) ?? row.digest;
	const isOfOtherMaker = context.meta.get('entry') !== maker?.version;
	let made = 0;
	const stays = (id: string, row: StoryRow): boolean => {
		const previous = writer.digestOf(id);
		if (isOfOtherMaker || ownPart(previous) !== row.digest) return false;
		writer.keep(id, withShownOf(digestOf(row), previous));
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
	return { ids, made };
}

function lackingIn({ synced: { space }, options }: Load, ids: Ids): string[] {
	const mistakes = unmatched(space.rows, options);
	const isEmpty = ids.size === 0 && space.rows.length > 0 && mistakes.length === 0;
	return isEmpty ? [noEntries] : mistakes;
}

function setMeta(meta: LoaderContext['meta'], name: string, value: string | undefined): void {
	if (value === undefined) meta.delete(name);
	else meta.set(name, value);
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

async function rowsOf({ synced: { space }, options, connection }: Load): Promise<StoryRow[]> {
	const built = [...space.languages, 'default', connection.defaultLanguage];
	const unknown = options.languages?.find((code) => !built.includes(code));
	if (unknown !== undefined) {
		throw new AstroError(
			`A collection loads the language \`${unknown}\`, which is not built.`,
			`The languages besides the default one are: ${space.languages.join(', ') || 'none'}. They come from the space, or from the option \`languages\` of slugline().`,
		);
	}
	const matching = options.filter && (await space.matching(options.filter));
	return space.rows.filter(
		(row) => selects(options, row) && (matching === undefined || matching.has(`${row.uuid} ${row.lang}`)),
	);
}

function twoOfOneId({ context, options }: Load, id: string, rows: StoryRow[]): AstroError {
	const names = rows.map(({ defaultSlug, lang, uuid }) => `${defaultSlug} (${lang}, ${uuid})`);
	return new AstroError(
		`Two stories of the collection \`${context.collection}\` have the id \`${id}\`: ${names.join(' and ')}.`,
		options.id
			? 'The `id` function of the loader must return a different id for each story.'
			: 'Change the slug of one of them, or pass an `id` function to the loader.',
	);
}
