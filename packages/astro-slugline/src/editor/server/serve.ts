import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { sign, writeEditorAddress } from '../../preview/index.js';
import { checkPageRequest, headerText, Refusal, readJson } from '../../shared/page-request.js';
import type { Space } from '../../space/index.js';
import { type Story, storySchema } from '../../wire/index.js';
import type { EditedState, EditorState } from '../protocol.js';
import { fieldsOf } from './fields.js';
import { page } from './page.js';

export interface EditorOptions {
	/** The folder that is edited. */
	space: Space;
	/** Path of the editor. @example '/_slugline/editor' */
	path: string;
	/** The site's base, without a trailing slash. URLs in the page begin with it; the paths of requests do not. */
	base: string;
	/** Address below which pages are previewed: a path with the site's base, or a URL if the site has another origin. */
	preview: () => string;
	/** The token that signs URLs. */
	previewToken: () => Promise<string>;
	/** The code of the editor's script. Default: the one that is built with this package. */
	script?: () => string;
	now?: () => number;
}

const bundle = new URL('../page.bundle.js', import.meta.url);

/** Limit of a request's size, in bytes. */
const maxBodyBytes = 2_000_000;

const slug = z.string().min(1).max(1000);
const lang = z.string().min(1).max(20);
const requestShape = z.discriminatedUnion('do', [
	z.strictObject({ do: z.literal('state') }),
	z.strictObject({ do: z.literal('story'), slug, lang }),
	z.strictObject({ do: z.literal('open'), id: z.number().int().positive(), lang, component: z.string() }),
	z.strictObject({
		do: z.literal('save'),
		slug,
		lang,
		name: z.string().optional(),
		content: z.record(z.string(), z.unknown()),
	}),
	z.strictObject({ do: z.literal('publish'), slug, lang }),
	z.strictObject({ do: z.literal('unpublish'), slug, lang }),
]);
const spaceShape = z.object({
	space: z.object({ id: z.number(), name: z.string(), language_codes: z.array(z.string()) }),
});
const storiesShape = z.object({ stories: z.array(storySchema) });

/**
 * Serves the editor of an embedded space. It writes files, so it only answers requests from this machine: they must arrive on
 * the loopback interface, for a local host name, and from the editor's own page.
 *
 * @returns true if the request was for the editor
 */
