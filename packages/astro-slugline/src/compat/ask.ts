import {
	answers,
	channel,
	fetched,
	givenSpace,
	notice,
	record,
	type SpaceAnswer,
} from '../astro/page/tracking/index.js';

/** The kind of read that stands for an answer of the delivery interface. */
const kind = 'compat';

/** The kind of read that stands for the snapshot that an answer names. */
const cvKind = 'compat-cv';

/** A request that a page makes, as text: path and query without token and `cv`. */
export interface Asked {
	path: string;
	query: string;
}

/**
 * What a request asks for, and with which token.
 *
 * @throws {Error} for an address that is not of the delivery interface
 */
export function askedOf(address: string): { asked: Asked; token: string | null } {
	const { pathname, searchParams: query } = new URL(address);
	const path = /\/v\d\/cdn\/(.*)$/.exec(pathname)?.[1];
	if (path === undefined)
		throw new Error(
			`compat answers paths that begin with \`cdn/\`, and was asked for \`${pathname.replace(/^\/v\d\//, '')}\`.`,
		);
	const token = query.get('token');
	for (const name of ['token', 'cv']) query.delete(name);
	// A request is the same whatever the order of its parameters.
	query.sort();
	return { asked: { path: path.replace(/\/+$/, ''), query: query.toString() }, token };
}

/** The answer of the synced content, or else of the service. Which it is, and what it says, is recorded as read. */
export async function ask({ path, query }: Asked): Promise<SpaceAnswer> {
	const answer = await askOnce({ path, query });
	if (answer.askedSince === undefined) {
		record(`${kind} ${JSON.stringify({ path, query })}`);
		return answer;
	}
	record(fetched);
	notice(
		`\`cdn/${nameOf(path)}\` is asked of the service in every build, since ${answer.askedSince}. Its pages are rendered each time.`,
	);
	return answer;
}

answers(kind, async (asked) => described(JSON.parse(asked)));
answers(cvKind, async (asked) => String(cvOf(await askOnce(JSON.parse(asked)))));

/** Says that a page looks at the snapshot that an answer names: it moves with every publish, so others do not depend on it. */
export function recordCv({ path, query }: Asked): void {
	record(`${cvKind} ${JSON.stringify({ path, query })}`);
}

const known = new Map<string, Promise<SpaceAnswer>>();

/** In a build, the synced content is the same for all pages; in dev it is asked each time. */
function askOnce(asked: Asked): Promise<SpaceAnswer> {
	const space = givenSpace();
	if (!space) throw new Error('A page asked the space where nobody answers.');
	if (!channel()) return space(asked);
	const key = JSON.stringify(asked);
	const answer = known.get(key) ?? space(asked);
	known.set(key, answer);
	return answer;
}

/** The answer without its `cv`. */
async function described(asked: Asked): Promise<string> {
	const { status, body, headers, askedSince } = await askOnce(asked);
	if (askedSince !== undefined) throw new Error('The service is asked.');
	return `${status} ${headers['total'] ?? ''} ${body.replace(/"cv":\d+/, '')}`;
}

const cvOf = ({ body }: SpaceAnswer): unknown => {
	const parsed: unknown = JSON.parse(body);
	return typeof parsed === 'object' && parsed !== null && 'cv' in parsed ? parsed.cv : undefined;
};

/** What a path asks for, without the story. */
const nameOf = (path: string): string => path.split('/')[0] ?? '';
