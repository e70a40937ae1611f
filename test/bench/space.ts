import { createHash } from 'node:crypto';
import { createRandom } from '../support/random.js';

/** How large a generated space is. */
export interface Size {
	stories: number;
	/** Number of languages, including the default one. */
	languages: number;
}

interface Folder {
	id: number;
	uuid: string;
	slug: string;
}

interface BenchStory extends Folder {
	folder: Folder;
	component: string;
	revision: number;
	/** Milliseconds since 1970. */
	publishedAt: number;
}

/** The content types, of which each has a third of the stories. */
export const contentTypes = ['article', 'page', 'product'];

export const storiesPerFolder = 100;

const slugOf = ({ folder, slug }: BenchStory) => `${folder.slug}/${slug}`;
const titleOf = ({ id, revision }: BenchStory, lang: string) => `Story ${id}, revision ${revision}, ${lang}`;
const time = (milliseconds: number) => new Date(milliseconds).toISOString();

/** A uuid that belongs to a number. */
const uuidOf = (number: number) =>
	createHash('md5')
		.update(String(number))
		.digest('hex')
		.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');

const words =
	'harbour rope tide mast lamp stone letter bridge winter kettle copper ladder engine paper meadow silver window garden signal anchor river market thread barrel candle orchard ferry shelter pocket marble'.split(
		' ',
	);

const sentences = Array.from({ length: 512 }, (_, number) => {
	const random = createRandom(number);
	const text = Array.from({ length: 14 }, () => random.of(words)).join(' ');
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
});

const sentenceOf = (seed: number) => sentences[seed % sentences.length] ?? '';

/** A paragraph of a few sentences, the same for the same seed. */
export function paragraphOf(seed: number): string {
	const random = createRandom(seed);
	return Array.from({ length: 5 }, () => random.of(sentences)).join(' ');
}

/** The response to a path: a body, or where to go instead. */
export type Answer =
	| { status: 200 | 401 | 404; body: unknown; headers?: Record<string, string> }
	| { status: 301; location: string };

/** The token that the service takes. */
export const token = 'bench';

/** A generated space, the same on every machine: folders of 100 stories each, all published in all languages. */
export class BenchSpace {
	readonly #codes: string[];
	readonly #folders: Folder[];
	readonly #stories: BenchStory[];
	readonly #byUuid: Map<string, BenchStory>;
	#clock = Date.UTC(2026, 1, 1);
	#edits = 0;

