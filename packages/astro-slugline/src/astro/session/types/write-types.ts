import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { replaceFile } from '../../../shared/replace-file.js';
import { isIn } from '../../../shared/starts-with.js';
import type { StoryRow, SyncedSpace } from '../../../sync/index.js';
import { writeTypes } from '../../../types/index.js';
import { type FactsByDigest, parseJson, readFacts, writeFacts } from './cached-facts.js';
import type { TypesSource } from './content-source.js';

export interface TypeFiles {
	/** The declarations that the site's TypeScript reads. */
	declarations: URL;
	/** What the declarations were written for, and from what. */
	written: URL;
	facts: URL;
}

/** The types of one space, as a file that follows its content. */
export interface ContentTypes {
	/** Says that a collection holds a folder, so that its content types are told. */
	folder(start: string): void;
	/** Writes the types of a synced space, if they are not those of the last time. Reads only stories that are new to it. */
	write(space: SyncedSpace): Promise<void>;
}

const writtenSchema = z.object({ state: z.string(), text: z.string() });

/**
 * @param id of the integration
 * @param open reads where types come from; a round in dev reads it again
 */
export function createContentTypes(
	id: string,
	files: TypeFiles,
	open: () => Promise<TypesSource>,
): ContentTypes {
	const folders = new Set<string>();
	let facts: FactsByDigest | undefined;
	let factsKey: string | undefined;
	let last: string | undefined;
	let work: Promise<void> = Promise.resolve();

	const write = async (space: SyncedSpace): Promise<void> => {
		const source = await open();
		const state = JSON.stringify([source.key, space.stamp, space.space.name, [...folders].sort()]);
		if (state === last) return;
		const kept = writtenSchema.safeParse(parseJson(await readFile(files.written, 'utf8').catch(() => '')));
		let text = kept.data?.state === state ? kept.data.text : undefined;
		if (text === undefined) {
			if (!facts || factsKey !== source.key) facts = await readFacts(files.facts, source.key);
			factsKey = source.key;
			facts = await factsNow(space, source, facts, files.facts);
			source.check?.(notedStories(space, facts));
			text = writeTypes(source.types(new Set([...new Set(facts.values())].flat())), {
				space: id,
				folders: folderTypes(space.rows, folders),
				from: source.name(space),
			});
			await replaceFile(files.written, JSON.stringify({ state, text }));
		}
		const there = await readFile(files.declarations, 'utf8').catch(() => undefined);
		if (there !== text) await replaceFile(files.declarations, text);
		last = state;
	};

	return {
		folder: (start) => void folders.add(start),
		write(space) {
			work = work.catch(() => {}).then(() => write(space));
			return work;
		},
	};
}

function* notedStories(space: SyncedSpace, facts: FactsByDigest): Generator<[string, readonly string[]]> {
	for (const { digest, defaultSlug, lang } of space.rows) {
		yield [lang === 'default' ? defaultSlug : `${defaultSlug} (${lang})`, facts.get(digest) ?? []];
	}
}

/** The facts of the stories that there are now; what was known is not read again. */
async function factsNow(
	space: SyncedSpace,
	source: TypesSource,
	known: FactsByDigest,
	file: URL,
): Promise<FactsByDigest> {
	const lists = new Map([...new Set(known.values())].map((list) => [list.join('\n'), list]));
	const now: FactsByDigest = new Map();
	const unread: StoryRow[] = [];
	for (const row of space.rows) {
		const list = known.get(row.digest);
		if (list) now.set(row.digest, list);
		else unread.push(row);
	}
	for await (const [row, story] of space.stories(unread)) {
		const list = [...source.notesOf(story.content)].sort();
		const key = list.join('\n');
		const shared = lists.get(key) ?? list;
		lists.set(key, shared);
		now.set(row.digest, shared);
	}
	if (unread.length > 0 || now.size !== known.size) await writeFacts(file, source.key, now);
	return now;
}

/** The content types of the stories in each folder. */
function folderTypes(rows: readonly StoryRow[], folders: ReadonlySet<string>): Map<string, Set<string>> {
	const types = new Map([...folders].map((start) => [start, new Set<string>()]));
	for (const { defaultSlug, component } of rows) {
		for (const [start, names] of types) {
			if (isIn(defaultSlug, start)) names.add(component);
		}
	}
	return types;
}
