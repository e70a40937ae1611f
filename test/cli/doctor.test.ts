import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SpaceSettings } from 'astro-slugline/space';
import { expect, it, onTestFinished } from 'vitest';
import { link, linkList, story, storyList } from '../client/content.js';
import { startService } from '../client/service.js';
import { temporaryFolder } from '../support/test-folder.js';
import { serveSpace } from './service.js';
import { slugline } from './terminal.js';

/** What it says, less what differs from run to run. */
const plain = (said: string, url = 'no url') =>
	said
		.replaceAll(url, 'URL')
		.replace(/\b\d{10}\b/g, 'CV')
		.replace(/(Node|Astro) \d+\.\d+\.\d+/g, '$1 N.N.N');

async function builtOf(url: string, version?: number, name = 'slugline.json'): Promise<string> {
	const { space } = await (await fetch(`${url}/v2/cdn/spaces/me?token=pub-token`)).json();
	const built = { cv: null, spaceVersion: version ?? space.version };
	return join(await temporaryFolder({ [name]: JSON.stringify(built) }), name);
}

it('says which variable the server of a site reads', async () => {
	const { url, env } = await serveSpace();
	const built = await builtOf(url, undefined, 'client/slugline.json');
	const { said } = await slugline(['doctor', '--built', built], { env });
	expect(said).toContain(
		'?       Server: Its environment was not checked. Pages rendered on demand read the token from SLUGLINE_TOKEN there.',
	);
});

it('finds no problem if all is well', async () => {
	const { url, env } = await serveSpace();
	const webhook = ['webhook', 'create', '--endpoint', 'https://hooks.example.org/', '--generate-secret'];
	await slugline(webhook, { env });
	const { code, said } = await slugline(['doctor', '--built', await builtOf(url)], { env });
	expect(plain(said, url).replace(/Webhook \d+/, 'Webhook N')).toMatchInlineSnapshot(`
		"ok      Token: The token opens the space "Harbour" (606).
		ok      Region: The space is read from URL, whatever its region.
		ok      Version: The space is at version CV, and so is the site.
		ok      Languages: The space has its default language only.
		ok      Links: 1 published link, each with its story.
		ok      Webhooks: Webhook N "Slugline rebuild" sends signed calls about changed stories.
		ok      Node: Node N.N.N is supported.
		ok      Astro: Astro N.N.N is supported.

		No problems found. The options in astro.config were not read."
	`);
	expect(code).toBe(0);
});

it('says what is wrong and what to do', async () => {
	const { url, env } = await serveSpace();
	for (const more of [
		'http://localhost:8787',
		'http://site.example',
		'https://site.example --actions user.*',
		'https://site.example --inactive',
		'https://site.example',
	]) {
		await slugline(['webhook', 'create', '--endpoint', ...more.split(' ')], { env });
	}
	const { code, said } = await slugline(['doctor', '--built', await builtOf(url, 1)], { env });
	let number = 0;
	const numbered = plain(said, url).replace(/Webhook \d+/g, () => {
		number += 1;
		return `Webhook ${number}`;
	});
	expect(numbered).toMatchInlineSnapshot(`
		"ok      Token: The token opens the space "Harbour" (606).
		ok      Region: The space is read from URL, whatever its region.
		wrong   Version: The space is at version CV, but the site is at version 1.
		        Build the site. If a webhook should have started a build, see the webhooks below.
		ok      Languages: The space has its default language only.
		ok      Links: 1 published link, each with its story.
		?       Webhooks: Webhook 1 "Slugline rebuild" shows no secret, so its calls may be unsigned.
		        Set its secret to that of the rebuild hook.
		wrong   Webhooks: Webhook 2 "Slugline rebuild" calls an http address, so anyone on the way can read and repeat its calls.
		        Set it to an https address.
		?       Webhooks: Webhook 3 "Slugline rebuild" lacks the triggers story.published, story.unpublished, story.deleted, story.moved.
		        Add them, unless the webhook has another purpose.
		?       Webhooks: Webhook 4 "Slugline rebuild" is disabled.
		        Enable it in the space's settings, if you need it.
		?       Webhooks: Webhook 5 "Slugline rebuild" shows no secret, so its calls may be unsigned.
		        Set its secret to that of the rebuild hook.
		ok      Node: Node N.N.N is supported.
		ok      Astro: Astro N.N.N is supported.

		2 problems found. The options in astro.config were not read."
	`);
	expect(code).toBe(1);
});

