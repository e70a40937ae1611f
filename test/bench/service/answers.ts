import { contentOf, uuidOf } from './content.js';
import { type BenchFolder, type BenchStory, type SpaceModel, slugOf, titleOf } from './model.js';

/** The answer to a path: a body, or where to go instead. */
export type Answer =
	| { status: 200 | 401 | 404; body: unknown; headers?: Record<string, string> }
	| { status: 301; location: string };

const token = 'bench';
const isStory = (one: BenchStory | BenchFolder): one is BenchStory => 'folder' in one;
const time = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Answers of the delivery interface, for the part of it that the contenders ask for. */
export function createAnswers(space: SpaceModel): (url: URL) => Answer {
	const languageNumber = (lang: string) => space.codes.indexOf(lang) + 1;

	function storyJson(story: BenchStory, lang: string) {
		const slug = slugOf(story);
		const related = [story.id * 3, story.id * 7]
			.map((id) => space.stories[id % space.stories.length]?.uuid)
			.filter((uuid) => uuid !== undefined);
		return {
			name: titleOf(story, lang),
			created_at: time(story.publishedAt),
			published_at: time(story.publishedAt),
			first_published_at: time(story.publishedAt),
			updated_at: time(story.publishedAt),
			id: story.id,
			uuid: story.uuid,
			content: contentOf({
				id: story.id,
				component: story.component,
				title: titleOf(story, lang),
				revision: story.revision,
				language: languageNumber(lang),
				related,
			}),
			slug: story.slug,
			full_slug: lang === 'default' ? slug : `${lang}/${slug}`,
			sort_by_date: null,
			position: story.id * -10,
			tag_list: [],
			is_startpage: false,
			parent_id: story.folder.id,
			meta_data: null,
			group_id: uuidOf(-story.id - 2_000_000),
			release_id: null,
			lang,
			path: null,
			alternates: [],
			default_full_slug: null,
			translated_slugs: null,
		};
	}

	const linkJson = (
		own: { id: number; uuid: string; slug: string; name: string },
		story: BenchStory | undefined,
		dates: boolean,
	) => {
		const date = story && time(story.publishedAt);
		return {
			id: own.id,
			uuid: own.uuid,
			slug: own.slug,
			path: null,
			real_path: `/${own.slug}`,
			name: own.name,
			published: story !== undefined,
			parent_id: story?.folder.id ?? 0,
			is_folder: story === undefined,
			is_startpage: false,
			position: own.id * -10,
			...(dates
				? { published_at: date ?? null, created_at: date ?? time(0), updated_at: date ?? time(0) }
				: {}),
			alternates: space.codes.map((lang) => ({
				path: own.slug,
				name: null,
				lang,
				published: story !== undefined,
				translated_slug: own.slug,
			})),
		};
	};

	function links(query: URLSearchParams): Answer {
		const { slice, headers } = pageOf(query, [...space.folders, ...space.stories], 1000);
		const dates = query.get('include_dates') === '1';
		const shown = slice.map((one) =>
			isStory(one)
				? linkJson({ ...one, slug: slugOf(one), name: titleOf(one, 'default') }, one, dates)
				: linkJson({ ...one, name: one.slug }, undefined, dates),
		);
		return { status: 200, headers, body: { links: Object.fromEntries(shown.map((one) => [one.uuid, one])) } };
	}

	function stories(query: URLSearchParams): Answer {
		const uuids = query.get('by_uuids')?.split(',');
		const type = query.get('content_type');
		const start = query.get('starts_with');
		const since = query.get('published_at_gt');
		const named = uuids
			? uuids.map((uuid) => space.byUuid.get(uuid)).filter((one) => one !== undefined)
			: space.stories;
		const listed =
			type === null && start === null && since === null
				? named
				: named.filter(
						(story) =>
							(type === null || story.component === type) &&
							(start === null || slugOf(story).startsWith(start)) &&
							(since === null || story.publishedAt > Date.parse(since)),
					);
		const { slice, headers } = pageOf(query, listed, 100);
		const lang = query.get('language') ?? 'default';
		const shown = slice.map((story) => storyJson(story, lang));
		return { status: 200, headers, body: { stories: shown, cv: space.cv(), rels: [], links: [] } };
	}

	function story(slug: string, query: URLSearchParams): Answer {
		const found = space.stories[Number(slug.match(/\d+$/)?.[0]) - 1];
		if (!found || slugOf(found) !== slug) return notFound;
		const body = { story: storyJson(found, query.get('language') ?? 'default'), cv: space.cv() };
		return { status: 200, body: { ...body, rels: [], links: [] } };
	}

	return (url) => {
		const query = url.searchParams;
		const path = url.pathname.replace(/\/$/, '');
		if (query.get('token') !== token) return { status: 401, body: { error: 'Unauthorized' } };
		if (path === '/v2/cdn/spaces/me') {
			const own = { id: 4711, name: 'Bench', domain: 'https://example.com/', version: space.cv() };
			return { status: 200, body: { space: { ...own, language_codes: space.codes } } };
		}
		if (!/^\d+$/.test(query.get('cv') ?? '') && query.get('version') !== 'draft') {
			url.searchParams.set('cv', String(space.cv()));
			return { status: 301, location: `${url.pathname}${url.search}` };
		}
		if (path === '/v2/cdn/links') return links(query);
		if (path === '/v2/cdn/stories') return stories(query);
		if (path.startsWith('/v2/cdn/stories/')) return story(path.slice('/v2/cdn/stories/'.length), query);
		if (path === '/v2/cdn/datasources') return { status: 200, body: { datasources: [], cv: space.cv() } };
		return notFound;
	};
}

const notFound: Answer = { status: 404, body: ['This record could not be found'] };

function pageOf<Item>(query: URLSearchParams, items: readonly Item[], maxPerPage: number) {
	const perPage = Math.min(Number(query.get('per_page') ?? 25), maxPerPage);
	const first = (Number(query.get('page') ?? 1) - 1) * perPage;
	return {
		slice: items.slice(first, first + perPage),
		headers: { total: String(items.length), 'per-page': String(perPage) },
	};
}
