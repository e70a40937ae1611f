import { trimSlashes } from 'astro-keep/shared/text/slashes';
import type { Story } from '../../wire/index.js';
import { filterParameters } from '../filter/query.js';
import type { Filter } from '../filter/schema.js';
import type { Parameter } from '../http/address.js';
import { SluglineUsageError } from '../model/errors.js';
import type { ListQuery, Page } from './listing.js';
import { type Bound, cvParameter, type Version } from './source.js';

/** What a client reads if a query does not say it. */
type StoryDefaults = Pick<Bound, 'version' | 'fallbackLanguageOf'>;

/** Options of a query for stories. All of them must match. */
export interface StoryQuery extends ListQuery {
	/** The cache version to read. Not sent with drafts. */
	cv?: number | undefined;
	/** Default: the client's version. */
	version?: Version | undefined;
	/** Code of the language to read, as in the space. Default: the default language. */
	language?: string | undefined;
	/** Code of the language for fields without a translation. */
	fallbackLanguage?: string | undefined;
	/** Only stories whose full slug starts with this. */
	startsWith?: string | undefined;
	/** Only these stories, requested in chunks of up to 50. Unknown and unpublished ones are omitted. */
	byUuids?: string[] | undefined;
	/** Only stories of this content type. */
	contentType?: string | undefined;
	/** Only stories that match this; see `filter`. */
	filter?: Filter | undefined;
	/** Stories per page, 1 to 100. Default: 25, which gives the most stories per second. */
	perPage?: number | undefined;
	/**
	 * Expected number of stories without `byUuids`, for an API that does not report a total. Usually that of
	 * the published links.
	 */
	expected?: number | undefined;
	/** Other parameters of the API, such as `sort_by` or `resolve_relations`. */
	params?: Readonly<Record<string, string | number>> | undefined;
}

/** A page of stories, with the results of `resolve_*` parameters. */
export interface StoryPage extends Page<Story> {
	/** Related stories. */
	rels: unknown[];
	/** Linked stories or links. */
	links: unknown[];
	/** Uuids instead of `rels`, if there are too many. */
	relUuids: string[];
	/** Uuids instead of `links`, if there are too many. */
	linkUuids: string[];
}

/** The options that stand for parameters of the API. */
const options: Record<string, string> = {
	token: 'token',
	version: 'version',
	cv: 'cv',
	language: 'language',
	fallback_lang: 'fallbackLanguage',
	starts_with: 'startsWith',
	by_uuids: 'byUuids',
	content_type: 'contentType',
	page: 'page',
	per_page: 'perPage',
};

/**
 * The parameters of a story request, without `token`, `page`, and `per_page`.
 *
 * @throws {SluglineUsageError} if the query is invalid
 */
export function storyParameters(query: StoryQuery, client: StoryDefaults): Parameter[] {
	const version = query.version ?? client.version;
	const { language } = query;
	const fallback = query.fallbackLanguage ?? (language && client.fallbackLanguageOf?.(language));
	const all: Parameter[] = [['version', version], ...cvParameter(query.cv, version)];
	if (language) all.push(['language', language]);
	if (fallback) all.push(['fallback_lang', fallback]);
	if (query.startsWith) all.push(['starts_with', query.startsWith]);
	if (query.contentType) all.push(['content_type', query.contentType]);
	if (query.byUuids) all.push(['by_uuids', query.byUuids.join(',')]);
	if (query.filter) all.push(...(filterParameters(query.filter, { language, version }) ?? []));
	for (const [name, value] of Object.entries(query.params ?? {})) {
		const option = Object.hasOwn(options, name)
			? options[name]
			: name.startsWith('filter_query')
				? 'filter'
				: undefined;
		if (option === undefined) all.push([name, String(value)]);
		else
			throw new SluglineUsageError(
				`The query contains \`params: { ${name} }\`. Use the option \`${option}\` instead.`,
			);
	}
	return all;
}

/** True if the conditions of a query exclude each other, so that it needs no request. */
export const matchesNothing = ({ filter, language, version }: StoryQuery, clientVersion: Version): boolean =>
	filter !== undefined &&
	filterParameters(filter, { language, version: version ?? clientVersion }) === undefined;

/**
 * Creates a check, for each story, that the API applied `startsWith` and `contentType`. Undefined if the
 * query has neither.
 *
 * @param notice called with each parameter that the API turns out to ignore
 */
export function effectCheck(
	{ startsWith, contentType }: StoryQuery,
	notice: (parameter: string, sentence: string) => void,
): ((story: Story) => boolean) | undefined {
	if (!startsWith && !contentType) return undefined;
	const prefix = (startsWith ?? '').replace(/^\[default\]\//, '').replace(/^\/+/, '');
	return (story) => {
		const inFolder = slugsOf(story).some((slug) => slug.startsWith(prefix));
		const ofType = !contentType || story.content.component === contentType;
		if (!inFolder) notice('starts_with', withoutEffect('starts_with'));
		if (!ofType) notice('content_type', withoutEffect('content_type'));
		return inFolder && ofType;
	};
}

/** The notice about a parameter that the API ignored. */
export const withoutEffect = (parameter: string) =>
	`The API ignored \`${parameter}\` on stories; filtering locally.`;

/**
 * The slugs that a prefix may refer to: the full slug, the slug without its language, and the slug in the
 * default language. Each ends with a slash, so that a folder's start page belongs to its folder.
 */
function slugsOf({ full_slug, lang, default_full_slug }: Story): string[] {
	const slugs = [full_slug, default_full_slug ?? full_slug];
	if (full_slug.startsWith(`${lang}/`)) slugs.push(full_slug.slice(lang.length + 1));
	return slugs.map((slug) => `${trimSlashes(slug)}/`);
}