it('reports a missing token, management token, or build', async () => {
	const { code, said } = await slugline(['doctor', '--built', 'nowhere/slugline.json']);
	expect(plain(said)).toMatchInlineSnapshot(`
		"wrong   Token: There is no access token.
		        One in astro.config is not read here: set SLUGLINE_TOKEN or --token to an access token from the space's settings. For a site that builds from a folder, run this in the site's folder, or name the folder: slugline doctor ./space.
		?       Webhooks: Not checked: this needs a token that can manage the space.
		        Set SLUGLINE_MANAGEMENT_TOKEN or --management-token.
		ok      Node: Node N.N.N is supported.
		ok      Astro: Astro N.N.N is supported.

		1 problem found. The options in astro.config were not read."
	`);
	expect(code).toBe(1);
	const { url, env } = await serveSpace();
	const rest = { SLUGLINE_TOKEN: env.SLUGLINE_TOKEN, SLUGLINE_BASE_URL: url };
	const other = await slugline(['doctor', '--built', 'nowhere/slugline.json'], { env: rest });
	expect(plain(other.said, url)).toMatchInlineSnapshot(`
		"ok      Token: The token opens the space "Harbour" (606).
		ok      Region: The space is read from URL, whatever its region.
		?       Version: The space is at version CV, but nowhere/slugline.json does not exist or was written by an earlier version of astro-slugline, so they cannot be compared.
		        Build the site, or pass the location of its slugline.json with --built.
		ok      Languages: The space has its default language only.
		ok      Links: 1 published link, each with its story.
		?       Webhooks: Not checked: this needs a token that can manage the space.
		        Set SLUGLINE_MANAGEMENT_TOKEN or --management-token.
		ok      Node: Node N.N.N is supported.
		ok      Astro: Astro N.N.N is supported.

		No problems found, but 2 lines are marked with ?: check what they say. The options in astro.config were not read."
	`);
	expect(other.code).toBe(0);
});

it('recognizes a token with a Minimum Cache TTL, and explains it', async () => {
	const edgeOf = async (edge: SpaceSettings['edge']) => {
		const { env } = await serveSpace({}, { edge });
		const { said } = await slugline(['doctor', '--built', 'nowhere/slugline.json'], { env });
		return plain(said)
			.split('\n')
			.flatMap((line, n, all) => (line.includes('Edge:') ? [line, all[n + 1]] : []))
			.join('\n');
	};
	expect(await edgeOf(false)).toBe('');
	expect(await edgeOf(true)).toContain('ok      Edge: It serves the current state of the space.');
	expect(await edgeOf({ minimumCacheTtl: { public: 600 } })).toMatchInlineSnapshot(`
		"?       Edge: It serves the snapshot cv CV, but the space is at version CV: the token has a Minimum Cache TTL. Published changes reach the site only with the next snapshot, and live pages show nothing newer; until then builds use the last one and try again later.
		        Nothing, if this is intended. If not, set the token's Minimum Cache TTL to 0 in the space's settings."
	`);
});

/** What it says of a server that gives these reports, one after the other, and these test pages. */
async function saidOfServer(reports: object[], pages: string[]): Promise<string> {
	const { env } = await serveSpace();
	const { said } = await slugline(['doctor', '--endpoint', 'https://site.example/hook'], {
		env: { ...env, SLUGLINE_WEBHOOK_SECRET: 'secret' },
		async fetch(input, init) {
			if (!String(input).startsWith('https://site.example/')) return fetch(input, init);
			if (init?.method !== 'POST') return new Response(pages.length > 1 ? pages.shift() : pages[0]);
			return Response.json(reports.length > 1 ? reports.shift() : reports[0]);
		},
	});
	const lines = said.split('\n');
	const at = (name: string) => lines.findIndex((line) => line.includes(` ${name}: `));
	const rows = lines.slice(at('Server'), at('Node'));
	return rows.join('\n').replace(/\d+\.\d s/g, 'N s');
}

