/** Parameters that a served space answers as the service does, by the first segment of the path. */
const parametersByPath: Readonly<Record<string, ReadonlySet<string>>> = {
	stories: new Set([
		...['version', 'language', 'find_by', 'starts_with', 'by_slugs', 'excluding_slugs', 'by_uuids'],
		...['by_uuids_ordered', 'by_ids', 'excluding_ids', 'content_type', 'with_tag', 'is_startpage', 'level'],
		...['published_at', 'first_published_at', 'updated_at'].flatMap((name) =>
			['gt', 'gte', 'lt', 'lte'].map((suffix) => `${name}_${suffix}`),
		),
		...['sort_by', 'page', 'per_page', 'resolve_relations', 'resolve_level', 'resolve_links'],
		...['resolve_links_level', 'resolve_assets', 'excluding_fields', 'excluding_story_fields'],
	]),
	links: new Set([
		...['version', 'starts_with', 'with_parent', 'by_uuid', 'include_dates', 'page', 'per_page', 'paginated'],
	]),
	datasources: new Set(['version', 'search', 'by_ids', 'page', 'per_page']),
	datasource_entries: new Set(['version', 'datasource', 'dimension', 'page', 'per_page']),
	tags: new Set(['version', 'starts_with', 'all_tags']),
};

/** What of a served space decides which requests it can answer. */
export interface Answerable {
	readonly version: 'published' | 'draft';
	/** The languages that it has. */
	readonly languages: readonly string[];
	/** All languages of the space, as its links name them. */
	readonly allLanguages: ReadonlySet<string>;
}

/**
 * Why a request cannot be answered from what a space has served; undefined where it can. Half a sentence, without the values of
 * parameters that are content.
 *
 * @param path behind `/v2/cdn/`
 * @param query parameters without token and `cv`
 */
export function whyNotAgain(path: string, query: URLSearchParams, served: Answerable): string | undefined {
	const [name = '', ...rest] = path.split('/').filter((segment) => segment !== '');
	const parameters = Object.hasOwn(parametersByPath, name) ? parametersByPath[name] : undefined;
	if (!parameters || (name === 'tags' && rest.length > 0)) return `\`cdn/${name}\` is not synced`;
	const version = query.get('version') || undefined;
	if (name !== 'datasources' && name !== 'datasource_entries' && version && version !== served.version)
		return `it asks for the version \`${version}\`, and the site is built from \`${served.version}\``;
	for (const key of query.keys()) {
		if (/^filter_query\[/.test(key) && name === 'stories') {
			if (/__i18n__/.test(key)) return 'it filters by a translated field';
		} else if (!parameters.has(key)) return `it has the parameter \`${key}\``;
	}
	return otherLanguage(query, served);
}

/** Languages that the space has and the site leaves out. */
function otherLanguage(query: URLSearchParams, { languages, allLanguages }: Answerable): string | undefined {
	const prefix = /^([^/[]+)\//.exec(query.get('starts_with') ?? '')?.[1];
	const language = query.get('language') || prefix;
	if (language === undefined) return undefined;
	const has = (codes: Iterable<string>) => [...codes].some((code) => fold(code) === fold(language));
	return has(allLanguages) && !has(languages)
		? `it asks for the language \`${language}\`, which \`languages\` leaves out`
		: undefined;
}

const fold = (code: string): string => code.replaceAll('_', '-').toLowerCase();
