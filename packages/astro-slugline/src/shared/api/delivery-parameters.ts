import { nearest } from 'astro-keep/shared/text/named';

/** Parameters of every endpoint. The vendor's clients send the version with each request. */
const common = ['token', 'version', 'cv'];

const paging = ['page', 'per_page'];

/** Parameters of a list of stories, and of one story. */
const reading = [
	...['language', 'fallback_lang', 'from_release', 'content_type', 'resolve_relations', 'resolve_level'],
	...['resolve_links', 'resolve_links_level', 'resolve_assets', 'excluding_fields', 'excluding_story_fields'],
];

/** The endpoints of the delivery API, with `*` for one item, and their parameters besides the common ones. */
export const deliveryEndpoints = {
	stories: [
		...[...reading, ...paging, 'starts_with', 'by_slugs', 'excluding_slugs', 'by_uuids', 'by_uuids_ordered'],
		...[
			'by_ids',
			'excluding_ids',
			'with_tag',
			'is_startpage',
			'level',
			'in_workflow_stages',
			'only_variants',
		],
		...['published_at', 'first_published_at', 'updated_at'].flatMap((name) =>
			['gt', 'gte', 'lt', 'lte'].map((suffix) => `${name}_${suffix}`),
		),
		...['search_term', 'sort_by', 'filter_query'],
	],
	'stories/*': [...reading, 'find_by'],
	links: [...paging, 'paginated', 'starts_with', 'with_parent', 'by_uuid', 'include_dates'],
	'links/*': ['include_dates'],
	datasources: [...paging, 'search', 'by_ids'],
	'datasources/*': [],
	datasource_entries: [...paging, 'datasource', 'dimension'],
	tags: [...paging, 'starts_with', 'filter_query', 'all_tags'],
	experiments: [],
	'spaces/me': [],
	'assets/me': ['filename'],
} as const satisfies Record<string, readonly string[]>;

/** An endpoint of the delivery API. */
export type DeliveryEndpoint = keyof typeof deliveryEndpoints;

/** The endpoints that refuse a parameter that they do not have. The others ignore it. */
const refusing: ReadonlySet<DeliveryEndpoint> = new Set(['stories', 'stories/*']);

/** The endpoint of a path, given as the segments behind `/v2/cdn/`; undefined if there is none. */
export function deliveryEndpoint(segments: readonly string[]): DeliveryEndpoint | undefined {
	return [segments.join('/'), `${segments.length > 1 ? segments[0] : ''}/*`].find(isEndpoint);
}

const isEndpoint = (name: string): name is DeliveryEndpoint => Object.hasOwn(deliveryEndpoints, name);

/** True if the API refuses a request with a parameter that its endpoint does not have. */
export const refusesUnknown = (endpoint: DeliveryEndpoint): boolean => refusing.has(endpoint);

/** The parameters of a request that its endpoint does not have, each once and without what is in brackets. */
export function unknownParameters(endpoint: DeliveryEndpoint, names: Iterable<string>): string[] {
	const allowed = new Set<string>([...common, ...deliveryEndpoints[endpoint]]);
	return [...new Set([...names].map((name) => name.split('[', 1)[0] ?? ''))].filter(
		(name) => !allowed.has(name),
	);
}

/**
 * Warns of parameters that the endpoint of a request does not have, with the one that was probably meant. The request is sent
 * as it is, because the API may have a parameter that this package does not know.
 */
export function warnOfParameters(url: string, notice: (topic: string, sentence: string) => void): void {
	const { pathname, searchParams } = new URL(url);
	const [, path = ''] = pathname.split('/v2/cdn/');
	const endpoint = deliveryEndpoint(path.split('/').filter((segment) => segment !== ''));
	if (endpoint === undefined) return;
	for (const name of unknownParameters(endpoint, searchParams.keys())) {
		const meant = nearest(name, deliveryEndpoints[endpoint]);
		const advice = meant ? `Did you mean \`${meant}\`?` : 'Check its name.';
		notice(
			`${endpoint} ${name}`,
			`\`cdn/${endpoint}\` has no parameter \`${name}\`, so the API ${refusing.has(endpoint) ? 'may refuse the request' : 'probably ignores it'}. ${advice}`,
		);
	}
}