const report = { space: { id: 606, name: 'Harbour' }, problem: null, isCurrent: true, cache: 'netlify' };

const servers: Record<string, [reports: object[], pages: string[]]> = {
	'all is well': [[report], ['a', 'a', 'a', 'b']],
	'an old snapshot': [[{ ...report, isCurrent: false }], ['a', 'a', 'b']],
	'a snapshot that is new a moment later': [
		[{ ...report, isCurrent: false }, report],
		['a', 'a', 'b'],
	],
	'no cache provider': [[{ ...report, cache: null }], ['a', 'b', 'c', 'd', 'e']],
	'pages that are not cached': [[report], ['a', 'b', 'c', 'd', 'e']],
	'a failed purge': [[{ ...report, problem: 'Refused.' }], ['a', 'a']],
	'another space': [[{ ...report, space: { id: 1, name: 'Other' } }], ['a', 'a', 'b']],
	'no report': [[{ status: 'accepted' }], ['a', 'a']],
};

it('checks a server with live pages', async () => {
	const said = Object.entries(servers).map(
		async ([name, [reports, pages]]) => `${name}:\n${await saidOfServer(reports, pages)}`,
	);
	expect((await Promise.all(said)).join('\n')).toMatchInlineSnapshot(`
		"all is well:
		ok      Server: It accepts signed calls, and reads the space "Harbour" (606) with its token.
		ok      Cache: The provider "netlify" caches pages.
		ok      Purge: A signed call purged the cached test page after N s.
		an old snapshot:
		ok      Server: It accepts signed calls, and reads the space "Harbour" (606) with its token.
		wrong   Snapshot: The token of the server has a Minimum Cache TTL: live pages show published changes only at that interval, not in seconds.
		        Set the token's Minimum Cache TTL to 0 in the space's settings.
		ok      Cache: The provider "netlify" caches pages.
		ok      Purge: A signed call purged the cached test page after N s.
		a snapshot that is new a moment later:
		ok      Server: It accepts signed calls, and reads the space "Harbour" (606) with its token.
		ok      Cache: The provider "netlify" caches pages.
		ok      Purge: A signed call purged the cached test page after N s.
		no cache provider:
		ok      Server: It accepts signed calls, and reads the space "Harbour" (606) with its token.
		?       Cache: The site has no cache provider, so each visit renders its page.
		        Set \`cache.provider\` in astro.config.
		pages that are not cached:
		ok      Server: It accepts signed calls, and reads the space "Harbour" (606) with its token.
		wrong   Cache: The provider is "netlify", but a test page was not cached.
		        Check that no proxy in front of the host turns caching off.
		a failed purge:
		wrong   Server: It accepts signed calls, but it cannot purge: Refused.
		        Check the cache of the host.
		ok      Cache: The provider "netlify" caches pages.
		another space:
		wrong   Server: It accepts signed calls, but it reads the space "Other" (1).
		        Set SLUGLINE_TOKEN in the environment of the server to a token of this space.
		ok      Cache: The provider "netlify" caches pages.
		ok      Purge: A signed call purged the cached test page after N s.
		no report:
		wrong   Server: It answers 200, and not as the endpoint of live pages.
		        Check the address. The option \`rebuild: {}\` adds the endpoint at /_slugline/rebuild to a site with src/live.config, with a slash at the end if \`trailingSlash\` is always."
	`);
});

it('takes an older version of static pages beside live ones as no fault', async () => {
	const { url, env } = await serveSpace();
	const args = ['doctor', '--built', await builtOf(url, 1)];
	expect((await slugline(args, { env })).said).toContain('wrong   Version');
	const { said } = await slugline([...args, '--endpoint', 'https://site.example/hook'], { env });
	expect(said).toMatch(
		/\? {7}Version: .*, but static pages are at version 1\. Live pages show what is published\./,
	);
});

it('needs the secret of the webhook to check a server', async () => {
	const { env } = await serveSpace();
	const { said } = await slugline(['doctor', '--endpoint', 'https://site.example/hook'], { env });
	expect(said).toContain('Set SLUGLINE_WEBHOOK_SECRET to the secret of the webhook.');
});

