import { createDeliveryClient } from 'astro-slugline/client';
import { createRebuildHook } from 'astro-slugline/rebuild';
import { linkAttributes } from 'astro-slugline/rendering';
import { createRouteTable, RouteError } from 'astro-slugline/routing';
import fc from 'fast-check';
import { createStorage } from 'unstorage';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { link } from '../routing/links.js';
import { openSpace } from '../space/open-space.js';
import { isLong } from '../support/long.js';

/** Inputs of each class: some in every run, twenty times as many in a long one. */
const runs = (short: number): number => (isLong ? 20 * short : short);

const counts = new Map<string, number>();
const count = (name: string): void => {
	counts.set(name, (counts.get(name) ?? 0) + 1);
};
afterAll(() => {
	const lines = [...counts].map(([name, inputs]) => `  ${name}: ${inputs}`);
	console.log(`Attacks, inputs of each class:\n${lines.join('\n')}`);
});

const secret = 'a-secret-of-this-test';

const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '');
const seed = 16;

/** Pieces that mean something to file systems, URLs, servers, shells, HTML, or terminals. */
const piece = fc.oneof(
	fc.constantFrom(
		...'file: FILE:/ a: data: javascript: // / \\ .. . %2e %2F %3A %00 % %25 ? # * :splat'.split(' '),
		...'.htaccess index.html 404.html slugline.json con _redirects __proto__ <script> " \' `'.split(' '),
		...[`\${x}`, '{{x}}', '\n', '\r', '\u0000', '\u001b[2J', '\u202e', '\ud800', ' ', '日本', 'a', 'b'],
	),
	fc.string({ maxLength: 4, unit: 'grapheme' }),
	fc.integer({ min: 200, max: 300 }).map((length) => 'x'.repeat(length)),
);
const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));

it('a slug becomes a path in the site, or is refused with the name of its story', () => {
	const root = new URL('file:///site/dist/');
	fc.assert(
		fc.property(
			text,
			fc.option(text),
			fc.constantFrom('directory', 'file', 'preserve'),
			(slug, path, format) => {
				count('slugs and real paths');
				const links = [link(slug, { uuid: 'u', name: 'The \u001bname', path, real_path: null })];
				try {
					const site = { links, languages: [], format, files: ['slugline.json'] };
					for (const { param = '', href } of createRouteTable(site).routes) {
						const file = new URL(encodeURI(param), root);
						expect(file.href.startsWith(root.href)).toBe(true);
						expect(decodeURIComponent(file.pathname)).toBe(`/site/dist/${param}`);
						expect(new URL(href, 'https://site.example').origin).toBe('https://site.example');
						for (const name of param.split('/')) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
					}
				} catch (error) {
					if (!(error instanceof RouteError)) throw error;
					expect(error.message).toContain("'The \ufffdname' (");
					expect(error.message.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
				}
			},
		),
		{ numRuns: runs(2000), seed },
	);
});

const json = fc.jsonValue({ maxDepth: 4 });

it('any response is read or refused, and no message contains the token or terminal control characters', async () => {
	const envelope = fc.oneof(
		json,
		fc.record({ stories: fc.oneof(json, fc.array(json, { maxLength: 3 })), cv: json }, { requiredKeys: [] }),
		fc.record({ error: text }),
		fc.array(text, { maxLength: 2 }),
	);
	const answer = fc.record({
		status: fc.constantFrom(200, 200, 200, 201, 301, 302, 400, 401, 404, 422),
		body: fc.oneof(
			envelope.map((value) => JSON.stringify(value)),
			text,
			fc.constant(`"${secret}"`),
		),
		headers: fc.dictionary(
			fc.constantFrom('total', 'per-page', 'location', 'retry-after'),
			fc.oneof(
				fc.integer().map(String),
				fc.constantFrom('http://169.254.169.254/', 'file:///etc/passwd', '//x', ''),
			),
		),
	});
	const asked = new Set<string>();
	await fc.assert(
		fc.asyncProperty(answer, async ({ status, body, headers }) => {
			count('answers of the service');
			let requests = 0;
			const fetch: typeof globalThis.fetch = async (input) => {
				requests += 1;
				asked.add(new URL(String(input)).host);
				return new Response(body, { status, headers });
			};
			const clock = { now: () => 0, random: () => 0, sleep: async () => {} };
			const client = createDeliveryClient({
				token: secret,
				baseUrl: 'http://space.test',
				fetch,
				clock,
				rateLimit: false,
			});
			for (const ask of [() => client.stories.all(), () => client.links.all(), () => client.currentSpace()]) {
				const error: unknown = await ask().then(
					() => undefined,
					(reason) => reason,
				);
				if (error === undefined) continue;
				expect(error).toMatchObject({ name: 'SluglineServiceError' });
				expect(String(error)).not.toContain(secret);
				expect(String(error)).not.toMatch(/\p{Cc}/u);
			}
			expect(requests).toBeLessThan(60);
		}),
		{ numRuns: runs(400), seed },
	);
	expect([...asked]).toEqual(['space.test']);
});

it('no webhook call without a signature starts a build or causes an error', async () => {
	let builds = 0;
	const lines: string[] = [];
	const log = (line: string) => void lines.push(line);
	const hook = createRebuildHook({
		secrets: [secret],
		targets: [
			() => {
				builds += 1;
			},
		],
		storage: createStorage(),
		logger: { info: log, warn: log, error: log },
		quietMs: 1,
		maxBodyBytes: 2000,
	});
	onTestFinished(() => hook.close());
	const headerText = fc.string({ maxLength: 50 }).map((value) => value.replace(/[^\x20-\x7e]/g, ''));
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom('POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE', 'PATCH'),
			fc.oneof(
				text,
				json.map((value) => JSON.stringify(value)),
				fc.uint8Array({ maxLength: 100 }),
			),
			fc.oneof(headerText, fc.stringMatching(/^[0-9a-f]{40}$/)),
			fc.oneof(headerText, fc.constantFrom('story.published', 'release.merged')),
			async (method, body, signature, topic) => {
				count('webhook calls');
				const request = new Request('http://hook.test/', {
					method,
					headers: { 'webhook-signature': signature, 'x-storyblok-topic': topic },
					...(method === 'GET' ? {} : { body: body as BodyInit }),
				});
				expect((await hook(request)).status).toBe(method === 'POST' ? 401 : 405);
			},
		),
		{ numRuns: runs(500), seed },
	);
	await hook.idle();
	expect(builds).toBe(0);
	expect(lines.filter((line) => line.includes('refused')).length).toBeLessThanOrEqual(2);
});

