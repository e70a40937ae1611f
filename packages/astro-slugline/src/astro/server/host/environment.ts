import { getSecret } from 'astro:env/server';
import service from 'virtual:astro-slugline/service';
import { buildChannel } from 'astro-keep/tracking';
import {
	createDeliveryClient,
	type DeliveryClient,
	type DeliveryClientOptions,
	type Region,
} from '../../../client/index.js';
import { ConfigError } from '../../page/data/index.js';

/** How long a visitor waits for the service, in milliseconds. */
const timeoutMs = 5000;

/**
 * Opens a client. A server reads its token from its environment; in a build and in `astro dev`, the integration answers, so that
 * pages need no token.
 *
 * @throws {ConfigError} if the environment of the server has no token
 * @throws {SluglineUsageError} if its region does not exist
 */
export function openClient(fallbackLanguageOf?: DeliveryClientOptions['fallbackLanguageOf']): DeliveryClient {
	const ask = buildChannel().askSpace;
	if (ask) {
		return createDeliveryClient({
			token: 'none',
			baseUrl: 'http://space.invalid',
			rateLimit: false,
			fallbackLanguageOf,
			async fetch(input) {
				const { pathname, searchParams } = new URL(String(input));
				searchParams.delete('token');
				const path = pathname.replace('/v2/cdn/', '').replace(/\/$/, '');
				const { status, body, headers } = await ask({ path, query: searchParams.toString() });
				return new Response(body, { status, headers });
			},
		});
	}
	const token = getSecret('SLUGLINE_TOKEN') ?? getSecret('STORYBLOK_TOKEN');
	if (!token) {
		throw new ConfigError(
			'Live collections cannot be read: the environment of the server has no SLUGLINE_TOKEN.',
			'Set it to the access token of the space where the server runs. A build does not put tokens into the server. For a folder, run `slugline space ./space`, and set SLUGLINE_TOKEN and SLUGLINE_BASE_URL to what it prints.',
		);
	}
	const region = (getSecret('SLUGLINE_REGION') || undefined) as Region | undefined;
	const baseUrl = getSecret('SLUGLINE_BASE_URL') || (region ? undefined : service.baseUrl);
	return createDeliveryClient({
		token,
		...(baseUrl === undefined ? { region } : { baseUrl }),
		fallbackLanguageOf,
		timeoutMs,
		retry: { attempts: 3, totalMs: timeoutMs },
	});
}

/** The secrets of the webhook: the current one, and the old one while it is being replaced. */
export const webhookSecrets = (): string[] =>
	['SLUGLINE_WEBHOOK_SECRET', 'SLUGLINE_WEBHOOK_SECRET_OLD'].flatMap((name) => getSecret(name) || []);