/** What it says of a token where the space has this id and answers at this host alone. */
async function saidOf(host: string, id: number, ...args: string[]): Promise<string> {
	const { said } = await slugline(['doctor', '--token', 'pub-token', '--built', 'nowhere', ...args], {
		async fetch(input) {
			const url = new URL(String(input));
			if (url.host !== host) return Response.json(['This record could not be found'], { status: 404 });
			if (url.pathname.includes('links')) return Response.json({ links: {} });
			if (url.pathname.includes('stories')) return Response.json({ stories: [] });
			return Response.json({ space: { id, name: 'Harbour', domain: '', version: 1 } });
		},
	});
	const lines = said.split('\n').filter((line) => /Token|Region|Set the/.test(line));
	return lines.filter((line) => !line.includes('MANAGEMENT')).join('\n');
}

it('finds the region of the token’s space', async () => {
	const said = [
		await saidOf('api-us.storyblok.com', 1_000_606),
		await saidOf('api.storyblok.com', 1_000_606),
		await saidOf('api-us.storyblok.com', 1_000_606, '--region', 'us'),
		await saidOf('nowhere', 606),
	];
	expect(said.join('\n\n')).toMatchInlineSnapshot(`
		"wrong   Region: The token opens the space "Harbour" (1000606) in the region us, but the configured region is eu.
		        Set the region to us, in SLUGLINE_REGION or astro.config.

		ok      Token: The token opens the space "Harbour" (1000606).
		wrong   Region: The space's id belongs to the region us, but the configured region is eu.
		        Set the region to us, in SLUGLINE_REGION or astro.config.

		ok      Token: The token opens the space "Harbour" (1000606).
		ok      Region: The space is in the region us.

		wrong   Token: The API responded to GET https://api.storyblok.com/v2/cdn/spaces/me/ with status 404: "This record could not be found". A token of another region often causes this: check \`region\`, then the token. No other region accepts it either."
	`);
});

it('reports missing webhooks and a wrong management token', async () => {
	const { env } = await serveSpace();
	const { said } = await slugline(['doctor'], { env });
	expect(said).toContain('Webhooks: The space has no webhook, so changes start no build.');
	const wrong = await slugline(['doctor'], { env: { ...env, SLUGLINE_MANAGEMENT_TOKEN: 'wrong-token' } });
	expect(wrong.said).toContain('Check the management token');
	expect(wrong.said).not.toContain('wrong-token');
});

it('does not show a wrong token', async () => {
	const { url, env } = await serveSpace();
	const { code, said } = await slugline(['doctor'], { env: { ...env, SLUGLINE_TOKEN: 'wrong-token' } });
	expect(plain(said, url).split('\n').slice(0, 2).join('\n')).toMatchInlineSnapshot(`
		"wrong   Token: The API responded to GET URL/v2/cdn/spaces/me/ with status 401: "Unauthorized". Check the access token: it may be mistyped, deleted, or belong to another space.
		        Copy the access token again from the space's settings."
	`);
	expect(said).not.toContain('wrong-token');
	expect(code).toBe(1);
});

it('compares links with stories, and the languages in links with those of the space', async () => {
	const space = { id: 606, name: 'Misfit', domain: '', version: 100, language_codes: ['de'] };
	const links = [link(1), { ...link(2), alternates: [{ lang: 'fr' }] }, { ...link(3), published: false }];
	const { url } = await startService(({ path }) => {
		if (path.includes('links')) return linkList(links);
		return path.includes('stories') ? storyList([story(1), story(4)]) : { body: { space } };
	});
	const env = { SLUGLINE_TOKEN: 'pub-token', SLUGLINE_BASE_URL: url };
	const { said } = await slugline(['doctor', '--built', 'nowhere'], { env });
	expect(said).toContain('wrong   Languages: Links have the languages fr, which the space does not have.');
	expect(said).toContain(
		'wrong   Links: 1 link without a story: blog/story-2; 1 story without a link: blog/story-4.',
	);
});