	constructor({ stories, languages }: Size) {
		this.#codes = ['de', 'fr', 'es', 'it'].slice(0, languages - 1);
		this.#folders = Array.from({ length: Math.ceil(stories / storiesPerFolder) }, (_, number) => ({
			id: 1_000_000 + number,
			uuid: uuidOf(1_000_000 + number),
			slug: `section-${number}`,
		}));
		this.#stories = this.#folders.flatMap((folder, number) => {
			const first = number * storiesPerFolder + 1;
			return Array.from({ length: Math.min(storiesPerFolder, stories + 1 - first) }, (_, place) => ({
				...{ id: first + place, uuid: uuidOf(first + place), slug: `story-${first + place}`, folder },
				component: contentTypes[(first + place) % contentTypes.length] ?? '',
				revision: 1,
				publishedAt: Date.UTC(2026, 0, 1) + (first + place) * 100,
			}));
		});
		this.#byUuid = new Map(this.#stories.map((story) => [story.uuid, story]));
	}

	/** Publishes new content of so many stories, spread over the space. Each call chooses different stories. */
	change(count: number): void {
		const offset = this.#edit() * 17;
		const step = Math.max(1, Math.floor(this.#stories.length / count));
		for (let n = 0; n < count; n++) {
			const story = this.#stories[(offset + n * step) % this.#stories.length];
			if (story) Object.assign(story, { revision: story.revision + 1, publishedAt: this.#clock + n });
		}
	}

	/** Renames a folder, a different one each time. Its stories move, but their dates stay the same. */
	renameFolder(): void {
		const number = this.#edit();
		const folder = this.#folders[number % this.#folders.length];
		if (folder) folder.slug = `${folder.slug.replace(/-renamed-\d+$/, '')}-renamed-${number}`;
	}

	#edit(): number {
		this.#clock += 60_000;
		this.#edits += 1;
		return this.#edits;
	}

	/** What a site must show: the slug and the title of every story in every language, separated by a tab. */
	entries(): string[] {
		return ['default', ...this.#codes].flatMap((lang) =>
			this.#stories.map((story) => {
				const slug = lang === 'default' ? slugOf(story) : `${lang}/${slugOf(story)}`;
				return `${slug}\t${titleOf(story, lang)}`;
			}),
		);
	}

	/** Answers as the delivery API, for the part of it that the contenders ask for. */
	answer(url: URL): Answer {
		const query = url.searchParams;
		const cv = this.#clock / 1000;
		if (query.get('token') !== token) return { status: 401, body: { error: 'Unauthorized' } };
		const path = url.pathname.replace(/\/$/, '');
		if (path === '/v2/cdn/spaces/me') {
			const space = { id: 4711, name: 'Bench', domain: 'https://example.com/', version: cv };
			return { status: 200, body: { space: { ...space, language_codes: this.#codes } } };
		}
		if (!/^\d+$/.test(query.get('cv') ?? '') && query.get('version') !== 'draft') {
			query.set('cv', String(cv));
			return { status: 301, location: `${url.pathname}${url.search}` };
		}
		if (path === '/v2/cdn/links') {
			const { slice, headers } = pageOf(query, [...this.#folders, ...this.#stories], 1000);
			const links = slice.map((one) => [one.uuid, this.#link(one, query.get('include_dates') === '1')]);
			return { status: 200, headers, body: { links: Object.fromEntries(links) } };
		}
		if (path === '/v2/cdn/stories') {
			const { slice, headers } = pageOf(query, this.#listed(query), 100);
			const stories = slice.map((story) => this.#story(story, query.get('language') ?? 'default'));
			return { status: 200, headers, body: { stories, cv, rels: [], links: [] } };
		}
		return { status: 404, body: ['This record could not be found'] };
	}

	#listed(query: URLSearchParams): BenchStory[] {
		const uuids = query.get('by_uuids')?.split(',');
		const type = query.get('content_type');
		const since = query.get('published_at_gt');
		return (uuids?.flatMap((uuid) => this.#byUuid.get(uuid) ?? []) ?? this.#stories).filter(
			(story) =>
				(type === null || story.component === type) &&
				(since === null || story.publishedAt > Date.parse(since)),
		);
	}

	#link(one: Folder | BenchStory, dates: boolean) {
		const story = 'folder' in one ? one : undefined;
		const slug = story ? slugOf(story) : one.slug;
		const date = time(story?.publishedAt ?? 0);
		const published = story !== undefined;
		return {
			...{ id: one.id, uuid: one.uuid, slug, path: null, real_path: `/${slug}` },
			name: story ? titleOf(story, 'default') : one.slug,
			...{ published, parent_id: story?.folder.id ?? 0, is_folder: !published, is_startpage: false },
			position: one.id * -10,
			...(dates && { published_at: published ? date : null, created_at: date, updated_at: date }),
			alternates: this.#codes.map((lang) => ({
				...{ path: slug, name: null, lang, published, translated_slug: slug },
			})),
		};
	}

	#story(story: BenchStory, lang: string) {
		const date = time(story.publishedAt);
		const slug = slugOf(story);
		return {
			name: titleOf(story, lang),
			...{ created_at: date, published_at: date, first_published_at: date, updated_at: date },
			...{ id: story.id, uuid: story.uuid, content: this.#content(story, lang), slug: story.slug },
			full_slug: lang === 'default' ? slug : `${lang}/${slug}`,
			...{ sort_by_date: null, position: story.id * -10, tag_list: [], is_startpage: false },
			...{ parent_id: story.folder.id, meta_data: null, group_id: uuidOf(-story.id - 2_000_000) },
			...{ release_id: null, lang, path: null, alternates: [] },
			...{ default_full_slug: null, translated_slugs: null },
		};
	}

	/** The content of a story, about 4 kB as JSON. */
	#content(story: BenchStory, lang: string) {
		const { id, component, revision } = story;
		const seed = id * 1009 + revision * 101 + (this.#codes.indexOf(lang) + 1) * 13;
		const title = titleOf(story, lang);
		return {
			...{ _uid: uuidOf(-id), component, title, summary: sentenceOf(seed * 7) },
			price: String((id % 500) + 0.5),
			related: [id * 3, id * 7].flatMap((other) => this.#stories[other % this.#stories.length]?.uuid ?? []),
			body: Array.from({ length: 6 }, (_, place) => ({
				...{ _uid: `${id}-${place}`, component: 'paragraph' },
				heading: sentenceOf(seed + place * 3).slice(0, 40),
				text: paragraphOf(seed * 6 + place),
			})),
			seo: { _uid: `${id}-seo`, plugin: 'seo_metatags', title, description: sentenceOf(seed) },
		};
	}
}

function pageOf<Item>(query: URLSearchParams, items: readonly Item[], maxPerPage: number) {
	const perPage = Math.min(Number(query.get('per_page') ?? 25), maxPerPage);
	const first = (Number(query.get('page') ?? 1) - 1) * perPage;
	return {
		slice: items.slice(first, first + perPage),
		headers: { total: String(items.length), 'per-page': String(perPage) },
	};
}
