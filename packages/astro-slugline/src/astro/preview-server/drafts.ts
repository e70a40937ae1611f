import { trimSlashes } from 'astro-keep/shared/text/slashes';
import type { DeliveryClient } from '../../client/index.js';
import { languagesOf } from '../../shared/api/languages-of.js';
import type { StoryRow } from '../../sync/index.js';
import type { Link, Story } from '../../wire/index.js';
import { type BuiltSite, rowsOf, signOf } from './built.js';

/** A story in one language, with its draft. */
export type Draft = readonly [row: StoryRow, story: Story];

/** The drafts of a space at one moment. */
export interface Drafts {
	links: Link[];
	/** The rows of stories whose draft is what was built. */
	asBuilt: StoryRow[];
	/** The other stories, by uuid. */
	changed: ReadonlyMap<string, readonly Draft[]>;
}

/**
 * Reads the drafts that differ from what was built. Those that have not changed since the last time are not asked for again, and if
 * none has, the result is the same object.
 */
export function createDrafts(client: DeliveryClient, built: BuiltSite): () => Promise<Drafts> {
	let known = new Map<string, { sign: number; drafts: Draft[] }>();
	let latest: { text: string; drafts: Drafts } | undefined;
	const builtRows = Map.groupBy(rowsOf(built), ({ uuid }) => uuid);
	const languages = ['default', ...built.languages];

	const isAsBuilt = (link: Link, sign: number | undefined): boolean => {
		const rows = builtRows.get(link.uuid) ?? [];
		return (
			built.signs[link.uuid] === sign &&
			!hasNewerDraft(link) &&
			languagesOf(link, 'draft', languages).every((lang) => rows.some((row) => row.lang === lang))
		);
	};

	return async () => {
		const links = await client.links.all({ version: 'draft', includeDates: true });
		const signs = new Map(links.map((link) => [link.uuid, signOf(link)]));
		const stories = links.filter((link) => !link.is_folder);
		const recent = savedLast(stories);
		const { same = [], others = [] } = Object.groupBy(stories, (link) =>
			!recent.has(link.uuid) && isAsBuilt(link, signs.get(link.uuid)) ? 'same' : 'others',
		);
		const outdated = others.filter(
			({ uuid }) => recent.has(uuid) || known.get(uuid)?.sign !== signs.get(uuid),
		);
		const fresh = await draftsOf(client, outdated, languages);
		const text = JSON.stringify([[...signs], [...fresh]]);
		if (latest?.text === text) return latest.drafts;
		known = new Map(
			others.map(({ uuid }) => {
				const earlier = fresh.has(uuid) ? undefined : known.get(uuid);
				return [uuid, earlier ?? { sign: signs.get(uuid) ?? 0, drafts: fresh.get(uuid) ?? [] }];
			}),
		);
		const drafts: Drafts = {
			links,
			asBuilt: same.flatMap(({ uuid }) => builtRows.get(uuid) ?? []),
			changed: new Map([...known].map(([uuid, one]) => [uuid, one.drafts])),
		};
		latest = { text, drafts };
		return drafts;
	};
}

/** Most stories that are asked for each time. An import saves thousands in one second. */
const maxRecent = 50;

/** The stories that were saved last. Dates of links are whole seconds, in which a story may be saved once more. */
function savedLast(links: readonly Link[]): Set<string> {
	const dated = links.filter(({ updated_at }) => updated_at);
	const newest = dated.reduce((most, { updated_at }) => Math.max(most, Date.parse(updated_at ?? '')), 0);
	const last = dated.filter(({ updated_at }) => Date.parse(updated_at ?? '') === newest);
	return new Set(last.length <= maxRecent ? last.map(({ uuid }) => uuid) : []);
}

/** Asks for stories in all of their languages. */
export async function draftsOf(
	client: DeliveryClient,
	links: readonly Link[],
	languages: readonly string[],
): Promise<Map<string, Draft[]>> {
	const byUuid = new Map(links.map((link) => [link.uuid, link]));
	const found = new Map<string, Draft[]>();
	for (const lang of languages) {
		const wanted = links.filter((link) => languagesOf(link, 'draft', languages).includes(lang));
		if (wanted.length === 0) continue;
		const query = { version: 'draft', language: lang === 'default' ? undefined : lang } as const;
		for await (const story of client.stories.each({ ...query, byUuids: wanted.map(({ uuid }) => uuid) })) {
			const link = byUuid.get(story.uuid);
			if (link) found.set(story.uuid, [...(found.get(story.uuid) ?? []), [rowOf(story, link, lang), story]]);
		}
	}
	return found;
}

const rowOf = (story: Story, link: Link, lang: string): StoryRow => ({
	...{ uuid: story.uuid, lang, slug: trimSlashes(story.full_slug), defaultSlug: trimSlashes(link.slug) },
	...{ component: story.content.component, groupId: story.group_id, digest: '', references: '' },
});

/** Publishing changes both dates, not always in the same second. */
const toleranceMs = 2000;

/** True if a story was saved after it was published, or never published. */
function hasNewerDraft({ published, published_at, updated_at }: Link): boolean {
	const [saved, shown] = [Date.parse(updated_at ?? ''), Date.parse(published_at ?? '')];
	// A missing date is not a number, so that the story is read again.
	return published !== true || !(saved - shown <= toleranceMs);
}
