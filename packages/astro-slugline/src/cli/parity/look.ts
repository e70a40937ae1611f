import { parsedJson } from 'astro-keep/shared/json';
import { oncePerKey } from 'astro-keep/shared/once';
import { createDeliveryClient, isServiceError } from '../../client/index.js';
import type { Terminal } from '../terminal.js';
import { fieldsOf, itemsOf } from './checks.js';

type Query = Readonly<Record<string, string | number>>;

/** A response. Nothing from its body is ever printed. */
interface Seen {
	status: number;
	headers: Headers;
	/** The parsed body; undefined if it is not JSON. */
	body: unknown;
	/** The response before redirects were followed. */
	first: Response;
}

interface List extends Seen {
	fields: Record<string, unknown>;
	items: Record<string, unknown>[];
	/** The header `total`; NaN without one. */
	total: number;
}

/** What assumptions are checked by. Each request is made only once. */
export interface Look {
	/**
	 * @param path path after `/v2/cdn/`
	 * @param query parameters; `token` is that of the space, unless it is among them
	 * @throws {Error} if there was no response; its message never contains the token
	 */
	ask(path: string, query?: Query): Promise<Seen>;
	stories(query?: Query): Promise<List>;
	/** The first 1,000 published links, with their dates. */
	links(): Promise<List>;
	/** Codes of the languages besides the default one. */
	languages(): Promise<string[]>;
	requests(): number;
}

/** Number of stories that are compared. */
export const sample = 100;

/** Attempts at a request that fails or exceeds the rate limit. */
const attempts = 4;

export function createLook(
	baseUrl: string,
	ownToken: string,
	{ fetch, signal }: Pick<Terminal, 'fetch' | 'signal'>,
): Look {
	let requests = 0;
	async function get(path: string, { token = ownToken, ...query }: Query): Promise<Seen> {
		signal.throwIfAborted();
		const responses: Response[] = [];
		const client = createDeliveryClient({
			token: String(token),
			baseUrl,
			retry: { attempts },
			async fetch(...request) {
				requests += 1;
				const response = await fetch(...request);
				responses.push(response.clone());
				return response;
			},
		});
		const parameters = Object.entries(query).map(([name, value]) => [name, String(value)] as const);
		const error = await client.get(path, parameters).then(
			() => undefined,
			(error: unknown) => error,
		);
		const last = responses.at(-1);
		if (!last) throw isServiceError(error) ? new Error(`No response: ${error.message}`) : error;
		const first = responses.find(({ status }) => status !== 429 && status < 500) ?? last;
		return { status: last.status, headers: last.headers, body: parsedJson(await last.text()), first };
	}
	const once = oncePerKey((key: string) => {
		const [path, query]: [string, Query] = JSON.parse(key);
		return get(path, query);
	});
	const ask: Look['ask'] = (path, query = {}) => once(JSON.stringify([path, query]));
	const list = async (name: string, query: Query): Promise<List> => {
		const seen = await ask(name, { version: 'published', ...query });
		const fields = fieldsOf(seen.body);
		const total = Number(seen.headers.get('total') ?? Number.NaN);
		return { ...seen, fields, items: itemsOf(fields[name]), total };
	};
	return {
		ask,
		stories: (query) => list('stories', { per_page: sample, ...query }),
		links: () => list('links', { per_page: 1000, include_dates: 1 }),
		async languages() {
			const { body } = await ask('spaces/me');
			const codes = fieldsOf(fieldsOf(body)['space'])['language_codes'];
			return Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : [];
		},
		requests: () => requests,
	};
}
