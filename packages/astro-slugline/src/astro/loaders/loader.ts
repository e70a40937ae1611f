import type { Loader, LoaderContext } from 'astro/loaders';
import { type CollectionWriter, writeCollection } from 'astro-keep/content-store';
import { isObject } from 'astro-keep/shared/json';
import { unknownOptions } from 'astro-keep/shared/text/named';
import type { z } from 'zod';
import { withoutStacks } from '../../shared/hinted-error.js';
import { CollectionError, wordsFor } from '../page/data/index.js';
import {
	type Connection,
	connectionOf,
	type Synced,
	toAstroError,
	withShown,
	withShownOf,
} from '../session/index.js';

/** One load of a collection. */
export interface Load {
	context: LoaderContext;
	writer: CollectionWriter;
	connection: Connection;
	/** The sync that the collections of a build share. */
	synced(): Promise<Synced>;
	/** Logs warnings, each with the name of the collection. */
	warn(sentences: readonly string[]): void;
	/** Logs warnings, and stores them for builds in which the collection is unchanged. */
	remember(sentences: readonly string[]): void;
	/** Repeats and returns the stored warnings, which still apply because the collection is unchanged. */
	repeat(): string[];
}

/**
 * A loader of a space.
 *
 * @param of the function that makes it, with the names of its options
 */
export function loaderOf<Schema extends z.ZodType>(
	name: string,
	schema: Schema,
	options: { space?: string },
	of: [name: string, optionNames: readonly string[]],
	load: (load: Load) => Promise<void>,
) {
	return {
		name,
		schema,
		load: (context: LoaderContext) =>
			guarded(context, async () => {
				const { collection, logger, meta } = context;
				const warn = (sentences: readonly string[]) => {
					for (const sentence of sentences) logger.warn(`Collection \`${collection}\`: ${sentence}`);
				};
				refuseNoOptions(collection, of, options);
				warn(unknownOptions(of[0], options, of[1]));
				const connection = connectionOf(context.config, options.space);
				await writeCollection(context, (writer) =>
					load({
						...{ context, writer, connection, warn },
						synced: () => connection.synced(collection, context.refreshContextData),
						remember(sentences) {
							warn(sentences);
							setMeta(meta, 'warnings', sentences.length > 0 ? JSON.stringify(sentences) : undefined);
						},
						repeat() {
							const sentences: string[] = JSON.parse(meta.get('warnings') ?? '[]');
							warn(sentences);
							return sentences;
						},
					}),
				);
			}),
	} satisfies Loader;
}

function refuseNoOptions(collection: string, [of, names]: [string, readonly string[]], given: unknown): void {
	if (isObject(given)) return;
	const option = names.includes('startsWith') ? "startsWith: 'blog/'" : "space: 'default'";
	throw new CollectionError(
		`The loader ${of} of the collection \`${collection}\` was given ${wordsFor(given)} instead of options.`,
		`Pass an object: \`{ ${option} }\`.`,
	);
}

export function setMeta(meta: LoaderContext['meta'], name: string, value: string | undefined): void {
	if (value === undefined) meta.delete(name);
	else meta.set(name, value);
}

/** Writes the entries of a collection: items as the API returns them, with their ids. */
export async function writeItems(
	{ context: { generateDigest, parseData }, writer }: Load,
	items: Iterable<readonly [id: string, item: object]>,
	stamp: string,
): Promise<void> {
	for (const [id, item] of items) {
		const digest = `${generateDigest(JSON.stringify(item))}.0`;
		const previous = writer.digestOf(id);
		if (withShownOf(digest, previous) === previous) {
			writer.keep(id, previous);
		} else {
			const data = await parseData({ id, data: { ...item } });
			writer.add({ id, data, digest: withShown(digest, data) });
		}
	}
	writer.settle(stamp);
}

/** Milliseconds between heartbeats. Shorter than the 500 ms after which Astro writes a store that has changed. */
const beatMs = 200;

/** Errors that the terminal has. Collections share the error of their sync. */
const logged = new WeakSet<object>();

/**
 * Loads a collection while a heartbeat keeps Astro from writing its store. Astro writes 500 ms after the last change, even in
 * the middle of a load, so a load that failed later would leave half a store behind. Each heartbeat delays the write; a failed
 * build ends before it.
 *
 * @throws {AstroError} the error of the load. In dev, if an earlier load left entries, they stay and the error is only logged.
 */
const guarded = withoutStacks(async (context: LoaderContext, load: () => Promise<void>): Promise<void> => {
	const beat = setInterval(() => context.meta.set('beat', '1'), beatMs);
	try {
		await load();
		// Fast loads have no heartbeat. Equal content must make an equal store.
		context.meta.delete('beat');
	} catch (error) {
		const shown = toAstroError(error);
		if (!context.watcher || context.store.keys().length === 0) throw shown;
		if (error instanceof Error && logged.has(error)) return;
		if (error instanceof Error) logged.add(error);
		context.logger.fork('astro-slugline').error([shown.message, shown.hint].filter(Boolean).join(' '));
	} finally {
		clearInterval(beat);
	}
});
