import { createSpace } from 'astro-slugline/space';
import { expect, it, onTestFinished } from 'vitest';
import { startBrowser } from '../support/browser.js';
import { createTestFolder } from '../support/test-folder.js';

it('lets another site read published content, but no draft, even with the token', async () => {
	const folder = await createTestFolder({
		'space.yaml': 'name: Harbour\n',
		'a.md': '---\nname: A\npublished: false\ncontent: { component: page }\n---\n',
	});
	const space = createSpace(folder.path);
	onTestFinished(() => space.close());
	const { url, tokens } = await space.listen();

	// Turns off the browser's own protection of private networks, so that ours is tested.
	const browser = await startBrowser([
		'--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWarn',
	]);
	const page = await browser.newPage();
	const body = '<h1>Another site</h1>';
	await page.route('http://evil.example/', (route) => route.fulfill({ contentType: 'text/html', body }));
	await page.goto('http://evil.example/');
	const ask = (
		address: string,
		init: { method?: string; body?: string; headers?: Record<string, string> } = {},
	) =>
		page.evaluate(
			([address, init]) =>
				fetch(address, init).then(
					(response) => response.status,
					() => 'blocked',
				),
			[address, init] as const,
		);

	expect(await ask(`${url}/v2/cdn/stories?cv=1&token=${tokens.public}`)).toBe(200);
	const draft = `${url}/v2/cdn/stories?version=draft&token=${tokens.preview}`;
	expect(await ask(draft)).toBe('blocked');
	const headers = { Authorization: tokens.oauth, 'Content-Type': 'application/json' };
	const webhook = {
		webhook_endpoint: { name: 'x', endpoint: 'http://evil.example/', actions: ['story.published'] },
	};
	const webhooks = `${url}/v1/spaces/1/webhook_endpoints/`;
	expect(await ask(webhooks, { method: 'POST', headers, body: JSON.stringify(webhook) })).toBe('blocked');

	// Nor with DNS rebinding, if the name of the other site resolves to this machine.
	const { port } = new URL(url);
	const renamed = await startBrowser([`--host-resolver-rules=MAP evil.example 127.0.0.1`]);
	const rebound = await renamed.newPage();
	const path = `v2/cdn/stories?version=draft&token=${tokens.preview}`;
	expect((await rebound.goto(`http://evil.example:${port}/${path}`))?.status()).toBe(403);

	expect((await fetch(draft)).status).toBe(200);
});
