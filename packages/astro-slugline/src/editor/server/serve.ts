import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { sign, writeEditorAddress } from '../../preview/index.js';
import { isFromHere } from '../../shared/http/from-here.js';
import { checkPageRequest, Refusal, readJson } from '../../shared/http/page-request.js';
import type { OpenStory, Space } from '../../space/index.js';
import type { EditedState, EditorState } from '../protocol.js';
import { fieldsOf } from './fields.js';
import { page } from './page.js';

export interface EditorOptions {
	/** The folder that is edited. */
	space: Space;
	/** URL below which the site previews its pages. @example 'http://localhost:4321/_slugline/preview/' */
	preview: () => string;
	/** The token that signs URLs. @default that of the folder */
	previewToken?: string | undefined;
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
		without: z.array(z.string()).default([]),
	}),
	z.strictObject({ do: z.enum(['publish', 'unpublish', 'republish']), slug, lang }),
]);
const spaceShape = z.object({
	space: z.object({ id: z.number(), name: z.string(), language_codes: z.array(z.string()) }),
});

/**
 * Serves the editor of an embedded space. It writes files, so it only answers requests from this machine: they must arrive on
 * the loopback interface, for a local host name, without a proxy between, and from the editor's own page.
 *
 * @param path of the editor
 */
export function serveEditor(path: string, { space, preview, previewToken }: EditorOptions) {
	/** The stories that were opened, by slug and language. */
	const opened = new Map<string, OpenStory>();
	const send = (response: ServerResponse, status: number, type: string, body: string) =>
		answerWith(response, status, type, body, frameSource(preview()));

	return (request: IncomingMessage, response: ServerResponse): void => {
		answer(request, response).catch((error) => {
			request.resume();
			const status = error instanceof Refusal ? error.status : 422;
			send(response, status, 'application/json', JSON.stringify({ message: messageOf(error) }));
		});
	};

	async function answer(request: IncomingMessage, response: ServerResponse) {
		if (!isFromHere(request))
			throw new Refusal(403, 'The editor only answers requests from this machine, because it writes files.');
		const [pathname = ''] = (request.url ?? '').split('?');
		if (![path, `${path}/`, `${path}/page.js`].includes(pathname))
			throw new Refusal(404, `The editor is at ${path}.`);
		if (request.method === 'GET') {
			if (pathname.endsWith('.js'))
				return send(response, 200, 'text/javascript', readFileSync(bundle, 'utf8'));
			return send(response, 200, 'text/html', page(`${path}/page.js`));
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
				opened.delete(keyOf(asked));
				return (await open(asked)).state;
			}
			case 'open': {
				const { id: spaceId } = await about();
				const signer = { spaceId, previewToken: previewToken ?? space.tokens.preview };
				const signature = await sign(signer, Date.now());
				const { id: storyId, lang: code, component } = asked;
				const parameters = writeEditorAddress({ storyId, lang: code, component, signature });
				return { address: `${preview().replace(/\/$/, '')}/?${parameters}` };
			}
			case 'save': {
				const { name, content, without } = asked;
				const removed = Object.fromEntries(without.map((field) => [field, undefined]));
				const { story } = await open(asked);
				await story.save({ ...(name === undefined ? {} : { name }), content: { ...content, ...removed } });
				break;
			}
			default:
				await (await open(asked)).story[asked.do]();
		}
		return (await open(asked)).state;
	}

	/** Opens a story, or continues with the opened one, which remembers what to undo. */
	async function open({ slug: of, lang: code }: { slug: string; lang: string }) {
		const key = keyOf({ slug: of, lang: code });
		const language = code === 'default' ? {} : { language: code };
		const story = opened.get(key) ?? (await space.edit.open(of, language).catch(refuse));
		const state: EditedState = { ...(await story.read()), lang: code };
		// A path that is spelled differently leads to the same story.
		if (state.slug !== of) throw new Refusal(404, `There is no story ${of}.`);
		opened.set(key, story);
		return { story, state };
	}

	async function state(): Promise<EditorState> {
		const stories = await space.edit.list();
		const { name, language_codes: languages } = await about();
		return {
			...{ space: name, languages, fields: fieldsOf(stories.map(({ content }) => content)) },
			stories: stories.map(({ content, own: _, ...story }) => ({ ...story, component: content.component })),
		};
	}

	async function about() {
		await space.ready();
		const query = new URLSearchParams({ version: 'draft', token: space.tokens.preview });
		const response = await space.fetch(`${space.url}/v2/cdn/spaces/me?${query}`);
		return spaceShape.parse(await response.json()).space;
	}
}

const keyOf = ({ slug, lang }: { slug: string; lang: string }): string => `${lang} ${slug}`;

function refuse(error: unknown): never {
	const isMissing = error instanceof Error && error.name === 'SpaceEditError';
	throw isMissing ? new Refusal(404, error.message) : error;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The source of a policy that allows pages of the site in the frame. */
const frameSource = (preview: string): string => (URL.canParse(preview) ? new URL(preview).origin : "'none'");

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
	// Some browsers name the page around a frame only here.
	response.setHeader('referrer-policy', 'origin');
	response.setHeader('x-robots-tag', 'noindex');
	response.setHeader(
		'content-security-policy',
		`default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; frame-src ${frame}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
	);
	response.end(body);
}
