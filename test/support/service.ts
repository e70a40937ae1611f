import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from './listen.js';
import { base } from './payloads.js';

/** A story or folder of the small service. */
export interface ServedStory {
	slug: string;
	component?: string;
	published?: boolean;
	folder?: boolean;
	startpage?: boolean;
	path?: string;
	/** Translated slug and publish state by language; languages that are absent repeat the slug and are published. */
	languages?: Record<string, { slug?: string; published?: boolean }>;
	content?: Record<string, unknown>;
}

/** What may go wrong with an answer. */
export type Fault = '500' | '429' | 'drop' | 'cut' | '401';

export interface ServiceOptions {
	token?: string;
	cv?: number;
	languages?: string[];
	stories: ServedStory[];
	/** How stories are paged: with a `total` header, without one, or not at all, since the interface does not show it. */
	paging?: 'total' | 'no total' | 'none';
	/** Whether the space lists its `language_codes`. */
	listsLanguages?: boolean;
	/** The fault of a request, by its number from 0; none if undefined. */
	fault?: (number: number, path: string) => Fault | undefined;
}

const uuidOf = (text: string) => {
	const hash = createHash('sha1').update(text).digest('hex');
	return [
		hash.slice(0, 8),
		hash.slice(8, 12),
		hash.slice(12, 16),
		hash.slice(16, 20),
		hash.slice(20, 32),
	].join('-');
};

/** The uuid that the service gives the story of a slug. */
export const uuidOfStory = (slug: string): string => uuidOf(slug);

export type Service = Awaited<ReturnType<typeof startService>>;

/** Starts a service over HTTP that was written from the interface alone, and counts what it is asked. */
export async function startService(options: ServiceOptions) {
	const { token = 'secret-token-of-the-test', languages = [], stories, fault } = options;
	let open = 0;
	const service = {
		token,
		requests: [] as string[],
		/** The largest number of requests that were open at once. */
		maxOpen: 0,
	};
	const server = await listen((request, response) => {
		open += 1;
		service.maxOpen = Math.max(service.maxOpen, open);
		response.on('close', () => {
			open -= 1;
		});
		const number = service.requests.push(request.url ?? '') - 1;
		answer(request, response, fault?.(number, request.url ?? ''));
	});

	function answer(request: IncomingMessage, response: ServerResponse, trouble: Fault | undefined) {
		const url = new URL(request.url ?? '/', 'http://service');
		if (trouble === 'drop') return request.socket.destroy();
		if (trouble === '500') return send(response, 500, { error: 'Internal Server Error' });
		if (trouble === '429')
			return send(response, 429, { error: 'Rate limit of 50 request per second has been reached.' });
		if (trouble === '401' || url.searchParams.get('token') !== token)
			return send(response, 401, { error: 'Unauthorized' });
		const body = bodyOf(url, response);
		if (body === undefined) return send(response, 404, ['This record could not be found']);
		const text = JSON.stringify(body);
		response.writeHead(200, {
			'Content-Type': 'application/json',
			'Content-Length': Buffer.byteLength(text),
		});
		if (trouble === 'cut') {
			response.write(text.slice(0, text.length / 2));
			setImmediate(() => request.socket.destroy());
			return;
		}
		response.end(text);
	}

	const send = (response: ServerResponse, status: number, body: unknown) => {
		response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
	};

	function bodyOf(url: URL, response: ServerResponse): unknown {
		const cv = options.cv ?? 1_700_000_000;
		const page = Number(url.searchParams.get('page') ?? 1);
		const perPage = Number(url.searchParams.get('per_page') ?? 25);
		const slice = <Item>(items: Item[]) => items.slice((page - 1) * perPage, page * perPage);
		switch (url.pathname.replace(/\/$/, '')) {
			case '/v2/cdn/spaces/me':
				return {
					space: {
						id: 7,
						name: 'Small service',
						domain: 'https://example.com/',
						version: cv,
						...(options.listsLanguages ? { language_codes: languages } : {}),
					},
				};
			case '/v2/cdn/links': {
				const links = stories
					.filter((story) => story.folder || story.published !== false)
					.map((story) => linkOf(story));
				return { links: Object.fromEntries(slice(links).map((link) => [link.uuid, link])) };
			}
			case '/v2/cdn/stories': {
				const lang = url.searchParams.get('language') ?? 'default';
				const all = stories
					.filter((story) => !story.folder && story.published !== false)
					.map((story) => storyOf(story, lang));
				if (options.paging === 'total' || options.paging === undefined) {
					response.setHeader('total', String(all.length));
					response.setHeader('per-page', String(perPage));
				}
				return { stories: options.paging === 'none' ? all : slice(all), cv, rels: [], links: [] };
			}
			case '/v2/cdn/datasources':
				return { datasources: [], cv };
			default:
				return undefined;
		}
	}

	const idOf = (story: ServedStory) => stories.indexOf(story) + 100;
	const parentOf = (story: ServedStory) => {
		const folder = stories.find(
			(other) => other.folder && story !== other && other.slug === parentSlug(story),
		);
		return folder ? idOf(folder) : null;
	};
	const parentSlug = ({ slug }: ServedStory) => slug.replace(/\/$/, '').split('/').slice(0, -1).join('/');

	function linkOf(story: ServedStory) {
		return {
			id: idOf(story),
			uuid: uuidOf(story.slug),
			slug: story.slug,
			path: story.path ?? null,
			real_path: story.path ? `/${story.path.replace(/^\//, '')}` : `/${story.slug}`,
			name: story.slug,
			published: !story.folder && story.published !== false,
			parent_id: parentOf(story),
			is_folder: story.folder === true,
			is_startpage: story.startpage === true,
			position: 0,
			alternates: languages.map((lang) => ({
				path: story.languages?.[lang]?.slug ?? story.slug,
				name: story.slug,
				lang,
				published: story.languages?.[lang]?.published ?? true,
				translated_slug: story.languages?.[lang]?.slug ?? story.slug,
			})),
		};
	}

	function storyOf(story: ServedStory, lang: string) {
		const slug = lang === 'default' ? story.slug : `${lang}/${story.languages?.[lang]?.slug ?? story.slug}`;
		return {
			...base,
			id: idOf(story),
			uuid: uuidOf(story.slug),
			name: story.slug,
			slug: slug.split('/').at(-1),
			full_slug: slug,
			content: {
				_uid: uuidOf(`${slug} content`),
				component: story.component ?? 'page',
				title: `${story.slug} in ${lang}`,
				...story.content,
			},
			is_startpage: story.startpage === true,
			parent_id: parentOf(story),
			group_id: uuidOf(`${story.slug} group`),
			lang,
			path: story.path ?? null,
		};
	}

	return Object.assign(service, server);
}
