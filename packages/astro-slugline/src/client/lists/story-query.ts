import type { Story } from '../../wire/index.js';
import { SluglineUsageError } from '../errors.js';
import { filterParameters } from '../filter/query.js';
import type { Filter } from '../filter/schema.js';
import type { Parameter } from '../http/address.js';
import type { ListQuery, Page } from './listing.js';
import { cvParameter, type Version } from './source.js';

export interface StoryQuery extends ListQuery {
	/** The cache version to read; left out with drafts. */
	cv?: number | undefined;
	/** The client's version by default. */
	version?: Version | undefined;
	/** Code of the language to read, as the space has it; the default language without. */
	language?: string | undefined;
	/** Code of the language that fields without a translation come from. */
	fallbackLanguage?: string | undefined;
	/** Only stories whose full slug starts with this. */
	startsWith?: string | undefined;
	/** Only these stories, asked for in chunks of a page, at most 50. Unknown and unpublished ones are left out. */
	byUuids?: string[] | undefined;
	/** Only stories of this content type. */
	contentType?: string | undefined;
	/** Only stories that fulfil this; see `filter`. */
	filter?: Filter | undefined;
	/** 1 to 100; 25 by default, which gives the most stories a second. */
	perPage?: number | undefined;
	/** How many stories the list has without `byUuids`, for services that do not say: the published links, usually. */
	expected?: number | undefined;
	/** Further parameters of the service, such as `sort_by` or `resolve_relations`. */
	params?: Readonly<Record<string, string | number>> | undefined;
}

/** A page of stories, with what `resolve_*` parameters asked for. */
export interface StoryPage extends Page<Story> {
	/** Related stories. */
	rels: unknown[];
	/** Linked stories or links. */
	links: unknown[];
	/** Uuids in place of `rels`, where there are too many. */
	relUuids: string[];
	/** Uuids in place of `links`, where there are too many. */
	linkUuids: string[];
}

/** What each parameter that a query has an own option for is called there. */
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
 * The parameters of a story request, less `token`, `page` and `per_page`.
 *
 * @throws {SluglineUsageError} if the query is not right
 */
export function storyParameters(query: StoryQuery, clientVersion: Version): Parameter[] {
	const version = query.version ?? clientVersion;
	const { language } = query;
	const all: Parameter[] = [['version', version], ...cvParameter(query.cv, version)];
	if (language) all.push(['language', language]);
	if (query.fallbackLanguage) all.push(['fallback_lang', query.fallbackLanguage]);
	if (query.startsWith) all.push(['starts_with', query.startsWith]);
	if (query.contentType) all.push(['content_type', query.contentType]);
	if (query.byUuids) all.push(['by_uuids', query.byUuids.join(',')]);
	if (query.filter) all.push(...filterParameters(query.filter, { language, version }));
	for (const [name, value] of Object.entries(query.params ?? {})) {
		const option = Object.hasOwn(options, name)
			? options[name]
			: name.startsWith('filter_query')
				? 'filter'
				: undefined;
		if (option === undefined) all.push([name, String(value)]);
		else
			throw new SluglineUsageError(
				`The query has \`params: { ${name} }\`. Use the option \`${option}\` for it.`,
			);
	}
	return all;
}
