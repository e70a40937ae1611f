import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SpaceSettings } from 'astro-slugline/space';
import { expect, it, onTestFinished } from 'vitest';
import { run } from '../../packages/astro-slugline/src/cli/run.js';
import { serveSpace } from './service.js';
import { slugline } from './terminal.js';

/** What it says, less what differs from run to run. */
const plain = (said: string, url = 'no url') =>
	said
		.replaceAll(url, 'URL')
		.replace(/\b\d{10}\b/g, 'CV')
		.replace(/(Node|Astro) \d+\.\d+\.\d+/g, '$1 N.N.N');

async function builtOf(url: string, version?: number): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'slugline-doctor-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	const path = join(folder, 'slugline.json');
	const { space } = await (await fetch(`${url}/v2/cdn/spaces/me?token=pub-token`)).json();
	await writeFile(path, JSON.stringify({ cv: null, spaceVersion: version ?? space.version }));
	return path;
}

it('finds nothing wrong where all is well', async () => {
	const { url, env } = await serveSpace();
	const webhook = ['webhook', 'create', '--endpoint', 'https://hooks.example.org/', '--generate-secret'];
	await slugline(webhook, { env });
	const { code, said } = await slugline(['doctor', '--built', await builtOf(url)], { env });
	expect(plain(said, url).replace(/Webhook \d+/, 'Webhook N')).toMatchInlineSnapshot(`
		"ok      Token: The token opens the space "Harbour" (606).
		ok      Region: The space is asked at URL, whatever its region.
		ok      Version: The space is at version CV, which the site holds.
		ok      Languages: The space has its default language only.
		ok      Links: 1 published link, each with its story.
		ok      Webhooks: Webhook N "Slugline rebuild" tells of changes to stories, signed.
		ok      Node: Node N.N.N suits Astro 7.
		ok      Astro: Astro N.N.N suits.

		Nothing is wrong."
	`);
	expect(code).toBe(0);
});

it('says what is wrong and what to do', async () => {
	const { url, env } = await serveSpace();
	for (const more of [
		['--endpoint', 'http://localhost:8787'],
		['--endpoint', 'http://site.example'],
		['--endpoint', 'https://site.example', '--actions', 'user.*'],
		['--endpoint', 'https://site.example', '--inactive'],
		['--endpoint', 'https://site.example'],
	]) {
		await slugline(['webhook', 'create', ...more], { env });
	}
	const { code, said } = await slugline(['doctor', '--built', await builtOf(url, 1)], { env });
	let number = 0;
	const numbered = plain(said, url).replace(/Webhook \d+/g, () => {
		number += 1;
		return `Webhook ${number}`;
	});
	expect(numbered).toMatchInlineSnapshot(`
		"ok      Token: The token opens the space "Harbour" (606).
		ok      Region: The space is asked at URL, whatever its region.
		wrong   Version: The space is at version CV; the site holds 1.
		        Build the site. If a webhook should have done that, look at the webhooks below.
		ok      Languages: The space has its default language only.
		ok      Links: 1 published link, each with its story.
		wrong   Webhooks: Webhook 1 "Slugline rebuild" calls localhost, which the service cannot reach.
		        Give it the public address of the rebuild hook.
		wrong   Webhooks: Webhook 2 "Slugline rebuild" calls an http address, where anyone on the way can read and repeat its calls.
		        Give it an https address.
		?       Webhooks: Webhook 3 "Slugline rebuild" is not told of story.published, story.unpublished, story.deleted, story.moved.
		        Add these triggers, unless it serves something else.
		?       Webhooks: Webhook 4 "Slugline rebuild" is switched off.
		        Switch it on in the settings of the space, if it is meant to work.
		?       Webhooks: Webhook 5 "Slugline rebuild" tells no secret, so its calls may be unsigned.
		        Give it a secret, the one that the rebuild hook knows.
		ok      Node: Node N.N.N suits Astro 7.
		ok      Astro: Astro N.N.N suits.

		3 things are wrong."
	`);
	expect(code).toBe(1);
});

