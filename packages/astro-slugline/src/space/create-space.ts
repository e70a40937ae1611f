import { trimSlashes } from 'astro-keep/shared/text/slashes';
import { type Listening, listen, type Middleware, middlewareOf } from '../shared/node/serve.js';
import type { Trigger } from '../wire/index.js';
import { createEditor, type SpaceEditor } from './edit/editor.js';
import { openStore } from './folder/store.js';
import { createHandler } from './handler.js';
import { onlyForHosts } from './http/doorkeeper.js';
import { createFetch } from './http/in-process.js';
import { mount } from './http/mount.js';
import type { KnownFields, SpaceModel, SpaceTokens, Story } from './model/space-model.js';
import { readSettings, type SpaceSettings } from './settings.js';
import { createWatch, type WatchListener } from './watch.js';
import type { EventDetails } from './webhooks/deliveries.js';
import { createSpaceWebhooks } from './webhooks/space-webhooks.js';

/** A folder of Markdown and YAML that responds like the API. */
export interface Space {
	/**
	 * Sends a request to the space, in process. Any origin works, such as `url`; only the path matters:
	 * `/v2/cdn/…`, `/v1/…`, `/oauth/space_info`. If the folder cannot be served, responds with 500 and what
	 * is wrong in it.
	 */
	readonly fetch: typeof fetch;
	/** Base address to use with `fetch`. */
	readonly url: 'http://space.invalid';
	/** `public` reads published content, `preview` also drafts, and `oauth` the management API. */
	readonly tokens: SpaceTokens;
	/**
	 * Reads the folder, unless it has been read already.
	 *
	 * @throws {SpaceFolderError} naming file and line, if the folder cannot be served
	 */
	ready(): Promise<void>;
	/**
	 * One sentence for each probable mistake in the folder, as last read.
	 *
	 * @param fields the fields of components, by their names, to find misspelled ones
	 * @param defaultLanguage its code. Default: that of `space.yaml`
	 * @throws {SpaceFolderError} naming file and line, if the folder cannot be served
	 */
	warnings(fields?: KnownFields, defaultLanguage?: string): readonly string[];
	/**
	 * What a build refuses, although the folder can be served: content that a page would show, or would not show, against what its
	 * file says. Parameters and errors are those of `warnings()`.
	 */
	mistakes(fields?: KnownFields, defaultLanguage?: string): readonly Error[];
	/**
	 * Serves the space over HTTP and watches its folder. Tokens that `space.yaml` does not set are stored in
	 * the state folder of the user, so that they stay the same.
	 *
	 * @param options.host Default: 127.0.0.1
	 * @param options.port Default: a free one
	 * @param options.allowedHosts host names to respond to, besides IP addresses and the names of this
	 * machine
	 * @throws {SpaceFolderError} naming file and line, if the folder cannot be served
	 */
	listen(options?: {
		port?: number;
		host?: string;
		allowedHosts?: readonly string[];
	}): Promise<{ url: string; tokens: SpaceTokens }>;
	/**
	 * Creates a middleware for a Node server, such as Vite's, that serves the space below a path.
	 *
	 * @param prefix the path, which the server strips: `/_space`
	 * @example server.middlewares.use('/_space', space.mount('/_space'));
	 */
	mount(prefix: string): Middleware;
	/**
	 * The dates of publication that no file has, by the uuid of their story. They are derived from names and content, for lists to be
	 * sorted by; do not show them to anyone.
	 */
	inventedDates(): ReadonlyMap<string, readonly string[]>;
	/** The file of a story for messages: that of the language, if it has one. */
	fileOf(uuid: string, language: string): string | undefined;
	/** The file of a story that is not published, by its full slug, for messages. */
	unpublishedFile(slug: string): string | undefined;
	/** The file of a datasource, for messages. */
	datasourceFile(slug: string): string;
	/** The places of bloks with a content type, or of assets with the address of a file, for messages. @example ['space/index.md:7:7'] */
	blokPlaces(type: string): readonly string[];
	/** Edits the folder as editors would. Each edit is served at once. */
	readonly edit: SpaceEditor;
	/**
	 * Reads the folder again, and calls the webhooks for what changed.
	 *
	 * @throws {SpaceFolderError} naming file and line, if the folder cannot be served
	 */
	refresh(): Promise<void>;
	/**
	 * Watches the folder. Every change is soon served and reported to the webhooks. `close` ends it at the
	 * latest.
	 *
	 * @param listener called after each change, with the problem if the folder cannot be served
	 * @returns a function that stops watching
	 */
	watch(listener?: WatchListener): () => void;
	/** Calls the webhooks for an event: any of the 15 triggers, whether or not anything happened. */
	fire(trigger: Trigger, details?: EventDetails): void;
	/** One sentence for each webhook that did not accept its last call, with what to do about it. */
	webhookProblems(): readonly string[];
	/** Resolves when no webhook call is in progress. */
	idle(): Promise<void>;
	/** Closes the space, and ends everything in progress. */
	close(): Promise<void>;
}

