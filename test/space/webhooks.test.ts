import { createHmac } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpaceSettings } from 'astro-slugline/space';
import { triggers } from 'astro-slugline/wire';
import { expect, test } from 'vitest';
import { startService } from '../client/service.js';
import { writeFiles } from '../support/test-folder.js';
import { openSpace } from './open-space.js';

const story = (name: string, more = '') => `---\nname: ${name}\n${more}content:\n  component: page\n---\n`;

async function open(hooks: object[], files: Record<string, string> = {}, settings: SpaceSettings = {}) {
	const yaml = `id: 4711\nname: Harbour\nlanguages: [de]\nwebhooks: ${JSON.stringify(hooks)}\n`;
	const opened = await openSpace({ 'space.yaml': yaml, ...files }, settings);
	await opened.space.ready();
	return opened;
}

/** A server that keeps every call. */
const startReceiver = (status = 200) => startService(() => ({ status, body: {} }));

test('an event is posted with body, topic, and signature like the API’s', async () => {
	const { url, asked } = await startReceiver();
	const { space } = await open([
		{ name: 'signed', endpoint: url, secret: 'hush', actions: ['story.published'] },
	]);
	space.fire('story.published', { story_id: 1, full_slug: 'blog/hëllo' });
	await space.idle();
	expect(asked).toHaveLength(1);
	const [call] = asked;
	expect(call?.headers).toMatchObject({
		'content-type': 'application/json',
		'x-storyblok-topic': 'story.published',
		'webhook-signature': createHmac('sha1', 'hush')
			.update(call?.raw ?? '')
			.digest('hex'),
	});
	expect(call?.body).toMatchInlineSnapshot(`
		{
		  "action": "published",
		  "full_slug": "blog/hëllo",
		  "space_id": 4711,
		  "story_id": 1,
		  "text": "Space 4711: story published (blog/hëllo)
		https://app.storyblok.com/#/me/spaces/4711/stories/0/0/1",
		}
	`);
});

test('only endpoints that are active, not deleted, and subscribed are called', async () => {
	const { url, asked } = await startReceiver();
	const { space } = await open([
		{ name: 'off', endpoint: `${url}/?off`, actions: ['story.published'], activated: false },
		{ name: 'other', endpoint: `${url}/?other`, actions: ['story.moved'] },
		{ name: 'gone', endpoint: `${url}/?gone`, actions: ['story.published'] },
		{ name: 'on', endpoint: `${url}/?on`, actions: ['story.published'] },
	]);
	await space.fetch('http://space.test/v1/spaces/4711/webhook_endpoints/3', {
		method: 'DELETE',
		headers: { Authorization: space.tokens.oauth },
	});
	space.fire('story.published', { story_id: 1 });
	await space.idle();
	expect(asked.map(({ query }) => String(query))).toEqual(['on=']);
	expect(asked[0]?.headers).not.toHaveProperty('webhook-signature');
});

test('each change in the folder is reported once, as the right event', async () => {
	const { url, asked } = await startReceiver();
	const { folder, space } = await open([{ name: 'all', endpoint: url, actions: triggers }], {
		'a.md': story('A'),
		'b.md': story('B', 'uuid: uuid-of-b\nid: 2\n'),
		'c.md': story('C'),
		'hidden.md': story('Hidden', 'published: false\n'),
		'datasources/colours.yaml': 'entries: [{ name: red, value: "#f00" }]\n',
	});
	const reported = async () => {
		await space.refresh();
		await space.idle();
		const all = asked.splice(0).map(({ headers, body }) => {
			const { full_slug, datasource_slug } = Object(body);
			return `${headers['x-storyblok-topic']} ${full_slug ?? datasource_slug}`;
		});
		return all.sort();
	};
	expect(await reported()).toEqual([]);
	await writeFiles(folder, { 'a.md': story('A changed'), 'new.md': story('New') });
	expect(await reported()).toEqual(['story.published a', 'story.published new']);
	await writeFiles(folder, {
		'a.draft.md': story('A draft'),
		'hidden.md': story('Still', 'published: false\n'),
	});
	expect(await reported()).toEqual([]);
	await writeFiles(folder, { 'a.md': story('A', 'published: false\n'), 'hidden.md': story('Shown') });
	expect(await reported()).toEqual(['story.published hidden', 'story.unpublished a']);
	await writeFiles(folder, { 'c.de.md': '---\nname: C auf Deutsch\n---\n' });
	expect(await reported()).toEqual(['story.published c']);
	await rm(join(folder, 'b.md'));
	await writeFiles(folder, { 'blog/b.md': story('B', 'uuid: uuid-of-b\nid: 2\n') });
	expect(await reported()).toEqual(['story.moved blog/b']);
	await rm(join(folder, 'c.md'));
	await rm(join(folder, 'c.de.md'));
	expect(await reported()).toEqual(['story.deleted c']);
	await writeFiles(folder, { 'datasources/colours.yaml': 'entries: [{ name: red, value: "#e00" }]\n' });
	expect(await reported()).toEqual(['datasource.entries_updated colours']);
	expect(await reported()).toEqual([]);
});

