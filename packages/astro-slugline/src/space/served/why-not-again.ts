import { foldCode } from 'astro-keep/shared/text/named';
import {
	type DeliveryEndpoint,
	deliveryEndpoint,
	unknownParameters,
} from '../../shared/api/delivery-parameters.js';

/** Endpoints that a served space does not have. */
const notServed = new Set<DeliveryEndpoint>(['experiments', 'spaces/me', 'assets/me']);

/** Parameters that only the service can answer. */
const notServedParameters = new Set([
	'search_term',
	'in_workflow_stages',
	'from_release',
	'fallback_lang',
	'only_variants',
]);

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
	const segments = path.split('/').filter((segment) => segment !== '');
	const endpoint = deliveryEndpoint(segments);
	const [name = ''] = segments;
	if (endpoint === undefined || notServed.has(endpoint)) return `\`cdn/${name}\` is not synced`;
	const version = query.get('version') || undefined;
	if (!name.startsWith('datasource') && version && version !== served.version)
		return `it asks for the version \`${version}\`, and the site is built from \`${served.version}\``;
	const keys = [...query.keys()];
	if (keys.some((key) => /^filter_query.*__i18n__/.test(key))) return 'it filters by a translated field';
	const other = unknownParameters(endpoint, keys)[0] ?? keys.find((key) => notServedParameters.has(key));
	if (other !== undefined) return `it has the parameter \`${other}\``;
	return otherLanguage(query, served);
}

/** Languages that the space has and the site leaves out. */
function otherLanguage(query: URLSearchParams, { languages, allLanguages }: Answerable): string | undefined {
	const prefix = /^([^/[]+)\//.exec(query.get('starts_with') ?? '')?.[1];
	const language = query.get('language') || prefix;
	if (language === undefined) return undefined;
	const has = (codes: Iterable<string>) => [...codes].some((code) => foldCode(code) === foldCode(language));
	return has(allLanguages) && !has(languages)
		? `it asks for the language \`${language}\`, which \`languages\` leaves out`
		: undefined;
}