/**
 * Opens a folder as a space. Before the first request, `ready()`, or `listen()`, only `space.yaml` is read.
 *
 * The folder is checked for changes whenever a request depends on the cache version (the current space, or
 * published content without `cv`) and for drafts, so an edit is served without a restart. Clock and
 * modification times have no effect on the content that is served.
 *
 * @param folder path of a directory with a `space.yaml`
 * @param settings simulated failures, limits, and hooks for tests
 * @throws {TypeError} if a setting is invalid; problems in the folder are reported by `ready` and `listen`
 * @see docs/space.md
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

	/** Whichever request reads the folder first after a change reports the change. */
	const observed = (model: SpaceModel): SpaceModel => {
		if (model === seen) return model;
		const isFirst = seen === undefined;
		seen = model;
		webhooks.observe(model);
		if (!isFirst) watching.notify();
		return model;
	};
	const current = () => observed(store.current());
	const refresh = () => observed(store.refresh());
	const handler = createHandler({ store, settings: read, current, refresh, endpoints: webhooks.endpoints });
	return {
		fetch: createFetch(handler, closing.signal),
		url: 'http://space.invalid',
		get tokens() {
			return store.tokens();
		},
		async ready() {
			current();
		},
		warnings: (...known) => current().warnings(...known),
		mistakes: (...known) => current().mistakes(...known),
		inventedDates: () => current().inventedDates,
		...fileNames(current, store.front),
		async listen({ port = 0, host = '127.0.0.1', allowedHosts = [] } = {}) {
			current();
			const hosts = [host, ...allowedHosts].map((name) => name.toLowerCase());
			const server = await listen(middlewareOf(onlyForHosts(handler, hosts)), { port, host });
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
		webhookProblems: webhooks.problems,
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

/** The names of a folder's files in messages. */
export type FileNames = Pick<Space, 'fileOf' | 'unpublishedFile' | 'datasourceFile' | 'blokPlaces'>;

/** @param front what messages name files with */
const fileNames = (current: () => SpaceModel, front: string): FileNames => ({
	fileOf(uuid, language) {
		const { file, draft } = current().stories.find((story) => story.uuid === uuid) ?? {};
		const isOwn = draft?.translations.get(language)?.exists;
		return file && front + (isOwn ? file.replace(/(?:\.draft)?\.md$/, `.${language}.md`) : file);
	},
	unpublishedFile(slug) {
		const isIt = ({ published, draft }: Story) => !published && trimSlashes(draft.fullSlug) === slug;
		const found = current().stories.find(isIt);
		return found && front + found.file;
	},
	datasourceFile: (slug) => `${front}datasources/${slug}.yaml`,
	blokPlaces: (type) => current().blokPlaces(type),
});