it('says so where there is no token, no management token, no build', async () => {
	const { code, said } = await slugline(['doctor', '--built', 'nowhere/slugline.json']);
	expect(plain(said)).toMatchInlineSnapshot(`
		"wrong   Token: There is no access token.
		        Set SLUGLINE_TOKEN to an access token of the space, from its settings, or give --token.
		?       Webhooks: They were not looked at: that needs a token that may manage the space.
		        Set SLUGLINE_MANAGEMENT_TOKEN, or give --management-token.
		ok      Node: Node N.N.N suits Astro 7.
		ok      Astro: Astro N.N.N suits.

		1 thing is wrong."
	`);
	expect(code).toBe(1);
	const { url, env } = await serveSpace();
	const rest = { SLUGLINE_TOKEN: env.SLUGLINE_TOKEN, SLUGLINE_BASE_URL: url };
	const other = await slugline(['doctor', '--built', 'nowhere/slugline.json'], { env: rest });
	expect(plain(other.said, url)).toMatchInlineSnapshot(`
		"ok      Token: The token opens the space "Harbour" (606).
		ok      Region: The space is asked at URL, whatever its region.
		?       Version: The space is at version CV; nowhere/slugline.json is not there to compare it with, or an earlier version of astro-slugline wrote it.
		        Build the site, or name its slugline.json with --built.
		ok      Languages: The space has its default language only.
		ok      Links: 1 published link, each with its story.
		?       Webhooks: They were not looked at: that needs a token that may manage the space.
		        Set SLUGLINE_MANAGEMENT_TOKEN, or give --management-token.
		ok      Node: Node N.N.N suits Astro 7.
		ok      Astro: Astro N.N.N suits.

		Nothing is wrong."
	`);
	expect(other.code).toBe(0);
});

it('recognizes a token with a Minimum Cache TTL, and says what it means', async () => {
	const edgeOf = async (edge: SpaceSettings['edge']) => {
		const { env } = await serveSpace({}, { edge });
		const { said } = await slugline(['doctor', '--built', 'nowhere/slugline.json'], { env });
		return plain(said)
			.split('\n')
			.flatMap((line, n, all) => (line.includes('Edge:') ? [line, all[n + 1]] : []))
			.join('\n');
	};
	expect(await edgeOf(false)).toBe('');
	expect(await edgeOf(true)).toContain('ok      Edge: It serves the space as it is.');
	expect(await edgeOf({ minimumCacheTtl: { public: 600 } })).toMatchInlineSnapshot(`
		"?       Edge: It serves the snapshot cv CV, and the space is at version CV: the token has a Minimum Cache TTL. What is published shows on the site only when the next snapshot begins; until then builds take the last one, and ask again.
		        Nothing, if that is meant. Else set the Minimum Cache TTL of the token to 0, in the settings of the space."
	`);
});

/** What it says of a token where the space has this id and answers at this host alone. */
async function saidOf(host: string, id: number, args: string[]): Promise<string> {
	const said: string[] = [];
	await run(['doctor', '--token', 'pub-token', '--built', 'nowhere', ...args], {
		say: (line) => said.push(line),
		complain: () => {},
		env: {},
		async fetch(input) {
			const url = new URL(input instanceof Request ? input.url : input);
			if (url.host !== host) return Response.json(['This record could not be found'], { status: 404 });
			if (url.pathname.includes('links')) return Response.json({ links: {} });
			if (url.pathname.includes('stories')) return Response.json({ stories: [], cv: 1, rels: [], links: [] });
			return Response.json({ space: { id, name: 'Harbour', domain: '', version: 1 } });
		},
		signal: new AbortController().signal,
	});
	return said.filter((line) => /Token|Region|Set the/.test(line) && !line.includes('MANAGEMENT')).join('\n');
}

it('finds the region in which the token opens a space', async () => {
	expect(await saidOf('api-us.storyblok.com', 1_000_606, [])).toMatchInlineSnapshot(`
		"wrong   Region: The token opens the space "Harbour" (1000606) in the region us, and it is asked in eu.
		        Set the region to us, in SLUGLINE_REGION or astro.config."
	`);
	expect(await saidOf('api.storyblok.com', 1_000_606, [])).toMatchInlineSnapshot(`
		"ok      Token: The token opens the space "Harbour" (1000606).
		wrong   Region: The space's id is one of the region us, and it is asked in eu.
		        Set the region to us, in SLUGLINE_REGION or astro.config."
	`);
	expect(await saidOf('api-us.storyblok.com', 1_000_606, ['--region', 'us'])).toMatchInlineSnapshot(`
		"ok      Token: The token opens the space "Harbour" (1000606).
		ok      Region: The space answers in the region us."
	`);
	expect(await saidOf('nowhere', 606, [])).toMatchInlineSnapshot(
		`"wrong   Token: The API responded to GET https://api.storyblok.com/v2/cdn/spaces/me/ with status 404: "This record could not be found". A token of another region often causes this: check \`region\` and \`baseUrl\`, then the token. No other region knows it either."`,
	);
});

it('says so where nobody is told of a change, and where the management token is wrong', async () => {
	const { env } = await serveSpace();
	const { said } = await slugline(['doctor'], { env });
	expect(said).toContain('Webhooks: The space has none, so nobody is told of a change.');
	const wrong = await slugline(['doctor'], { env: { ...env, SLUGLINE_MANAGEMENT_TOKEN: 'wrong-token' } });
	expect(wrong.said).toContain('Check the management token');
	expect(wrong.said).not.toContain('wrong-token');
});