test('changes made while the folder cannot be served are reported once it can', async () => {
	const { url, asked } = await startReceiver();
	const { folder, space } = await open([{ name: 'all', endpoint: url, actions: triggers }], {
		'a.md': story('A'),
	});
	await writeFiles(folder, { 'a.md': 'no front matter', 'b.md': story('B') });
	await expect(space.refresh()).rejects.toThrow('a.md:1:1');
	await writeFiles(folder, { 'a.md': story('A') });
	await space.refresh();
	await space.idle();
	expect(asked.map(({ body }) => body)).toMatchObject([{ action: 'published', full_slug: 'b' }]);
});

test('a webhook that refuses calls is named once, until it accepts one again', async () => {
	let status = 401;
	const { url } = await startService(() => ({ status, body: {} }));
	const { host } = new URL(url);
	const problems: (string | undefined)[] = [];
	const hook = {
		name: 'Rebuild',
		endpoint: `${url}/hooks/hidden?key=hidden`,
		secret: 'hush',
		actions: ['story.moved'],
	};
	const onDelivery: SpaceSettings['onDelivery'] = ({ problem }) => void problems.push(problem);
	const { space } = await open([hook], {}, { onDelivery });
	const fire = async () => {
		space.fire('story.moved', { story_id: 1 });
		await space.idle();
		return space.webhookProblems();
	};
	expect(space.webhookProblems()).toEqual([]);
	const refused = `The webhook \`Rebuild\` at ${host} answers with status 401. Its \`secret\` is not the one that the receiver expects, such as SLUGLINE_WEBHOOK_SECRET.`;
	expect([await fire(), await fire()]).toEqual([[refused], [refused]]);
	status = 404;
	const [missing] = await fire();
	expect(missing).toBe(
		`The webhook \`Rebuild\` at ${host} answers with status 404. Correct its \`endpoint\`, or start the receiver.`,
	);
	status = 202;
	expect(await fire()).toEqual([]);
	status = 503;
	const [failed] = await fire();
	expect(failed).toContain("The receiver's log may say why");
	expect(problems).toEqual([refused, undefined, missing, undefined, failed]);
	expect(problems.join()).not.toMatch(/hush|hidden/);
});

test('failing and missing endpoints affect nothing else, and are reported without secrets', async () => {
	const failing = await startReceiver(500);
	const deliveries: unknown[] = [];
	const { space } = await open(
		[
			{ name: 'fails', endpoint: `${failing.url}?key=hidden`, secret: 'hush', actions: ['story.moved'] },
			{ name: 'nowhere', endpoint: 'http://127.0.0.1:1/x?key=hidden', actions: ['story.moved'] },
		],
		{},
		{ onDelivery: (delivery) => deliveries.push(delivery) },
	);
	space.fire('story.moved', { story_id: 1 });
	await space.idle();
	expect(failing.asked).toHaveLength(1);
	const trigger = 'story.moved';
	const nowhere = expect.objectContaining({
		...{ endpointId: 2, trigger, address: '127.0.0.1:1/x', status: undefined },
		problem: expect.stringContaining('does not answer'),
	});
	expect(deliveries).toHaveLength(2);
	expect(deliveries).toContainEqual(expect.objectContaining({ endpointId: 1, trigger, status: 500 }));
	expect(deliveries).toContainEqual(nowhere);
	expect(JSON.stringify(deliveries)).not.toMatch(/hush|hidden/);
	expect((await space.fetch('http://space.test/v1/space_info')).status).toBe(401);
});

test('closing the space cancels calls that hang', async () => {
	const { space } = await open(
		[{ name: 'x', endpoint: 'https://example.com/hook', actions: ['asset.created'] }],
		{},
		{
			fetch: (_, init) =>
				new Promise((_, reject) =>
					init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
				),
		},
	);
	space.fire('asset.created');
	const idle = space.idle();
	await space.close();
	await idle;
});

test('endpoints of space.yaml follow the file', async () => {
	const first = await startReceiver();
	const second = await startReceiver();
	const { folder, space } = await open([{ name: 'first', endpoint: first.url, actions: ['story.moved'] }]);
	const yaml = `id: 4711\nwebhooks: [{ name: second, endpoint: "${second.url}", actions: [story.moved] }]\n`;
	await writeFiles(folder, { 'space.yaml': yaml });
	await space.refresh();
	space.fire('story.moved', { story_id: 1 });
	await space.idle();
	expect([first.asked.length, second.asked.length]).toEqual([0, 1]);
});