it('no link of an editor runs script or sets an attribute that a script may read', () => {
	const attribute = fc.oneof(
		fc.constantFrom(
			...'onclick style hx-get data-hx-on data-astro-rerun x-on:click srcdoc href is'.split(' '),
		),
		text,
	);
	// A notice for each skipped address.
	const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
	onTestFinished(() => warn.mockRestore());
	fc.assert(
		fc.property(text, fc.dictionary(attribute, text), (url, custom) => {
			count('links');
			const attributes = linkAttributes({ linktype: 'url', url, ...custom, custom }) ?? {};
			for (const name of Object.keys(attributes)) {
				expect(name).toMatch(/^(?:href|target|rel|title|download|hreflang|aria-[a-z0-9-]+)$/);
			}
			const { href = '' } = attributes as { href?: string };
			expect(href).not.toMatch(/^\s*(?:javascript|data|vbscript|file|blob):/i);
		}),
		{ numRuns: runs(2000), seed },
	);
});

it('no request to the embedded space reads a draft without the token', async () => {
	const draft = '---\nname: Draft\npublished: false\ncontent: { component: page, title: UNSEEN }\n---\n';
	const { space } = await openSpace({ 'draft.md': draft });
	const path = fc.oneof(
		fc.constantFrom(
			'/v2/cdn/stories',
			'/v2/cdn/stories/draft',
			'/v2/cdn/links',
			'/v1/spaces/1/stories',
			'/v1/space_info',
		),
		text.map((rest) => `/${encodeURI(wellFormed(rest))}`),
	);
	const token = fc.oneof(fc.constantFrom('', 'preview', space.tokens.public, 'public-0'), text);
	await fc.assert(
		fc.asyncProperty(
			path,
			token,
			fc.constantFrom('draft', 'published', ''),
			text,
			async (path, token, version, host) => {
				count('requests to the embedded space');
				const url = new URL(`http://space.invalid${path.startsWith('//') ? '/' : path}`);
				url.searchParams.set('token', wellFormed(token));
				url.searchParams.set('version', version);
				const headers = {
					Authorization: encodeURIComponent(wellFormed(token)),
					Origin: encodeURIComponent(wellFormed(host)),
				};
				const response = await space.fetch(url, { headers });
				expect(await response.text()).not.toContain('UNSEEN');
				expect(response.status).toBeLessThan(500);
				if (version === 'draft') expect(response.status).not.toBe(200);
			},
		),
		{ numRuns: runs(500), seed },
	);
});