it('does not show a wrong token', async () => {
	const { url, env } = await serveSpace();
	const { code, said } = await slugline(['doctor'], { env: { ...env, SLUGLINE_TOKEN: 'wrong-token' } });
	expect(plain(said, url).split('\n').slice(0, 2).join('\n')).toMatchInlineSnapshot(`
		"wrong   Token: The API responded to GET URL/v2/cdn/spaces/me/ with status 401: "Unauthorized". Check the access token: it may be mistyped, deleted, or belong to another space or region.
		        Copy the access token anew from the space's settings."
	`);
	expect(said).not.toContain('wrong-token');
	expect(code).toBe(1);
});

/** A service whose links and stories do not fit, and whose languages are not all known. */
async function serveMisfit(): Promise<string> {
	const link = (id: number, slug: string, more = {}) => ({
		id,
		uuid: `00000000-0000-4000-8000-00000000000${id}`,
		slug,
		path: null,
		real_path: `/${slug}`,
		name: slug,
		published: true,
		parent_id: 0,
		is_folder: false,
		is_startpage: false,
		position: 0,
		alternates: [],
		...more,
	});
	const alternates = [{ path: 'x', name: 'x', lang: 'fr', published: true, translated_slug: 'x' }];
	const links = [link(1, 'one'), link(2, 'two', { alternates }), link(3, 'draft', { published: false })];
	const story = (id: number, full_slug: string) => ({
		id,
		uuid: `00000000-0000-4000-8000-00000000000${id}`,
		name: full_slug,
		slug: full_slug,
		full_slug,
		created_at: '2026-01-01T00:00:00.000Z',
		published_at: '2026-01-01T00:00:00.000Z',
		first_published_at: '2026-01-01T00:00:00.000Z',
		content: { _uid: '1', component: 'page' },
		sort_by_date: null,
		position: 0,
		tag_list: [],
		is_startpage: false,
		parent_id: 0,
		meta_data: null,
		group_id: '1',
		release_id: null,
		lang: 'default',
		path: null,
		alternates: [],
		default_full_slug: null,
		translated_slugs: null,
	});
	const answers: Record<string, unknown> = {
		'/v2/cdn/spaces/me/': {
			space: { id: 606, name: 'Misfit', domain: '', version: 100, language_codes: ['de'] },
		},
		'/v2/cdn/links': { links: Object.fromEntries(links.map((each) => [each.uuid, each])) },
		'/v2/cdn/stories/': { stories: [story(1, 'one'), story(4, 'four')], cv: 100, rels: [], links: [] },
	};
	const server = createServer((request, response) => {
		const path = new URL(request.url ?? '', 'http://localhost').pathname;
		const answer = answers[path] ?? answers[`${path}/`];
		response.writeHead(answer ? 200 : 404, {
			'content-type': 'application/json',
			total: '2',
			'per-page': '100',
		});
		response.end(JSON.stringify(answer ?? ['This record could not be found']));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const address = server.address();
	return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

it('compares links with stories, and the languages that links name with those of the space', async () => {
	const url = await serveMisfit();
	const env = { SLUGLINE_TOKEN: 'pub-token', SLUGLINE_BASE_URL: url };
	const { said } = await slugline(['doctor', '--built', 'nowhere'], { env });
	expect(
		said
			.split('\n')
			.filter((line) => /Links|Languages/.test(line))
			.join('\n'),
	).toMatchInlineSnapshot(`
		"wrong   Languages: Links name the languages fr, which the space does not have.
		wrong   Links: 1 link without a story: two; 1 story without a link: four."
	`);
});

it('looks at a folder that is built from', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'slugline-doctor-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	await writeFile(join(folder, 'space.yaml'), 'name: Harbor\nlanguages: [de]\n');
	await writeFile(join(folder, 'index.md'), '---\nname: Home\ncontent: { component: page }\n---\n');
	await writeFile(join(folder, 'index.fr.md'), '---\nname: Accueil\ncontent: { component: page }\n---\n');
	const { code, said } = await slugline(['doctor', folder]);
	expect(plain(said.replaceAll(folder, 'FOLDER'))).toMatchInlineSnapshot(`
		"ok      Folder: FOLDER is the space "Harbor".
		ok      Languages: The space has, beside its default language, de.
		ok      Stories: 2 published stories.
		?       Files: The file index.fr.md looks like a translation, but space.yaml does not list the language \`fr\`, so it is a story of its own. Add it: \`languages: [de, fr]\`.
		ok      Node: Node N.N.N suits Astro 7.
		ok      Astro: Astro N.N.N suits.

		Nothing is wrong."
	`);
	expect(code).toBe(0);

	await writeFile(join(folder, 'index.md'), '---\nname: [Home\n---\n');
	const broken = await slugline(['doctor', folder]);
	expect(broken.said).toMatch(/^wrong {3}Folder: .* cannot be served: index\.md:\d+:\d+: /);
	expect(broken.code).toBe(1);
});
