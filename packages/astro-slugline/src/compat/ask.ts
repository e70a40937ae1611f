import { trimEndSlashes } from 'astro-keep/shared/text/slashes';
import { answers, buildChannel, cachedInBuild, record, untrack } from 'astro-keep/tracking';
import { notice, type SpaceAnswer, type SpaceRequest } from '../astro/page/data/index.js';
import { distinctFilters, impossibleFilter } from '../shared/api/distinct-filters.js';

/**
 * Splits a request into its path, its query, and its token.
 *
 * @throws {Error} if the address is not one of the delivery API
 */
export function askedOf(address: string): { asked: SpaceRequest; token: string | null } {
	const { pathname, searchParams: query } = new URL(address);
	const path = /\/v\d\/+cdn\/(.*)$/.exec(pathname)?.[1];
	if (path === undefined)
		throw new Error(
			`compat answers paths that begin with \`cdn/\`, and was asked for \`${pathname.replace(/^\/v\d\//, '')}\`.`,
		);
	const token = query.get('token');
	for (const name of ['token', 'cv']) query.delete(name);
	// The order of parameters does not matter, so requests are compared with sorted ones.
	query.sort();
	return { asked: { path: trimEndSlashes(path), query: query.toString() }, token };
}

/**
 * The address of a request without repeated filters, which the API would ignore.
 *
 * @throws {Error} if they cannot be merged
 */
export function withDistinctFilters(address: string): string {
	const url = new URL(address);
	const { parameters, isImpossible, problem } = distinctFilters(url.searchParams);
	if (problem || isImpossible) throw new Error(problem ?? impossibleFilter);
	if (parameters.length === url.searchParams.size) return address;
	url.search = String(new URLSearchParams(parameters.map(([...pair]) => pair)));
	return url.href;
}

/** The response, from the synced content or else from the API. It is recorded as a read of the page. */
export async function ask(asked: SpaceRequest): Promise<SpaceAnswer> {
	const answer = await askOnce(asked);
	if (answer.askedSince === undefined) {
		record('compat', asked);
		return answer;
	}
	record('fetch', null);
	// Names what is requested, without the story.
	const [kind] = asked.path.split('/');
	notice(
		`\`cdn/${kind}\` is asked of the service in every build, since ${answer.askedSince}. Its pages are rendered each time.`,
	);
	return answer;
}

answers('compat', described);
answers('compat-cv', async (asked) => String(cvOf(await askOnce(asked))));

const responseTo = cachedInBuild((asked: string): Promise<SpaceAnswer> => {
	const { askSpace } = buildChannel();
	if (!askSpace)
		throw new Error(
			'A page called useStoryblokApi() outside of a build and `astro dev`, so there is no space to ask. Call it while the page is rendered.',
		);
	// A datasource may be fetched only here. `ask` records what the page reads, so the requests themselves are not reads.
	return untrack(() => askSpace(JSON.parse(asked)));
});

/** A build requests everything once, because the synced content is the same for all pages. Dev requests it each time. */
const askOnce = (asked: SpaceRequest): Promise<SpaceAnswer> => responseTo(JSON.stringify(asked));

/** The response without its `cv`, or without the version of the space. */
async function described(asked: SpaceRequest): Promise<string> {
	const { status, body, headers, askedSince } = await askOnce(asked);
	if (askedSince !== undefined)
		throw new Error('The API answers this request, so its response may have changed.');
	const mark = asked.path === currentSpace ? /"version":\d+/ : /"cv":\d+/;
	return `${status} ${headers['total'] ?? ''} ${body.replace(mark, '')}`;
}

/** The path of the space itself. Its response has a version instead of a `cv`. */
const currentSpace = 'spaces/me';

const cvOf = ({ body }: SpaceAnswer): unknown => {
	const { cv, space }: { cv?: unknown; space?: { version?: unknown } } = JSON.parse(body) ?? {};
	return cv ?? space?.version;
};
