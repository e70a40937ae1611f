import { expect, it } from 'vitest';
import { type AssetServer, startAssetServer } from '../support/asset-server.js';
import { listen } from '../support/listen.js';
import { usePackedPackage } from '../support/packed.js';
import { startService } from '../support/service.js';
import { config, createSite, plainSite, type Site, storyRoute } from '../support/site.js';

usePackedPackage();

const assetToken = 'asset-token-of-this-test';
const signature = 'signature-of-this-test';

/** A service that signs addresses of private assets, and a site that shows one. */
async function setUp(status = 200): Promise<{ site: Site; server: AssetServer }> {
	const server = await startAssetServer();
	const service = await startService({ stories: [{ slug: 'home', path: '/' }], languages: [] });
	const front = await listen(async (request, response) => {
		const url = new URL(request.url ?? '/', service.url);
		if (url.pathname !== '/v2/cdn/assets/me') {
			const answer = await fetch(url);
			response.writeHead(answer.status, {
				'content-type': 'application/json',
				total: answer.headers.get('total') ?? '',
			});
			response.end(await answer.text());
			return;
		}
		const isAllowed = url.searchParams.get('token') === assetToken;
		const signed = `${url.searchParams.get('filename')}?signature=${signature}`;
		response.writeHead(isAllowed ? status : 401, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ asset: { signed_url: signed }, error: assetToken }));
	});
	const site = await createSite({
		...plainSite,
		'astro.config.mjs': config(
			`{ token: '${service.token}', baseUrl: '${front.url}', assets: { hosts: ['${server.host}'], download: true } }`,
		),
		'src/pages/[...path].astro': storyRoute(`<StoryImage {asset} />`, {
			components: ['StoryImage'],
			code: `const asset = { filename: '${server.url}/f/1/60x40/ab/secret.jpg', alt: 'A secret', is_private: true };`,
		}),
	});
	return { site, server };
}

it('downloads a private asset with the token, and writes the token to no file and no line', async () => {
	const { site, server } = await setUp();
	const output = await site.built({ SLUGLINE_ASSET_TOKEN: assetToken });
	const files = await site.output();
	expect(files['index.html']).toMatch(/src="\/assets\/secret\.[0-9a-f]{16}\.jpg" width="60" height="40"/);
	expect(server.requests.map(({ path }) => path)).toEqual([
		`/f/1/60x40/ab/secret.jpg?signature=${signature}`,
	]);
	const all = [output, ...Object.values(files)].join('\n');
	expect(all).not.toContain(assetToken);
	// The files of the test host contain their own addresses.
	expect(`${output}${files['index.html']}`).not.toContain(signature);
});

it('skips a private asset without a token', async () => {
	const { site, server } = await setUp();
	const output = await site.built();
	expect((await site.output())['index.html']).not.toContain('<img');
	expect(output).toContain('The private file `secret.jpg` is left out');
	expect(server.requests).toEqual([]);
});

it.each([
	['the service refuses to sign', 403, 403, assetToken],
	['the token is wrong', 200, 401, 'another-token-of-this-test'],
])('fails the build with one sentence when %s', async (_, status, seen, token) => {
	const { site, server } = await setUp(status);
	const { code, output } = await site.build({ SLUGLINE_ASSET_TOKEN: token });
	expect(code).not.toBe(0);
	expect(output).not.toContain(assetToken);
	expect(output).not.toContain(token);
	expect(/The file .*/.exec(output)?.[0]).toBe(
		`The file ${server.url}/f/1/60x40/ab/secret.jpg, which the page / shows, cannot be downloaded: the API refused to sign its address (status ${seen}); the token in SLUGLINE_ASSET_TOKEN may be of the wrong kind or for another space.`,
	);
});
