import { json, notFound, unauthorized } from '../http/answers.js';
import type { Endpoints } from '../webhooks/index.js';
import { type SpaceDescription, spaceInfo } from './space-info.js';
import { answerWebhooks } from './webhook-routes.js';

/**
 * The management API of a space: `/v1/space_info`, `/oauth/space_info`, `/v1/spaces/:id/webhook_endpoints`,
 * `/v1/stories`. The `Authorization` header contains the token, with or without `Bearer`.
 *
 * @param options.describe returns the current state of the space
 * @param options.token returns the current OAuth token
 * @param options.stories responds to the story list, which takes its `token` from the query like the delivery
 * API
 * @returns a function that responds to a request, or returns undefined if its path is not part of the
 * management API; throws `RefusedRequest`
 */
export function createManagement(options: {
	describe: () => SpaceDescription;
	token: () => string;
	endpoints: Endpoints;
	stories: (request: Request) => Promise<Response>;
}): (request: Request) => Promise<Response | undefined> {
	return async (request) => {
		const parts = new URL(request.url).pathname.replace(/\/$/, '').split('/').slice(1);
		const [root, name, spaceId, collection, ...rest] = parts;
		if (root !== 'v1' && !(root === 'oauth' && name === 'space_info')) return undefined;
		const isRead = request.method === 'GET' || request.method === 'HEAD';
		if (name === 'stories' && parts.length === 2 && isRead) return options.stories(request);
		const isInfo = name === 'space_info' && parts.length === 2 && isRead;
		const isWebhooks = root === 'v1' && name === 'spaces' && collection === 'webhook_endpoints';
		if (!isInfo && !isWebhooks) throw notFound();
		if (!isAuthorized(request, options.token())) throw unauthorized();
		const space = options.describe();
		if (isInfo) return json(200, { space: spaceInfo(space) });
		if (spaceId !== String(space.id)) throw notFound();
		return answerWebhooks(request, rest, options.endpoints);
	};
}

function isAuthorized(request: Request, token: string): boolean {
	const sent = request.headers.get('authorization')?.replace(/^Bearer\s+/i, '');
	return token !== '' && sent === token;
}
