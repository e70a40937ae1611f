import { json, notFoundBody, RefusedRequest, unauthorized } from '../http/answers.js';
import type { SpaceModel } from '../model/space-model.js';
import type { Endpoints } from '../webhooks/endpoints.js';
import { readSpaceResource, spaceInfo, user, whatIsServed } from './read-routes.js';
import { answerWebhooks } from './webhook-routes.js';

/**
 * The management API of a space: `/v1/space_info`, `/oauth/space_info`, `/v1/users/me`, `/v1/spaces/:id` and what is below it,
 * `/v1/stories`. The `Authorization` header contains the token, with or without `Bearer`.
 *
 * @param options.describe returns the current state of the space
 * @param options.stories responds to the story list, which takes its `token` from the query like the delivery
 * API
 * @returns a function that responds to a request, or returns undefined if its path is not part of the
 * management API; throws `RefusedRequest`
 */
export function createManagement(options: {
	describe: () => SpaceModel;
	endpoints: Endpoints;
	stories: (request: Request) => Promise<Response>;
}): (request: Request) => Promise<Response | undefined> {
	return async (request) => {
		const url = new URL(request.url);
		const parts = url.pathname.replace(/\/$/, '').split('/').slice(1);
		const [root, name, id, ...rest] = parts;
		if (root !== 'v1' && !(root === 'oauth' && name === 'space_info')) return undefined;
		const isRead = request.method === 'GET' || request.method === 'HEAD';
		if (name === 'stories' && parts.length === 2 && isRead) return options.stories(request);
		const space = options.describe();
		if (!isAuthorized(request, space.tokens.oauth)) throw unauthorized();
		if (name === 'spaces' && id === String(space.id)) {
			if (rest[0] === 'webhook_endpoints') return answerWebhooks(request, rest.slice(1), options.endpoints);
			const answer = isRead ? readSpaceResource(space, url, rest) : undefined;
			if (answer) return answer;
		}
		const path = parts.slice(1).join('/');
		if (path === 'space_info' && isRead) return json(200, { space: spaceInfo(space) });
		if (path === 'users/me' && isRead) return user(space);
		throw new RefusedRequest(404, [...notFoundBody, whatIsServed]);
	};
}

function isAuthorized(request: Request, token: string): boolean {
	const sent = request.headers.get('authorization')?.replace(/^Bearer\s+/i, '');
	return token !== '' && sent === token;
}
