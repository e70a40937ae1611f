import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { StoryRow, SyncedSpace } from '../../sync/index.js';
import { factsOf, inferTypes, writeTypes } from '../../types/index.js';
import { isIn } from '../entry-folder.js';
import { replaceFile } from '../replace-file.js';
import { type FactsByDigest, parseJson, readFacts, writeFacts } from './kept-facts.js';

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

/** @param id of the integration */
export function createContentTypes(id: string, files: TypeFiles): ContentTypes {
	const folders = new Set<string>();
	let facts: FactsByDigest | undefined;
	let last: string | undefined;
	let work: Promise<void> = Promise.resolve();

	const write = async (space: SyncedSpace): Promise<void> => {
		const state = JSON.stringify([1, space.stamp, space.space.name, [...folders].sort()]);
		if (state === last) return;
		const kept = writtenSchema.safeParse(parseJson(await readFile(files.written, 'utf8').catch(() => '')));
		let text = kept.data?.state === state ? kept.data.text : undefined;
		if (text === undefined) {
			facts ??= await readFacts(files.facts);
			facts = await factsNow(space, facts, files.facts);
			text = writeTypes(inferTypes(new Set([...new Set(facts.values())].flat())), {
				space: id,
				folders: folderTypes(space.rows, folders),
				from: `the content of ${space.space.name}`,
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

/** The facts of the stories that there are now; what was known is not read again. */
async function factsNow(space: SyncedSpace, known: FactsByDigest, file: URL): Promise<FactsByDigest> {
	const lists = new Map([...new Set(known.values())].map((list) => [list.join('\n'), list]));
	const now: FactsByDigest = new Map();
	const unread: StoryRow[] = [];
	for (const row of space.rows) {
		const list = known.get(row.digest);
		if (list) now.set(row.digest, list);
		else unread.push(row);
	}
	for await (const [row, story] of space.stories(unread)) {
		const list = [...factsOf(story.content)].sort();
		const key = list.join('\n');
		const shared = lists.get(key) ?? list;
		lists.set(key, shared);
		now.set(row.digest, shared);
	}
	if (unread.length > 0 || now.size !== known.size) await writeFacts(file, now);
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
