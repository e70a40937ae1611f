import { trimSlashes } from 'astro-keep/shared/text/slashes';
import type { Page } from '../../client/index.js';
import type { Story } from '../../wire/index.js';
import type { ChunkWriter } from '../cache/chunks.js';
import { textHash } from '../model/hash.js';
import { fingerprintOfStory, parseTimestamp } from '../model/link-fingerprint.js';
import { defaultLang, type RowRecord, rowKey } from '../model/space-index.js';
import { findReferences, writeReferences } from '../references/references.js';

/** A story as it was fetched in one language: its row, and what is needed to check it against its link. */
export interface FetchedStory {
	row: RowRecord;
	id: number;
	uuid: string;
	group: string | null;
	others: readonly number[];
	/** When it was published (for drafts: saved), in seconds since 1970. */
	timestamp: number | null;
	/** The slug in the default language, if the story has it. */
	defaultSlug: string | null;
	/** See `fingerprintOfStory`. */
	fingerprint: number;
}

/** Fetched stories by row key. */
export type FetchedStories = ReadonlyMap<string, FetchedStory>;

export type Collector = ReturnType<typeof createCollector>;

/**
 * Collects the responses of one round. The content of stories goes to chunks; the rest stays in memory.
 *
 * @param earlier the stories of earlier rounds, whose texts are shared
 * @param cvs the snapshots of the earlier rounds' responses; null for a response without one
 */
export function createCollector(
	writer: ChunkWriter,
	version: 'published' | 'draft',
	earlier: FetchedStories,
	cvs: Iterable<number | null> = [],
) {
	const collected = {
		stories: new Map<string, FetchedStory>(),
		cvs: new Set(cvs),
		/** Number of pages of stories. */
		pages: 0,
		/** @param wants true for the uuid of a story to take; others are ignored */
		async take(
			page: Pick<Page<Story>, 'items' | 'cv'>,
			lang: string,
			wants: (uuid: string) => boolean,
		): Promise<void> {
			collected.cvs.add(page.cv);
			collected.pages += 1;
			const wanted = page.items.filter((story) => wants(story.uuid));
			const texts = wanted.map((story) => JSON.stringify(story));
			const digests = await Promise.all(texts.map(textHash));
			for (const [position, story] of wanted.entries()) {
				const location = writer.add(texts[position] ?? '');
				const references = referencesOf(story, lang);
				const stored = { ...location, digest: digests[position] ?? '', references };
				collected.stories.set(rowKey(story.uuid, lang), fetchedStory(story, lang, version, stored));
			}
			await writer.ready();
		},
	};
	return collected;

	/** The encoded references of a story. Most translations refer to the same stories as the default language, and share its text. */
	function referencesOf(story: Story, lang: string): string {
		const text = writeReferences(findReferences(story.content));
		const key = rowKey(story.uuid, defaultLang);
		const other = lang === defaultLang ? undefined : (collected.stories.get(key) ?? earlier.get(key));
		return other?.row.references === text ? other.row.references : text;
	}
}

const fetchedStory = (
	story: Story,
	lang: string,
	version: 'published' | 'draft',
	stored: Pick<RowRecord, 'chunk' | 'position' | 'digest' | 'references'>,
): FetchedStory => ({
	row: { slug: trimSlashes(story.full_slug), component: story.content.component, ...stored },
	id: story.id,
	uuid: story.uuid,
	group: story.group_id,
	others: story.alternates.map(({ id }) => id),
	timestamp: parseTimestamp(version === 'draft' ? story.updated_at : story.published_at),
	defaultSlug: story.default_full_slug === null ? null : trimSlashes(story.default_full_slug),
	fingerprint: fingerprintOfStory(story, lang),
});
