import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createSpace } from 'astro-slugline/space';
import { expect, it, onTestFinished } from 'vitest';
import { serveEditor } from '../../packages/astro-slugline/src/editor/server/serve.js';
import { listen } from '../support/listen.js';
import { proxyHeaders } from '../support/proxy-headers.js';

it('answers no request that passed a proxy', async () => {
	const { port } = await listen(serveEditor({ space: createSpace('nowhere'), preview: () => '' }));
	const statusWith = async (headers: Record<string, string>) => {
		const asked = request({ port, path: '/editor', headers: { host: `localhost:${port}`, ...headers } });
		const [response] = await once(asked.end(), 'response');
		response.resume();
		return response.statusCode;
	};
	expect(await statusWith({})).toBe(200);
	expect(await statusWith({ host: 'evil.example' })).toBe(403);
	for (const name of proxyHeaders) expect(await statusWith({ [name]: '127.0.0.1' }), name).toBe(403);
});

it('answers the next request on the connection of one that is too large', async () => {
	const { port } = await listen(serveEditor({ space: createSpace('nowhere'), preview: () => '' }));
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	onTestFinished(() => agent.destroy());
	const host = `localhost:${port}`;
	const headers = { host, origin: `http://${host}`, 'content-type': 'application/json' };
	const statusOf = async (body: string) => {
		const asked = request({ agent, port, path: '/editor', method: 'POST', headers });
		const [response] = await once(asked.end(body), 'response');
		response.resume();
		await once(response, 'end');
		return response.statusCode;
	};
	expect(await statusOf('A'.repeat(2_000_001))).toBe(413);
	expect(await statusOf('{}')).toBe(400);
});
