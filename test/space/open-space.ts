import { createSpace, type Space, type SpaceSettings } from 'astro-slugline/space';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/test-folder.js';

/** A JSON answer, read. */
export interface Asked {
	status: number;
	headers: Headers;
	// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies as a client in plain JavaScript does
	body: any;
}

/** A space for the test at hand, and a way to ask it in process with its public token (or, for drafts, the preview token). */
export interface OpenSpace {
	space: Space;
	folder: string;
	ask(path: string, query?: Readonly<Record<string, string | number>>): Promise<Asked>;
	/** Full slugs of a story list, in its order. */
	slugs(query?: Readonly<Record<string, string | number>>): Promise<string[]>;
	/** One story by its slug, from the list. */
	story(slug: string, query?: Readonly<Record<string, string | number>>): Promise<Asked['body']>;
	/** The version of the current space. */
	cv(): Promise<number>;
}

export const page = '---\ncontent:\n  component: page\n---\n';

/** A story's file: lines of its front matter, lines of its content, text. */
export const storyFile = (front: string, content: string, text = ''): string =>
	`---\n${front}content:\n${content.replace(/^(?=.)/gm, '  ')}---\n${text}`;

/** Opens a folder of these files; `space.yaml` is a plain one unless given. */
export async function openSpace(
	files: Readonly<Record<string, string>> = {},
	settings: SpaceSettings = {},
): Promise<OpenSpace> {
	const folder = await temporaryFolder({ 'space.yaml': 'name: Harbour\nlanguages: [de]\n', ...files });
	return openFolder(folder, settings);
}

/** Opens a folder that is there. */
export function openFolder(folder: string, settings: SpaceSettings = {}): OpenSpace {
	const space = createSpace(folder, settings);
	onTestFinished(() => space.close());
	const ask: OpenSpace['ask'] = async (path, query = {}) => {
		const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
		const token = query['version'] === 'draft' ? space.tokens.preview : space.tokens.public;
		if (!search.has('token')) search.set('token', token);
		const response = await space.fetch(`${space.url}${path}?${search}`);
		const text = await response.text();
		return {
			status: response.status,
			headers: response.headers,
			body: text === '' ? undefined : JSON.parse(text),
		};
	};
	const list = async (query: Readonly<Record<string, string | number>> = {}) => {
		const { body } = await ask('/v2/cdn/stories', { per_page: 100, ...query });
		return body.stories;
	};
	return {
		space,
		folder,
		ask,
		slugs: async (query) => (await list(query)).map((story: { full_slug: string }) => story.full_slug),
		story: async (slug, query) => (await list({ by_slugs: slug, ...query }))[0],
		cv: async () => (await ask('/v2/cdn/spaces/me')).body.space.version,
	};
}
