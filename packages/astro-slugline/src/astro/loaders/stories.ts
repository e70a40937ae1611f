import { AstroError } from 'astro/errors';
import type { Loader, LoaderContext } from 'astro/loaders';
import type { z } from 'zod';
import type { Filter } from '../../client/index.js';
import { unknownOptions } from '../../shared/named.js';
import { isIn } from '../../shared/starts-with.js';
import type { StoryRow, SyncedSpace } from '../../sync/index.js';
import type { StoryOf } from '../../types/index.js';
import { type Story, storySchema } from '../../wire/index.js';
import { type Filling, filled } from '../content-store/index.js';
import {
	connectionOf,
	entryIdOf,
	ownPart,
	storiesLoader,
	withReferences,
	withShown,
} from '../session/index.js';
import { guarded } from './guard.js';
import { unmatched } from './unmatched.js';
import { collectionWarnings } from './warnings.js';

const shape: z.ZodType = storySchema;

const optionNames = ['space', 'startsWith', 'contentType', 'languages', 'filter', 'id'];

/** Which stories a collection holds. All options together must hold; without any it holds every published story in every language. */
export interface StoriesOptions {
	/** Id of the integration, where a site has more than one space. */
	space?: string;
	/** Start of the full slug in the default language, such as a folder. @example 'blog/' */
	startsWith?: string;
	/** Name of the content type, or several. */
	contentType?: string | readonly string[];
	/** Codes of the languages beside the default one, which is always there. @default all that the integration builds */
	languages?: readonly string[];
	/** A filter, answered by the service. @example filter('price').ltFloat(20) */
	filter?: Filter;
	/** An id of your own for an entry. @default the full slug without slashes at the ends */
	id?: (story: Story) => string;
}

/**
 * Loads stories, one entry for each published language of each: `id` is the full slug (`home`, `blog/hello`,
 * `de/blog/hallo`), `data` the whole story.
 *
 * @throws {AstroError} when loading: if the sync fails, if two stories have one id, or if a language is not one of the space
 * @example
 * const blog = defineCollection({ loader: stories({ startsWith: 'blog/' }) });
 */
export function stories<const Options extends StoriesOptions = Record<never, never>>(
	options: Options = {} as Options,
) {
	return {
		name: storiesLoader,
		// The content's own types are for those who write pages; what is checked is the shape that the service promises.
		schema: shape as z.ZodType<StoryOf<Options>>,
		load: (context: LoaderContext) =>
			guarded(context, () => filled(context, (filling) => loadStories(context, options, filling))),
	} satisfies Loader;
}

async function loadStories(context: LoaderContext, options: StoriesOptions, filling: Filling): Promise<void> {
	const connection = connectionOf(context.config, options.space);
	if (options.startsWith !== undefined) connection.types.folder(options.startsWith);
	const synced = await connection.synced(context.collection, context.refreshContextData);
	const { space } = synced;
	await connection.types.write(space);
	const stamp = context.generateDigest(
		[synced.stamp, { ...options, id: String(options.id) }].map((part) => JSON.stringify(part)).join('\n'),
	);
	const warnings = collectionWarnings(context);
	warnings.warn(unknownOptions('stories()', options, optionNames));
	const forPreview = context.watcher && {
		parse: (id: string, story: Story) => context.parseData({ id, data: story }),
		holds: (id: string) => context.store.has(id),
	};
	if (filling.isSettled(stamp)) {
		warnings.repeat();
		const ids = context.meta.get('ids');
		connection.collections.set(context.collection, { ids: ids ? JSON.parse(ids) : undefined, ...forPreview });
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
	/** True for a row whose content its entry has. Where only what it refers to is another, the digest is. */
	const stays = (id: string, row: StoryRow): boolean => {
		const known = filling.digestOf(id);
		if (ownPart(known) !== row.digest) return false;
		filling.keep(id, withReferences(known, digestOf(row)));
		return true;
	};
	const add = async (id: string, row: StoryRow, story: Story) => {
		const data = await context.parseData({ id, data: story });
		filling.add({ id, data, digest: withShown(digestOf(row), data) });
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

	filling.settle(stamp);
	warnings.remember(unmatched(space.rows, options));
	const own = options.id && Object.fromEntries([...ids].map(([id, row]) => [id, entryIdOf(row)]));
	if (own) context.meta.set('ids', JSON.stringify(own));
	else context.meta.delete('ids');
	connection.collections.set(context.collection, { ids: own, ...forPreview });
}

async function rowsOf(
	space: SyncedSpace,
	options: StoriesOptions,
	defaultLanguage: string | undefined,
): Promise<StoryRow[]> {
	const known = [...space.languages, 'default', defaultLanguage];
	const unknown = options.languages?.find((code) => !known.includes(code));
	if (unknown !== undefined) {
		throw new AstroError(
			`A collection asks for the language \`${unknown}\`, which is not built.`,
			`The languages beside the default one are: ${space.languages.join(', ') || 'none'}. They come from the space, or from \`languages\` in the options of slugline().`,
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
			? 'Let the `id` function of the loader give each story an id of its own.'
			: 'Change the slug of one of them, or give the loader an `id` function.',
	);
}
