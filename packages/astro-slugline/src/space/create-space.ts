import type { Trigger } from '../wire/index.js';
import { createDelivery, type Freshness } from './delivery/index.js';
import { createEditor, type SpaceEditor } from './edit/index.js';
import { openStore } from './folder/store.js';
import { notFound, wrongMethod } from './http/answers.js';
import { onlyForHosts } from './http/doorkeeper.js';
import { createFetch } from './http/in-process.js';
import { type Listening, listen } from './http/listen.js';
import { type Middleware, mount } from './http/mount.js';
import { createPipeline, type Handler } from './http/pipeline.js';
import { createManagement } from './management/index.js';
import type { SpaceModel, SpaceTokens } from './model.js';
import { readSettings, type SpaceSettings } from './settings.js';
import { createWatch, type WatchListener } from './watch.js';
import { createSpaceWebhooks, type EventDetails } from './webhooks/index.js';

/** A folder of Markdown and YAML that answers as the service does. */
export interface Space {
	/**
	 * Asks the space in process. Any origin will do, `url` for one; what counts is the path: `/v2/cdn/…`, `/v1/…`, `/oauth/space_info`.
	 * A folder that cannot be served answers 500 with what is wrong in it.
	 */
	readonly fetch: typeof fetch;
	/** Base address to use with `fetch`. */
	readonly url: 'http://space.invalid';
	/** `public` sees what is published, `preview` drafts too, `oauth` is the management interface's. */
	readonly tokens: SpaceTokens;
	/**
	 * Reads the folder, if nobody has.
	 *
	 * @throws {SpaceFolderError} naming file and line, if it cannot be served
	 */
	ready(): Promise<void>;
	/**
	 * Sentences for what in the folder is probably a mistake, as it was last read.
	 *
	 * @throws {SpaceFolderError} naming file and line, if it cannot be served
	 */
	warnings(): readonly string[];
	/**
	 * Serves the space over HTTP, on 127.0.0.1 and a free port unless told otherwise, and watches its folder. Tokens that
	 * `space.yaml` does not state are kept in `.slugline/tokens.json` in the folder, which Git ignores.
	 *
	 * @param options.allowedHosts names that it answers to, beside addresses and the names of this machine
	 * @throws {SpaceFolderError} naming file and line, if the folder cannot be served
	 */
	listen(options?: {
		port?: number;
		host?: string;
		allowedHosts?: readonly string[];
	}): Promise<{ url: string; tokens: SpaceTokens }>;
	/**
	 * A middleware for a server of Node's, such as Vite's, to serve the space below a path of it.
	 *
	 * @param prefix the path, which the server takes off: `/_space`
	 * @example server.middlewares.use('/_space', space.mount('/_space'));
	 */
	mount(prefix: string): Middleware;
	/** Edits the folder as people do in the editor of the service; what is edited is served at once. */
	readonly edit: SpaceEditor;
	/**
	 * Looks at the folder again, and tells the webhook endpoints what changed.
	 *
	 * @throws {SpaceFolderError} naming file and line, if it cannot be served
	 */
	refresh(): Promise<void>;
	/**
	 * Watches the folder: every change is served and told to the webhook endpoints soon after it was made. Ends with `close` at the latest.
	 *
	 * @param listener - called after each change, with what is wrong where the folder cannot be served
	 * @returns stops it
	 */
	watch(listener?: WatchListener): () => void;
	/** Tells the webhook endpoints of an event: any of the 15 triggers, whether or not anything happened. */
	fire(trigger: Trigger, details?: EventDetails): void;
	/** Resolves when no call of a webhook endpoint is under way. */
	idle(): Promise<void>;
	/** Ends everything that is under way; the space answers no more. */
	close(): Promise<void>;
}

/** Drafts of a folder up to this size are looked for at every request; of a greater one when the cache version is asked for. */
const smallFolder = 500;

