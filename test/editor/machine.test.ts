import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createSpace } from 'astro-slugline/space';
import { expect, it, onTestFinished } from 'vitest';
import { serveEditor } from '../../packages/astro-slugline/src/editor/server/serve.js';
import { openSpace, page } from '../space/open-space.js';
import { listen } from '../support/listen.js';
import { proxyHeaders } from '../support/proxy-headers.js';
import { temporaryFolder } from '../support/test-folder.js';

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

it('undoes no step of another run', async () => {
	const content = 'content: { component: page }';
	const folder = await temporaryFolder({
		'space.yaml': 'name: Harbor\n',
		'a.md': `---\nname: A\n${content}\n---\n`,
	});
	const space = createSpace(folder);
	const start = async () => {
		const { port } = await listen(serveEditor({ space, preview: () => '' }));
		return async (body: unknown) => {
			const origin = `http://localhost:${port}`;
			const headers = { origin, 'content-type': 'application/json' };
			const answer = await fetch(`${origin}/editor`, { method: 'POST', headers, body: JSON.stringify(body) });
			return { status: answer.status, ...(await answer.json()) };
		};
	};
	const [before, after] = [await start(), await start()];
	const { step } = await before({ do: 'delete', slug: 'a' });
	await after({ do: 'create', slug: 'b', name: 'B', component: 'page' });
	expect(await after({ do: 'restore', step })).toEqual({
		status: 404,
		message:
			'The editor was started again since then, and no longer knows how to undo this. Undo it in the version control of the folder.',
	});
	expect((await space.edit.list()).map(({ slug }) => slug)).toEqual(['b']);
	expect((await before({ do: 'restore', step })).status).toBe(200);
	await space.close();
});

it('says in words what neither a file system nor a parser takes', async () => {
	const { space } = await openSpace({ 'a.b': '', 'about.md': page });
	const { port } = await listen(serveEditor({ space, preview: () => '' }));
	const url = `http://localhost:${port}`;
	const headers = { 'content-type': 'application/json', origin: url };
	const messageFor = async (body: string) =>
		(await (await fetch(`${url}/editor`, { method: 'POST', headers, body })).json()).message;
	const deep = '['.repeat(200_000) + ']'.repeat(200_000);
	const [about] = await space.edit.list();
	expect(await messageFor(`{"do":"save","id":${about?.id},"lang":"default","content":{"x":${deep}}}`)).toBe(
		'Nothing has changed, because the content is nested too deeply. Remove some levels.',
	);
	const inFile = { do: 'create', slug: 'a.b/c', name: 'x', component: 'page' };
	expect(await messageFor(JSON.stringify(inFile))).toMatch(/^Nothing has changed, .* \(E\w+\)\. Choose a/);
	const long = { ...inFile, slug: Array.from({ length: 5 }, () => 'x'.repeat(199)).join('/') };
	expect(await messageFor(JSON.stringify(long))).toBeUndefined();
});

it('edits the text below the front matter as Markdown, even if it looks like any text', async () => {
	const folder = await temporaryFolder({
		'space.yaml':
			'name: Harbor\ncontent_types: { person: { body: bio }, note: { body: text, richtext: [text] } }\n',
		'ada.md': '---\ncontent: { component: person, title: Ada }\n---\nWrites.\n',
		'note.md': '---\ncontent: { component: note }\n---\nWrites.\n',
	});
	const { port } = await listen(serveEditor({ space: createSpace(folder), preview: () => '' }));
	const origin = `http://localhost:${port}`;
	const headers = { origin, 'content-type': 'application/json' };
	const body = JSON.stringify({ do: 'state' });
	const answer = await fetch(`${origin}/editor`, { method: 'POST', headers, body });
	const { fields } = await answer.json();
	expect(fields.person).toMatchObject({ title: { text: 'line' }, bio: { text: 'markdown' } });
	expect(fields.note.text.types).toEqual(['RichTextField']);
});
