import { sha } from './describe.js';
import type { PageId } from './page-ids.js';

/** A page, and the groups of pages that it is rendered with. */
export interface OrderedPage {
	id: PageId;
	/** Names of groups, such as that of a module with a counter. */
	groups: ReadonlySet<string>;
}

/**
 * Groups of pages that are rendered together or not at all, because each page changes state that the next one sees: a counter that
 * makes ids, a list that pages add to, an entry that a page changes in place.
 */
export interface RenderGroups {
	has(id: PageId): boolean;
	/** Digest of the groups of a page, with their pages in the order of rendering; empty for a page without groups. */
	digest(id: PageId): string;
	/**
	 * The pages that have to be rendered because another one of their group is, and the name of that group.
	 *
	 * @param isRendered true for the pages that are rendered anyway
	 */
	completed(isRendered: (id: PageId) => boolean): Map<PageId, string>;
}

/** The group of all pages, if pages changed entries in place in the previous build. */
export const changedEntriesGroup = 'entries that are changed in place';

/**
 * @param pages all pages of a build, in the order in which they are rendered
 * @param changesEntries true to render all pages together, because they change entries in place
 */
export function renderGroups(pages: readonly OrderedPage[], changesEntries = false): RenderGroups {
	const members = new Map<string, PageId[]>();
	const groupsOf = new Map<PageId, ReadonlySet<string>>();
	for (const { id, groups: own } of pages) {
		const groups = changesEntries ? new Set([...own, changedEntriesGroup]) : own;
		if (groups.size > 0) groupsOf.set(id, groups);
		for (const group of groups) {
			const others = members.get(group);
			if (others) others.push(id);
			else members.set(group, [id]);
		}
	}
	// A build finds out that entries were changed after it has decided, so this group is no part of what it decides by.
	const digested = [...members].filter(([group]) => group !== changedEntriesGroup);
	const digests = new Map(digested.map(([group, ids]) => [group, sha(JSON.stringify([group, ids]))]));
	return {
		has: (id) => groupsOf.has(id),
		digest: (id) =>
			[...(groupsOf.get(id) ?? [])]
				.flatMap((group) => digests.get(group) ?? [])
				.sort()
				.join(),
		completed(isRendered) {
			const added = new Map<PageId, string>();
			const rendered = new Set<string>();
			// A page that is added brings its other groups.
			const next = [...groupsOf].flatMap(([id, groups]) => (isRendered(id) ? [...groups] : []));
			for (const group of next) {
				if (rendered.has(group)) continue;
				rendered.add(group);
				for (const id of members.get(group) ?? []) {
					if (isRendered(id) || added.has(id)) continue;
					added.set(id, group);
					next.push(...(groupsOf.get(id) ?? []));
				}
			}
			return added;
		},
	};
}
