import { type Middleware, middlewareOf } from '../../shared/node/serve.js';
import { type Handler, json } from './answers.js';

/**
 * Mounts a handler below a path of another server. Redirects include that path. Only the delivery API responds to other machines,
 * because the other server may listen to all of a network.
 */
export function mount(handler: Handler, prefix: string): Middleware {
	const relocated: Handler = async (request) => {
		const response = await handler(request);
		const location = response.headers.get('Location');
		if (location === null) return response;
		const url = new URL(location, request.url);
		url.pathname = `${prefix}${url.pathname}`;
		const headers = new Headers(response.headers);
		headers.set('Location', url.href);
		return new Response(response.body, { status: response.status, headers });
	};
	return middlewareOf(async (request, isHere) =>
		isHere || new URL(request.url).pathname.startsWith('/v2/cdn/') ? relocated(request) : refusal(),
	);
}

const refusal = (): Response =>
	json(403, {
		error:
			'The management API only responds to programs on this machine here. Serve the folder with `slugline space --host` for others.',
	});