/**
 * Opens a folder as a space. Nothing but `space.yaml` is read before the first request, `ready()` or `listen()`.
 *
 * The folder is looked at again whenever the cache version is asked for (the current space, a published request without `cv`) and for
 * drafts, so an edit is served without a restart. Neither clock nor modification times decide anything that is served.
 *
 * @param folder - path of a directory with a `space.yaml`
 * @param settings - bad days, for testing against them
 * @throws {TypeError} if a setting is wrong; what is wrong in the folder is told by `ready` and `listen`
 * @example
 * const space = createSpace('./space');
 * const { url, tokens } = await space.listen();
 * await fetch(`${url}/v2/cdn/stories?token=${tokens.public}`);
 */
export function createSpace(folder: string, settings: SpaceSettings = {}): Space {
	const read = readSettings(settings);
	const store = openStore(folder);
	const listening = new Set<Listening>();
	const closing = new AbortController();

	const webhooks = createSpaceWebhooks(read);
	const watching = createWatch(store.folder, () => refresh());
	let seen: SpaceModel | undefined;

	/** Whoever reads the folder first after a change tells of it. */
	const observed = (model: SpaceModel): SpaceModel => {
		if (model === seen) return model;
		const isFirst = seen === undefined;
		seen = model;
		webhooks.observe(model);
		if (!isFirst) watching.tell();
		return model;
	};
	const current = () => observed(store.current());
	const refresh = () => observed(store.refresh());
	const delivery = createDelivery((freshness: Freshness) => {
		if (freshness === 'newest') return refresh();
		const model = current();
		return freshness === 'draft' && model.stories.length <= smallFolder ? refresh() : model;
	});
	const management = createManagement({
		describe: current,
		token: () => current().tokens.oauth,
		endpoints: webhooks.endpoints,
		stories: async (request) => delivery.answerManagementStories(new URL(request.url)),
	});
	const answer: Handler = async (request) => {
		const url = new URL(request.url);
		if (!url.pathname.startsWith('/v2/cdn/')) {
			const answered = await management(request);
			if (answered) return answered;
			throw notFound();
		}
		if (request.method !== 'GET' && request.method !== 'HEAD') throw wrongMethod('GET, HEAD, OPTIONS');
		return delivery.answer(url);
	};
	const isPublic = (url: URL): boolean =>
		url.pathname.startsWith('/v2/cdn/') && url.searchParams.get('token') === store.tokens().public;
	const ttl = read.edge?.minimumCacheTtl;
	const handler = createPipeline(answer, read, {
		isPublic,
		version: () => refresh().cv,
		minimumCacheTtl: (token) => (token === current().tokens.preview ? ttl?.preview : ttl?.public) ?? 0,
	});
	return {
		fetch: createFetch(handler, closing.signal),
		url: 'http://space.invalid',
		get tokens() {
			return store.tokens();
		},
		async ready() {
			current();
		},
		warnings: () => current().warnings,
		async listen({ port = 0, host = '127.0.0.1', allowedHosts = [] } = {}) {
			current();
			const hosts = [host, ...allowedHosts].map((name) => name.toLowerCase());
			const server = await listen(onlyForHosts(handler, hosts), { port, host });
			store.saveTokens();
			listening.add(server);
			watching.add(() => {});
			return { url: server.url, tokens: store.tokens() };
		},
		mount(prefix) {
			store.saveTokens();
			return mount(handler, prefix);
		},
		edit: createEditor({ folder: store.folder, refresh }),
		async refresh() {
			refresh();
		},
		watch: (listener = () => {}) => watching.add(listener),
		fire(trigger, details) {
			current();
			webhooks.fire(trigger, details);
		},
		idle: webhooks.idle,
		async close() {
			watching.close();
			webhooks.close();
			closing.abort(new Error('The space was closed.'));
			await Promise.all([...listening].map((server) => server.close()));
			listening.clear();
		},
	};
}
