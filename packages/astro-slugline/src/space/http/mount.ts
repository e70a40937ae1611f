import type { IncomingMessage, ServerResponse } from 'node:http';
import { answer } from './listen.js';
import type { Handler } from './pipeline.js';

/** Responds to requests of another server, which strips the prefix that the space is mounted under. */
export type Middleware = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** Mounts a handler below a path of another server. Redirects include that path. */
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
	return (incoming, outgoing) => {
		answer(relocated, incoming, outgoing).catch(() => outgoing.destroy());
	};
}
