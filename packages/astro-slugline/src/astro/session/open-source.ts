import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegrationLogger } from 'astro';
import { isOn } from 'astro-keep/command';
import { once, oncePerKey } from 'astro-keep/shared/once';
import { createStorage, prefixStorage } from 'unstorage';
import fsLite from 'unstorage/drivers/fs-lite';
import {
	createDeliveryClient,
	type DeliveryClient,
	type DeliveryClientOptions,
	type RequestEvent,
} from '../../client/index.js';
import { fallbackLanguageOf, type RouteI18n } from '../../routing/index.js';
import { askAgainVariable } from '../../shared/api/ask-again.js';
import type { Delivery, Space } from '../../space/index.js';
import { type AskAgain, createSync, type Progress, type Sync, type SyncedSpace } from '../../sync/index.js';
import type { Content, CurrentSpace } from '../../wire/index.js';
import { type ContentSource, type Environment, explains, type Options } from '../settings/index.js';
import { readAskAgain } from './ask-again.js';
import { createProgress, originOf, requestLine, syncLine, withOrigins } from './report.js';
import { typesSource } from './types/content-source.js';

/** A source that can be synced. */
export type Opened = Awaited<ReturnType<typeof openSource>>;

interface OpenOptions {
	options: Options;
	environment: Environment;
	source: ContentSource;
	cacheDir: URL;
	root: URL;
	logger: AstroIntegrationLogger;
	/** True in dev with preview, whose drafts have their own cached state. */
	previews?: boolean;
	/** Of the site: which languages stand in for others. */
	i18n: RouteI18n | undefined;
	/** Fetch everything again, as with `astro build --force`. */
	force: boolean;
}

/**
 * Opens the source of a site: the API over HTTP, or the embedded space in this process, both with the same client. The first
 * sync creates the client, so that a folder with errors can be opened and then corrected.
 */
export async function openSource(opening: OpenOptions) {
	const { source, logger, force, previews = false } = opening;
	const defaultLanguage = opening.options.defaultLanguage ?? opening.i18n?.defaultLocale;
	const warn = oncePerKey((sentence: string) => logger.warn(sentence));
	const onDelivery = ({ problem }: Delivery) => problem !== undefined && logger.warn(problem);
	const embedded =
		source.kind === 'folder'
			? (await import('../../space/index.js')).createSpace(relative(process.cwd(), source.folder) || '.', {
					onDelivery,
				})
			: undefined;
	// In dev, authors may delete the last story.
	const mayEmpty = force || (embedded !== undefined && previews);
	const progress = createProgress((line) => logger.info(line));
	const languages = fallbackLanguages(opening);
	const fromHook = readAskAgain(opening.environment[askAgainVariable]);
	// Opened each time, so that dev notices a changed file.
	const components = () => typesSource(opening.options, opening.root).catch(() => undefined);
	const types = async () => (await components())?.types([], new Map());
	const problemsIn = async (content: Content) => {
		const from = await components();
		return from?.check ? [...from.notesOf(content)] : [];
	};
	const fields = once(async () => (await types())?.bloks);
	const open = once(async () => createSyncOf(opening, embedded, languages, progress.show));
	const client = once(() =>
		createDeliveryClient({
			...addressOf(source, { version: 'draft' }, embedded),
			fallbackLanguageOf: languages.fallbackOf,
			onRequest: (event) => logger.debug(requestLine(event)),
			onNotice: warn,
		}),
	);
	return {
		/** The embedded space, if the source is a folder. */
		embedded,
		/** The types that the site's file of components defines. */
		types,
		/** What does not match that file in the content of a story. A build would fail with it. */
		problemsIn,
		async sync(again: AskAgain | undefined = fromHook): Promise<SyncedSpace> {
			await embedded?.ready();
			const refuse = (error: unknown) => {
				throw withOrigins(error, source);
			};
			const { sync, baseUrl } = await open().catch(refuse);
			progress.begin();
			const synced = await sync.run({ force, mayEmpty, again }).catch(refuse);
			const known = await fields();
			const [mistake] = embedded?.mistakes(known, defaultLanguage) ?? [];
			if (mistake) throw mistake;
			embedded?.warnings(known, defaultLanguage).forEach(warn);
			(await components())?.unchecked.forEach(warn);
			// A deployment that lacks its token has the content of the folder.
			const level = source.kind === 'folder' && source.unused?.length ? 'warn' : 'info';
			logger[level](syncLine(synced, originOf(source, opening.options.space, baseUrl)));
			return synced;
		},
		/** A client for requests that the synced content cannot answer. It also reads drafts, if the token allows that. */
		async client(): Promise<DeliveryClient> {
			await embedded?.ready();
			return client();
		},
		/** True if requests are not allowed. */
		offline: source.kind === 'service' && isOn(opening.environment.SLUGLINE_OFFLINE),
	};
}

