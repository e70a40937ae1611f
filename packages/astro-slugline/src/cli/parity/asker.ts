import { parsedJson } from '../../shared/json.js';
import { createSecrets } from '../../shared/text/secrets.js';
import { trimEndSlashes } from '../../shared/text/slashes.js';

/** A response. Nothing from its body is ever printed. */
export interface Seen {
	status: number;
	headers: Headers;
	/** The parsed body; undefined if it is not JSON. */
	body: unknown;
	/** The target of a redirect; undefined for other responses. */
	location: string | undefined;
}

/** Makes requests to the delivery API, one at a time, and each only once. */
export interface Asker {
	/**
	 * @param path path after `/v2/cdn/`
	 * @param query parameters; `token` is added if it is missing
	 * @throws {Error} if there was no response; its message never contains the token
	 */
	ask(path: string, query?: Readonly<Record<string, string | number>>, follow?: boolean): Promise<Seen>;
	requests(): number;
}

/** Milliseconds between two requests. With one request at a time, this is far below every rate limit. */
const pauseMs = 20;

/** Milliseconds until a request that failed or exceeded the rate limit is retried, and the number of retries. */
const againMs = 1500;
const maxAttempts = 4;

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

const maxRedirects = 3;

export function createAsker(
	baseUrl: string,
	token: string,
	{ fetch, signal }: { fetch: typeof globalThis.fetch; signal: AbortSignal },
): Asker {
	const secrets = createSecrets([token]);
	const answers = new Map<string, Promise<Seen>>();
	let last: Promise<unknown> = Promise.resolve();
	let requests = 0;
	async function send(url: string, attempt = 1): Promise<Response> {
		requests += 1;
		const response = await fetch(url, { redirect: 'manual', signal }).catch((error: unknown) => {
			throw new Error(`No response: ${secrets.text(String(error))}`);
		});
		if (attempt === maxAttempts || (response.status !== 429 && response.status < 500)) return response;
		await response.body?.cancel();
		await wait(againMs);
		return send(url, attempt + 1);
	}
	async function get(url: string, hops: number): Promise<Seen> {
		const response = await send(url);
		const location = response.headers.get('location');
		const text = await response.text();
		if (location !== null && hops > 0) {
			const target = new URL(location, url);
			if (target.origin !== new URL(url).origin)
				throw new Error('The API redirected to another host, to which the token is not sent.');
			return get(target.href, hops - 1);
		}
		return {
			status: response.status,
			headers: response.headers,
			body: parsedJson(text),
			location: location ?? undefined,
		};
	}
	return {
		requests: () => requests,
		ask(path, query = {}, follow = true) {
			const url = new URL(`${trimEndSlashes(baseUrl)}/v2/cdn/${path}`);
			for (const [name, value] of Object.entries({ token, ...query }))
				url.searchParams.set(name, String(value));
			const key = `${url.href} ${follow}`;
			const asked =
				answers.get(key) ??
				last.then(() => wait(pauseMs)).then(() => get(url.href, follow ? maxRedirects : 0));
			answers.set(key, asked);
			last = asked.catch(() => undefined);
			return asked;
		},
	};
}