it('checks a folder that a site is built from', async () => {
	const page = (name: string) => `---\nname: ${name}\ncontent: { component: page }\n---\n`;
	const folder = await temporaryFolder({
		'space.yaml': 'name: Harbor\nlanguages: [de]\n',
		'index.md': page('Home'),
		'index.fr.md': page('Accueil'),
	});
	const { code, said } = await slugline(['doctor', folder]);
	expect(plain(said.replaceAll(folder, 'FOLDER'))).toMatchInlineSnapshot(`
		"ok      Folder: FOLDER is the space "Harbor".
		ok      Languages: Besides its default language, the space has de.
		ok      Stories: 2 published stories.
		?       Files: The file index.fr.md looks like a translation, but space.yaml does not list the language \`fr\`, so it is a separate story. If \`fr\` is the default language, put its fields into the file without \`.fr\`. If not, add it: \`languages: [de, fr]\`.
		ok      Node: Node N.N.N is supported.
		ok      Astro: Astro N.N.N is supported.

		No problems found, but 1 line is marked with ?: check what it says. The options in astro.config were not read."
	`);
	expect(code).toBe(0);

	await writeFile(join(folder, 'index.md'), '---\nname: [Home\n---\n');
	const served = await slugline(['doctor', folder, '--endpoint', 'https://site.example/hook']);
	expect(served.said).toContain('Server: Not checked: this needs the secret of the webhook.');
	const broken = await slugline(['doctor', folder]);
	expect(broken.said).toMatch(/^wrong {3}Folder: .* cannot be served: index\.md:\d+:\d+: /);
	expect(broken.code).toBe(1);
});

it('checks the folder of a site without a token', async () => {
	const folder = await temporaryFolder({
		'space/space.yaml': 'name: Small\n',
		'space/index.md': '---\nname: Home\ncontent: { component: page }\n---\n',
	});
	const home = process.cwd();
	process.chdir(folder);
	onTestFinished(() => process.chdir(home));
	const { said } = await slugline(['doctor'], { env: {} });
	expect(said).toContain('Folder: ./space is the space "Small".');
	const half = await slugline(['doctor'], { env: { SLUGLINE_BASE_URL: 'http://localhost:4000' } });
	expect(half.said).toContain(
		'?       Service: SLUGLINE_BASE_URL is set, but there is no token, so a site builds from ./space.\n        Set SLUGLINE_TOKEN to an access token of the space, or remove SLUGLINE_BASE_URL.',
	);

	const ofService = await slugline(['doctor', '--space', '12345'], { env: {} });
	expect([ofService.code, ofService.said]).toEqual([1, expect.stringContaining('wrong   Token:')]);

	await rm(join(folder, 'space/space.yaml'));
	const lacking = await slugline(['doctor'], { env: {} });
	expect(lacking.said).toMatch(/^wrong {3}Folder: .*space\.yaml: The folder has no such file\./m);
	const named = await slugline(['doctor', '--space', './space'], { env: {} });
	expect([named.code, named.complained]).toEqual([2, expect.stringContaining('--space')]);
});

it('finds a problem if the service cannot be reached, or is at another address', async () => {
	const { url, env } = await serveSpace();
	const doctor = (base: string) => slugline(['doctor'], { env: { ...env, SLUGLINE_BASE_URL: base } });
	const { code, said } = await doctor('http://127.0.0.1:1');
	expect(said).toMatch(/^wrong {3}Service: .*127\.0\.0\.1:1/m);
	expect(said).toContain(
		'Check that this machine can reach http://127.0.0.1:1, the address in SLUGLINE_BASE_URL, and try again. Nothing else about the space could be checked.',
	);
	expect(code).toBe(1);
	const none = await doctor('localhost:4000');
	expect([none.code, none.complained]).toEqual([
		2,
		expect.stringContaining('SLUGLINE_BASE_URL must be a URL that begins with http:// or https://.'),
	]);
	const elsewhere = await doctor(`${url}/elsewhere`);
	expect(elsewhere.said).toMatch(/^wrong {3}Service: .*\n +Correct SLUGLINE_BASE_URL\.$/m);
	expect(elsewhere.code).toBe(1);
	const given = await slugline(['doctor', '--base-url', `${url}/elsewhere`], { env });
	expect(given.said).toMatch(/^ +Correct --base-url\.$/m);
});