const ofRenamed = ' If you renamed its file, give the new one this `uuid`, so that the old path redirects.';

function createSyncOf(
	{ options, environment, source, cacheDir, logger, previews }: OpenOptions,
	embedded: Space | undefined,
	languages: ReturnType<typeof fallbackLanguages>,
	onProgress: (progress: Progress) => void,
): { sync: Sync; baseUrl: string } {
	const listeners = new Set<(event: RequestEvent) => void>();
	const onNotice = (sentence: string) => logger.warn(sentence);
	const onRequest = (event: RequestEvent) => {
		logger.debug(requestLine(event));
		for (const listener of listeners) listener(event);
	};
	const client = createDeliveryClient({
		...addressOf(source, options, embedded),
		version: options.version,
		fallbackLanguageOf: languages.fallbackOf,
		onRequest,
		onNotice,
	});
	const storage = createStorage({
		driver: options.storage ?? fsLite({ base: fileURLToPath(new URL(`slugline/${options.id}/`, cacheDir)) }),
	});
	const folder = source.kind === 'folder' ? (options.space ?? './space') : undefined;
	const sync = createSync({
		client: { ...client, currentSpace: async (asked) => languages.learn(await client.currentSpace(asked)) },
		version: options.version,
		baseUrl: client.baseUrl,
		scope: [folder, languages.stamp].filter((part) => part !== undefined).join(' ') || undefined,
		changesId: folder !== undefined,
		languages: options.languages?.filter((code) => code !== options.defaultLanguage && code !== 'default'),
		storage: previews ? prefixStorage(storage, 'preview') : storage,
		maxAgeMs: options.fullSyncAfter,
		onError: options.onError,
		offline: isOn(environment.SLUGLINE_OFFLINE),
		explain: explains(options, environment) ? (line) => logger.info(line) : undefined,
		onGone: options.redirects && folder !== undefined ? (line) => onNotice(line + ofRenamed) : undefined,
		onNotice,
		onProgress,
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	});
	return { sync, baseUrl: client.baseUrl };
}

/** From which language the service is to take fields that a language lacks. It takes its own names of languages. */
function fallbackLanguages({ i18n, options }: Pick<OpenOptions, 'i18n' | 'options'>) {
	let named: readonly string[] | undefined;
	const inAstro = (i18n?.locales ?? []).flatMap((locale) =>
		typeof locale === 'string' ? [locale] : locale.codes,
	);
	return {
		learn(space: CurrentSpace): CurrentSpace {
			named = space.language_codes ?? undefined;
			return space;
		},
		fallbackOf: (language: string) =>
			fallbackLanguageOf(language, {
				languages: named ?? inAstro,
				defaultLanguage: options.defaultLanguage,
				i18n,
			}),
		/** Changes with what the answers depend on. */
		stamp: i18n?.fallback && JSON.stringify(i18n.fallback),
	};
}

/** The address and the token for the client. */
function addressOf(
	source: ContentSource,
	{ version }: Pick<Options, 'version'>,
	embedded: Space | undefined,
): Pick<DeliveryClientOptions, 'token' | 'region' | 'baseUrl' | 'fetch' | 'rateLimit'> {
	if (source.kind === 'service')
		return { token: source.token, region: source.region, baseUrl: source.baseUrl };
	if (!embedded) throw new Error('The embedded space is not open.');
	const { tokens, url, fetch } = embedded;
	return {
		token: version === 'draft' ? tokens.preview : tokens.public,
		baseUrl: url,
		fetch,
		rateLimit: false,
	};
}
