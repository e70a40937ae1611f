import { entryIdOf } from '../../shared/api/entry-id.js';
import type { Overlay } from '../../shared/overlay.js';
import type { StoryRow } from '../../sync/index.js';
import type { Story } from '../../wire/index.js';
import { draftOf, type EditedStory, hasTranslations } from '../draft.js';
import type { Session } from '../tickets.js';
import type { Content, PreviewCollection, PreviewSpace } from './host.js';

/** Stories that take the place of stored ones, each with the row whose place it takes. */
export type Drafts = readonly (readonly [row: StoryRow, draft: Story])[];

/** The rows of a story, one for each of its languages. */
export function rowsOf(space: PreviewSpace, storyId: number): StoryRow[] {
	const uuid = space.links.find((link) => link.id === storyId)?.uuid;
	return uuid === undefined ? [] : space.rows.filter((row) => row.uuid === uuid);
}

/** The row of a story in a language, or else in the default one. */
export const rowIn = (rows: readonly StoryRow[], lang: string): StoryRow | undefined =>
	rows.find((row) => row.lang === lang) ?? rows.find((row) => row.lang === 'default') ?? rows[0];

/**
 * The story of a session, in the languages that the edit is about. Without an edit it is the stored one, with the same comments
 * that mark its bloks, so that the first edit changes nothing else.
 *
 * @param edited undefined before the first edit, and after the last is saved
 * @param inRelease the drafts of the release that is shown, which the edit lies over
 */
export async function draftsOf(
	space: PreviewSpace,
	{ storyId, lang }: Pick<Session, 'storyId' | 'lang'>,
	edited: EditedStory | undefined,
	inRelease: Drafts,
): Promise<Drafts> {
	const rows = rowsOf(space, edited?.id ?? storyId);
	const shown = rowIn(rows, lang);
	// Content with the fields of several languages affects the entries of all of them.
	const about = rows.filter((row) => row === shown || (edited && hasTranslations(edited.content)));
	const drafts: [StoryRow, Story][] = [];
	for await (const [row, stored] of space.stories(about)) {
		const base = inRelease.find(([other]) => other === row)?.[1] ?? stored;
		drafts.push([row, draftOf({ ...base, lang: row.lang }, edited ?? { ...base }, space.space.id)]);
	}
	return drafts;
}

/**
 * The entries of drafts, as each collection would load them, over those of saved drafts. Of several drafts of one story, the last
 * counts.
 *
 * @throws {Error} if a collection's schema does not take a draft
 */
export async function overlayOf({ collections, saved }: Content, drafts: Drafts): Promise<Overlay> {
	const entries = new Map<string, Record<string, unknown>>();
	for (const [row, draft] of drafts) {
		for (const [name, collection] of collections) {
			const id = entryIdIn(collection, row);
			if (id === undefined || !collection.holds?.(id)) continue;
			const data = (await collection.parse?.(id, draft)) ?? draft;
			entries.set(`${name} ${id}`, data);
		}
	}
	return {
		...saved,
		drafts: new Map(drafts.map(([{ uuid, lang }, draft]) => [`${uuid} ${lang}`, draft])),
		data: (collection, id) => entries.get(`${collection} ${id}`) ?? saved?.data(collection, id),
	};
}

/** The id of a row's entry; undefined if the collection's `id` function has given it none. */
function entryIdIn({ ids }: PreviewCollection, row: StoryRow): string | undefined {
	const usual = entryIdOf(row);
	return ids ? Object.entries(ids).find(([, other]) => other === usual)?.[0] : usual;
}
