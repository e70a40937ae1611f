/** One language of a story in the fake space. */
export interface Variant {
	published: boolean;
	title: string;
	/** Replaces the last part of the slug, where the space translates slugs. */
	slug: string | null;
}

/** A story or folder of the fake space. What is published is a copy of its own. */
export interface FakeStory {
	id: number;
	uuid: string;
	parent: number | null;
	isFolder: boolean;
	slug: string;
	name: string;
	position: number;
	path: string | null;
	group: string;
	published: boolean;
	component: string;
	draft: Body;
	live: Body | undefined;
	createdAt: number;
	updatedAt: number;
	publishedAt: number | null;
}

/** What a story says, in all languages. */
interface Body {
	title: string;
	price: number;
	variants: Record<string, Variant>;
}

/** A moment as stories have it, with milliseconds, from seconds. */
const storyTime = (seconds: number | null) =>
	seconds === null ? null : new Date(seconds * 1000 + 123).toISOString();

/** A moment as links have it. */
const linkTime = (seconds: number | null) =>
	seconds === null ? null : new Date(seconds * 1000).toISOString().replace('.000Z', '+0000');

export type Version = 'published' | 'draft';

/** How the fake service behaves where implementations differ. */
export interface FakeTraits {
	/** Codes in `language_codes`; undefined to leave the field out. */
	codes: string[] | undefined;
	/** Sends the `total` header. */
	sendsTotal: boolean;
	/** Filters by `by_uuids`. */
	filtersByUuids: boolean;
	/** The difference between the `cv` in bodies and the space's version, as with a token that caches. */
	bodyCvShift: number;
	/** The limit of links per page. */
	linksPerPage: number;
	/** Names unpublished stories among the published ones' alternates. */
	namesUnpublished: boolean;
	/** Caches responses by address, as the service's edge does. */
	edge: boolean;
}

export const defaultTraits: FakeTraits = {
	codes: ['de', 'fr'],
	sendsTotal: true,
	filtersByUuids: true,
	bodyCvShift: 0,
	linksPerPage: 1000,
	namesUnpublished: false,
	edge: true,
};

/** One request that the fake service got. */
export interface Asked {
	path: string;
	query: Record<string, string>;
}

