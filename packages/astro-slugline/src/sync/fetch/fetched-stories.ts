import type { Page } from '../../client/index.js';
import { trimSlashes } from '../../shared/text/slashes.js';
import type { Story } from '../../wire/index.js';
import type { ChunkWriter } from '../cache/chunks.js';
import { textHash } from '../model/hash.js';
import { momentOf, signOfStory } from '../model/link-fingerprint.js';
import { defaultLang, type RowRecord, rowKey } from '../model/space-index.js';
import { findReferences, writeReferences } from '../references/references.js';

/** A story that arrived, in one language: its row, and what is needed to check it against its link. */
export interface Arrival {
	row: RowRecord;
	id: number;
	uuid: string;
	group: string | null;
	others: readonly number[];
	/** When it was published (for drafts: saved), in seconds since 1970. */
	moment: number | null;
	/** The slug in the default language, if the story has it. */
	defaultSlug: string | null;
	/** See `signOfStory`. */
	sign: number;
}

export type Arrivals = ReturnType<typeof createArrivals>;

/** Collects the stories that arrive. Their content goes to chunks; the rest stays in memory. */
export function createArrivals(writer: ChunkWriter, version: 'published' | 'draft') {
	const arrivals = {
		/** Stories that arrived in this round, by row key. */
		round: new Map<string, Arrival>(),
		/** The last arrival of each row in this sync. */
		all: new Map<string, Arrival>(),
		/** The snapshots of the responses in this round and in repeated requests after it; null for a response without one. */
		cvs: new Set<number | null>(),
		pages: 0,
		/** @param again true to continue the previous round, of which only some stories are requested again */
		beginRound(again = false) {
			arrivals.pages = 0;
			arrivals.round = new Map();
			if (!again) arrivals.cvs = new Set();
		},
		/** @param wants true for the uuid of a story to take; others are ignored */
		async take(
			page: Pick<Page<Story>, 'items' | 'cv'>,
			lang: string,
			wants: (uuid: string) => boolean,
		): Promise<void> {
			arrivals.cvs.add(page.cv);
			arrivals.pages += 1;
			const wanted = page.items.filter((story) => wants(story.uuid));
			const texts = wanted.map((story) => JSON.stringify(story));
			const digests = await Promise.all(texts.map(textHash));
			for (const [place, story] of wanted.entries()) {
				const lies = writer.add(texts[place] ?? '');
				const references = referencesOf(story, lang);
				const arrival = arrivalOf(story, lang, { ...lies, digest: digests[place] ?? '', references });
				arrivals.round.set(rowKey(story.uuid, lang), arrival);
				arrivals.all.set(rowKey(story.uuid, lang), arrival);
			}
			await writer.ready();
		},
	};
	return arrivals;

	/** The encoded references of a story. Most translations refer to the same stories as the default language, and share its text. */
	function referencesOf(story: Story, lang: string): string {
		const text = writeReferences(findReferences(story.content));
		const other = lang === defaultLang ? undefined : arrivals.all.get(rowKey(story.uuid, defaultLang));
		return other?.row.references === text ? other.row.references : text;
	}

	function arrivalOf(
		story: Story,
		lang: string,
		stored: Pick<RowRecord, 'chunk' | 'place' | 'digest' | 'references'>,
	): Arrival {
		return {
			row: { slug: trimSlashes(story.full_slug), component: story.content.component, ...stored },
			id: story.id,
			uuid: story.uuid,
			group: story.group_id,
			others: story.alternates.map(({ id }) => id),
			moment: momentOf(version === 'draft' ? story.updated_at : story.published_at),
			defaultSlug: story.default_full_slug === null ? null : trimSlashes(story.default_full_slug),
			sign: signOfStory(story, lang),
		};
	}
}