export function serveEditor(options: EditorOptions) {
	const { space, path, base, preview, previewToken, now = Date.now } = options;
	const { script = () => readFileSync(bundle, 'utf8') } = options;
	const send = (response: ServerResponse, status: number, type: string, body: string) =>
		answerWith(response, status, type, body, frameSource(preview()));

	return (request: IncomingMessage, response: ServerResponse): boolean => {
		const pathname = (request.url ?? '').replace(/[?#].*$/s, '');
		if (pathname !== path && !pathname.startsWith(`${path}/`)) return false;
		answer(request, response, pathname).catch((error) => {
			request.resume();
			const status = error instanceof Refusal ? error.status : 422;
			send(response, status, 'application/json', JSON.stringify({ message: messageOf(error) }));
		});
		return true;
	};

	async function answer(request: IncomingMessage, response: ServerResponse, pathname: string) {
		checkMachine(request);
		if (request.method === 'GET') {
			if (pathname === `${path}/page.js`) return send(response, 200, 'text/javascript', script());
			return send(response, 200, 'text/html', page(`${base}${path}/page.js`));
		}
		if (request.method !== 'POST') throw new Refusal(405, 'The editor answers GET and POST.');
		checkPageRequest(request, 'The editor');
		const parsed = requestShape.safeParse(await readJson(request, maxBodyBytes));
		if (!parsed.success) throw new Refusal(400, 'The request is invalid.');
		send(response, 200, 'application/json', JSON.stringify(await work(parsed.data)));
	}

	async function work(asked: z.infer<typeof requestShape>): Promise<unknown> {
		switch (asked.do) {
			case 'state':
				return state();
			case 'story': {
				const { story } = await read(`stories/${asked.slug}`, {
					...(asked.lang === 'default' ? {} : { language: asked.lang }),
				});
				const { id, name, content } = storySchema.parse(story);
				return { id, name, lang: asked.lang, content: withoutMarks(content) } as EditedState;
			}
			case 'open': {
				const { id: spaceId } = await about();
				const signature = await sign({ spaceId, previewToken: await previewToken() }, now());
				const { id: storyId, lang: code, component } = asked;
				const parameters = writeEditorAddress({ storyId, lang: code, component, signature });
				return { address: `${preview().replace(/\/$/, '')}/?${parameters}` };
			}
			case 'save':
				return save(asked);
			default:
				await space.edit[asked.do](asked.slug, languageOf(asked.lang));
				return {};
		}
	}

	async function save({
		slug: of,
		lang: code,
		name,
		content,
	}: z.infer<typeof requestShape> & { do: 'save' }) {
		const change = {
			...languageOf(code),
			...(name === undefined ? {} : { frontmatter: { name } }),
			draft: true,
		};
		try {
			await space.edit.write(of, { ...change, content });
		} catch (error) {
			// One field may be the text below the front matter. The folder's error names it.
			const body = error instanceof Error && 'textField' in error ? error.textField : undefined;
			if (typeof body !== 'string') throw error;
			const { [body]: text, ...rest } = content;
			const isText = typeof text === 'string';
			// Rich text that was written as Markdown is returned as nodes, which go into the front matter.
			await space.edit.write(
				of,
				isText ? { ...change, content: rest, body: text } : { ...change, content, body: '' },
			);
		}
		return {};
	}

	async function state(): Promise<EditorState> {
		const stories: Story[] = [];
		for (let number = 1; ; number++) {
			const { stories: some } = storiesShape.parse(
				await read('stories', { page: String(number), per_page: '100' }),
			);
			stories.push(...some);
			if (some.length < 100) break;
		}
		const links = z
			.object({ links: z.record(z.string(), z.object({ published: z.boolean().nullish() })) })
			.parse(await read('links', { per_page: '1000' })).links;
		const { name, language_codes: languages } = await about();
		return {
			space: name,
			languages,
			stories: stories
				.map(({ id, name, full_slug, uuid, content, published_at }) => ({
					...{ id, name, slug: full_slug, uuid, component: content.component },
					published: links[uuid]?.published ?? published_at !== null,
				}))
				.sort((one, other) => (one.slug < other.slug ? -1 : 1)),
			fields: fieldsOf(stories.map(({ content }) => content)),
		};
	}

	async function about() {
		return spaceShape.parse(await read('spaces/me', {})).space;
	}

	async function read(what: string, parameters: Record<string, string>): Promise<Record<string, unknown>> {
		await space.ready();
		const query = new URLSearchParams({ ...parameters, version: 'draft', token: space.tokens.preview });
		const response = await space.fetch(`${space.url}/v2/cdn/${what}?${query}`);
		if (!response.ok) throw new Refusal(response.status, `The space did not return ${what}.`);
		return (await response.json()) as Record<string, unknown>;
	}
}

const languageOf = (code: string) => (code === 'default' ? {} : { language: code });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Content without the marks that only drafts have, because they must not be written to files. */
function withoutMarks(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutMarks);
	if (typeof value !== 'object' || value === null) return value;
	const fields = Object.entries(value).filter(([name]) => name !== '_editable');
	return Object.fromEntries(fields.map(([name, inner]) => [name, withoutMarks(inner)]));
}

function checkMachine(request: IncomingMessage): void {
	const from = request.socket.remoteAddress ?? '';
	const isLoopback = from === '::1' || /^(::ffff:)?127\./.test(from);
	const host = headerText(request, 'host').replace(/:\d+$/, '');
	const isLocal =
		host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
	if (!isLoopback || !isLocal)
		throw new Refusal(403, 'The editor only answers requests from this machine, because it writes files.');
}

/** The source of a policy that allows pages of the site in the frame. */
const frameSource = (preview: string): string => (URL.canParse(preview) ? new URL(preview).origin : "'self'");

function answerWith(
	response: ServerResponse,
	status: number,
	type: string,
	body: string,
	frame: string,
): void {
	response.statusCode = status;
	response.setHeader('content-type', `${type}; charset=utf-8`);
	response.setHeader('cache-control', 'no-store');
	response.setHeader('x-content-type-options', 'nosniff');
	response.setHeader('referrer-policy', 'same-origin');
	response.setHeader('x-robots-tag', 'noindex');
	response.setHeader(
		'content-security-policy',
		`default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; frame-src ${frame}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
	);
	response.end(body);
}