/** A model of a space: stories, folders, datasources, and the responses of its delivery API. */
export function createFakeSpace(traits: Partial<FakeTraits> = {}) {
	const has: FakeTraits = { ...defaultTraits, ...traits };
	const stories = new Map<number, FakeStory>();
	const datasources: { id: number; slug: string; dimensions: string[]; entries: FakeEntry[] }[] = [];
	const edge = new Map<string, { body: unknown; headers: Record<string, string> }>();
	const log: Asked[] = [];
	/** Runs before the request of that number (from 1, counted since the last `watch`) is answered. A response is the answer. */
	let interruptions = new Map<number, () => unknown>();
	let asked = 0;
	let cv = 1_700_000_000;
	let clock = 1_700_000_000;
	let nextId = 100;
	/** An older version, and the number of requests that still get it. */
	let stale: { version: number; requests: number } | undefined;

	const tick = () => {
		clock += 7;
		return clock;
	};
	const uuidOf = (id: number) =>
		`${String(id * 7919).padStart(8, '0')}-0000-4000-8000-${String(id).padStart(12, '0')}`;
	const slugOf = (story: FakeStory, lang?: string): string => {
		const own = (lang && bodyOf(story, 'published')?.variants[lang]?.slug) || story.slug;
		const parent = story.parent === null ? undefined : stories.get(story.parent);
		return parent ? `${slugOf(parent, lang)}/${own}` : own;
	};
	const bodyOf = (story: FakeStory, version: Version) =>
		version === 'draft' ? story.draft : (story.live ?? story.draft);
	const shownIn = (story: FakeStory, version: Version, lang: string | undefined) => {
		if (story.isFolder) return false;
		if (version === 'draft') return true;
		return story.published || (lang !== undefined && story.live?.variants[lang]?.published === true);
	};

	const storyJson = (story: FakeStory, version: Version, lang: string | undefined) => {
		const body = bodyOf(story, version);
		const variant = lang === undefined ? undefined : body.variants[lang];
		const shown = version === 'draft' || variant?.published ? variant : undefined;
		const own = slugOf(story);
		return {
			id: story.id,
			uuid: story.uuid,
			name: story.name,
			slug: story.slug,
			full_slug: lang === undefined ? own : `${lang}/${slugOf(story, lang)}`,
			created_at: storyTime(story.createdAt),
			published_at: storyTime(story.publishedAt),
			first_published_at: storyTime(story.publishedAt),
			...(version === 'draft' ? { updated_at: storyTime(story.updatedAt) } : {}),
			content: {
				_uid: `uid-${story.id}`,
				component: story.component,
				title: shown?.title ?? body.title,
				price: String(body.price),
			},
			position: story.position,
			tag_list: [],
			is_startpage: false,
			parent_id: story.parent ?? 0,
			group_id: story.group,
			lang: lang ?? 'default',
			path: story.path,
			alternates: [...stories.values()]
				.filter((other) => other !== story && other.group === story.group && !other.isFolder)
				.filter((other) => version === 'draft' || has.namesUnpublished || other.live !== undefined)
				.map((other) => ({
					id: other.id,
					name: other.name,
					slug: other.slug,
					published: other.published,
					full_slug: slugOf(other),
					is_folder: false,
					parent_id: other.parent ?? 0,
				})),
		};
	};

	const linkJson = (story: FakeStory, version: Version, dates: boolean) => {
		const body = bodyOf(story, version);
		const slug = slugOf(story);
		return {
			id: story.id,
			uuid: story.uuid,
			slug,
			path: story.path,
			real_path: `/${story.path ?? slug}`,
			name: story.name,
			published: story.isFolder ? false : story.published,
			parent_id: story.parent ?? 0,
			is_folder: story.isFolder,
			is_startpage: false,
			position: story.position,
			...(dates
				? {
						published_at: linkTime(story.publishedAt),
						created_at: linkTime(story.createdAt),
						updated_at: linkTime(version === 'draft' ? story.updatedAt : story.publishedAt),
					}
				: {}),
			alternates: story.isFolder
				? []
				: Object.entries(body.variants).map(([lang, variant]) => ({
						path: slugOf(story, lang),
						name: story.name,
						lang,
						published: variant.published,
						translated_slug: slugOf(story, lang),
					})),
		};
	};

	const page = <T>(items: T[], query: URLSearchParams, maxPerPage: number) => {
		const size = Math.min(Number(query.get('per_page') ?? 25), maxPerPage);
		const from = (Number(query.get('page') ?? 1) - 1) * size;
		const headers: Record<string, string> = has.sendsTotal
			? { total: String(items.length), 'per-page': String(size) }
			: {};
		return { items: items.slice(from, from + size), headers };
	};

	const answers: Record<
		string,
		(query: URLSearchParams) => { body: unknown; headers: Record<string, string> }
	> = {
		'/v2/cdn/spaces/me/': () => {
			let version = cv;
			if (stale && stale.requests > 0) {
				stale.requests -= 1;
				version = stale.version;
			}
			const language_codes = has.codes === undefined ? {} : { language_codes: has.codes };
			return {
				body: { space: { id: 1, name: 'Fake', domain: '', version, ...language_codes } },
				headers: {},
			};
		},
		'/v2/cdn/stories/': (query) => {
			const version = (query.get('version') ?? 'published') as Version;
			const lang = query.get('language') ?? undefined;
			const uuids = has.filtersByUuids ? query.get('by_uuids')?.split(',') : undefined;
			const under = query.get('filter_query[price][lt_int]');
			const listed = [...stories.values()]
				.filter((story) => shownIn(story, version, lang))
				.filter((story) => !uuids || uuids.includes(story.uuid))
				.filter((story) => under === null || bodyOf(story, version).price < Number(under));
			const { items, headers } = page(listed, query, 100);
			const shown = items.map((story) => storyJson(story, version, lang));
			return { body: { stories: shown, cv: cv + has.bodyCvShift, rels: [], links: [] }, headers };
		},
		'/v2/cdn/links': (query) => {
			const version = (query.get('version') ?? 'published') as Version;
			const listed = [...stories.values()].filter(
				(story) => story.isFolder || version === 'draft' || story.live !== undefined,
			);
			const { items, headers } = page(listed, query, has.linksPerPage);
			const dates = query.get('include_dates') === '1';
			const shown = items.map((story) => [story.uuid, linkJson(story, version, dates)]);
			return { body: { links: Object.fromEntries(shown) }, headers };
		},
		'/v2/cdn/datasources': (query) => {
			const listed = datasources.map(({ id, slug, dimensions }) => ({
				id,
				name: slug,
				slug,
				dimensions: dimensions.map((code, place) => ({
					id: id * 10 + place,
					name: code,
					entry_value: code,
					datasource_id: id,
					created_at: linkTime(1),
					updated_at: linkTime(1),
				})),
			}));
			const { items, headers } = page(listed, query, 1000);
			return { body: { datasources: items, cv: cv + has.bodyCvShift }, headers };
		},
		'/v2/cdn/datasource_entries': (query) => {
			const source = datasources.find(({ slug }) => slug === query.get('datasource'));
			const dimension = query.get('dimension');
			const listed = (source?.entries ?? []).map(({ id, name, value, values }) => ({
				id,
				name,
				value,
				dimension_value: dimension === null ? null : (values[dimension] ?? null),
			}));
			const { items, headers } = page(listed, query, 1000);
			return { body: { datasource_entries: items, cv: cv + has.bodyCvShift }, headers };
		},
	};

	const answer = (url: URL, fromEdge: boolean) => {
		const query = new URLSearchParams(url.search);
		query.delete('token');
		const make = answers[url.pathname];
		if (!make) return { body: ['This record could not be found'], headers: {} };
		const cacheable = fromEdge && has.edge && query.has('cv') && query.get('version') !== 'draft';
		const key = `${url.pathname}?${query}`;
		const cached = cacheable ? edge.get(key) : undefined;
		if (cached) return cached;
		// A copy, so that later changes of the space do not reach a response at the edge.
		const made = structuredClone(make(query));
		if (cacheable) edge.set(key, made);
		return made;
	};
	const respond = (url: URL, fromEdge: boolean) => {
		const { body, headers } = answer(url, fromEdge);
		return Response.json(body, { headers });
	};
	const urlOf = (input: RequestInfo | URL) => new URL(input instanceof Request ? input.url : input);

	return {
		stories,
		datasources,
		/** Responses at the edge, by address. */
		edge,
		log,
		uuidOf,
		slugOf,
		traits: has,
		version: () => cv,
		/** The currently published stories, by row key: the rows that a sync must return now. */
		publishedRows(codes: readonly string[]) {
			const rows = new Map<string, string>();
			for (const story of stories.values()) {
				if (story.isFolder || story.live === undefined) continue;
				if (story.published) {
					rows.set(`${story.uuid} default`, JSON.stringify(storyJson(story, 'published', undefined)));
				}
				for (const lang of codes) {
					if (!story.live.variants[lang]?.published) continue;
					rows.set(`${story.uuid} ${lang}`, JSON.stringify(storyJson(story, 'published', lang)));
				}
			}
			return rows;
		},
		newId: () => {
			nextId += 1;
			return nextId;
		},
		tick,
		/** Moves the cache version, as every change of published content does. */
		bump: () => {
			cv += 1 + (tick() % 3);
		},
		/** Empties the log, and interrupts the requests to come. */
		watch(next: Iterable<readonly [request: number, act: () => unknown]> = []) {
			log.length = 0;
			asked = 0;
			interruptions = new Map(next);
		},
		/** Freezes the version for this many of the next requests for it. */
		freezeVersion(requests: number) {
			stale = { version: cv, requests };
		},
		/** The service behind its edge. */
		fetch: (async (input) => {
			const url = urlOf(input);
			asked += 1;
			const query = Object.fromEntries(url.searchParams);
			delete query['token'];
			log.push({ path: url.pathname, query });
			const instead = interruptions.get(asked)?.();
			return instead instanceof Response ? instead : respond(url, true);
		}) satisfies typeof globalThis.fetch,
		/** The service without its edge: always the current content. */
		origin: (async (input) => respond(urlOf(input), false)) satisfies typeof globalThis.fetch,
	};
}

export interface FakeEntry {
	id: number;
	name: string;
	value: string;
	values: Record<string, string>;
}

export type FakeSpace = ReturnType<typeof createFakeSpace>;
