import {
	draftOf,
	type EditedStory,
	hasTranslations,
	type Overlay,
	type Session,
} from '../../../preview/index.js';
import type { StoryRow, SyncedSpace } from '../../../sync/index.js';
import { type Connection, entryIdOf } from '../../session/index.js';

/** No entry is edited. */
export const nothingEdited: Overlay = { data: () => undefined };

/** The rows of a story: one for each language that it has. */
export function rowsOf(space: SyncedSpace, storyId: number): StoryRow[] {
	const uuid = space.links.find((link) => link.id === storyId)?.uuid;
	return uuid === undefined ? [] : space.rows.filter((row) => row.uuid === uuid);
}

/** The row of a story in a language, else in the default one. */
export const rowIn = (rows: readonly StoryRow[], lang: string): StoryRow | undefined =>
	rows.find((row) => row.lang === lang) ?? rows.find((row) => row.lang === 'default') ?? rows[0];

/**
 * The entries of a story that is edited, as each collection would load them.
 *
 * @throws {Error} if a collection's schema does not take what the editor wrote
 */
export async function overlayOf(
	connection: Connection,
	edited: EditedStory,
	{ lang }: Pick<Session, 'lang'>,
): Promise<Overlay> {
	const synced = connection.latest();
	if (!synced) return nothingEdited;
	const { space } = synced;
	const rows = rowsOf(space, edited.id);
	const shown = rowIn(rows, lang);
	// A content with all languages' fields is about all of them.
	const about = rows.filter((row) => row === shown || hasTranslations(edited.content));
	const entries = new Map<string, Record<string, unknown>>();
	for await (const [row, stored] of space.stories(about)) {
		const draft = draftOf({ ...stored, lang: row.lang }, edited, space.space.id);
		for (const [name, collection] of connection.collections) {
			const usual = entryIdOf(row);
			const id = collection.ids
				? Object.entries(collection.ids).find(([, other]) => other === usual)?.[0]
				: usual;
			if (id === undefined || !collection.holds?.(id)) continue;
			const data = (await collection.parse?.(id, draft)) ?? draft;
			entries.set(`${name} ${id}`, data);
		}
	}
	return { data: (collection, id) => entries.get(`${collection} ${id}`) };
}
