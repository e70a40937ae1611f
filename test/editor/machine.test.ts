import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSpace } from 'astro-slugline/space';
import { expect, it, onTestFinished } from 'vitest';
import { serveEditor } from '../../packages/astro-slugline/src/editor/server/serve.js';
import { proxyHeaders } from '../support/proxy-headers.js';

it('answers no request that passed a proxy', async () => {
	const editor = serveEditor({ space: createSpace('nowhere'), preview: () => '' });
	const server = createServer(editor);
	await once(server.listen(0, '127.0.0.1'), 'listening');
	onTestFinished(() => void server.close());
	const { port } = server.address() as AddressInfo;
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
