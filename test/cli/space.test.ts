import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { soon } from '../support/soon.js';
import { temporaryFolder } from '../support/test-folder.js';
import { serve, slugline } from './terminal.js';

const files = {
	'space.yaml': 'name: Harbour\ntokens: { public: pub-token, preview: pre-token, oauth: oa-token }\n',
	'hello.md': '---\nname: Hello\ncontent: { component: page }\n---\n',
};

const serveSpace = (folder: string, ...args: string[]) =>
	serve(['space', folder, '--port', '0', ...args], /http:\/\/[\d.]+:\d+(?=[\s\S]*^Watching)/m);

test('serves a folder and prints addresses and tokens, until it is stopped', async () => {
	const folder = await temporaryFolder(files);
	const { url, said, stop, code } = await serveSpace(folder);
	expect(said.join('\n').replaceAll(url, 'URL').replaceAll(folder, 'FOLDER')).toMatchInlineSnapshot(`
		"The space in FOLDER is served at URL

		  delivery     URL/v2/cdn
		  management   URL/v1

		  public token    pub-token    published content
		  preview token   pre-token    drafts, too
		  OAuth token     oa-token    management

		For your site's .env file:

		SLUGLINE_TOKEN=pub-token
		SLUGLINE_BASE_URL=URL

		Watching FOLDER. Press Ctrl-C to stop."
	`);
	const { stories } = await (await fetch(`${url}/v2/cdn/stories?token=pub-token`)).json();
	expect(stories).toHaveLength(1);
	const info = await fetch(`${url}/v1/space_info`, { headers: { Authorization: 'Bearer oa-token' } });
	expect(info.status).toBe(200);
	stop.abort();
	expect(await code).toBe(0);
	await expect(fetch(url)).rejects.toThrow();
});

test('serves a folder that a build refuses, and says why', async () => {
	const draft = '---\ncontent: { component: page, draft: true }\n---\n';
	const folder = await temporaryFolder({ ...files, 'draft.md': draft });
	const { url, said, stop, code } = await serveSpace(folder);
	expect(said.join('\n')).toContain('draft.md:2:29: `draft` below `content:` does not hide the story.');
	const { stories } = await (await fetch(`${url}/v2/cdn/stories?token=pub-token`)).json();
	expect(stories).toHaveLength(2);
	stop.abort();
	expect(await code).toBe(0);
});

test('serves an editor for the site that previews its pages below a URL', async () => {
	const story = (front: string) => `---\n${front}content: { component: page }\n---\n`;
	const folder = await temporaryFolder({
		...files,
		'a/_folder.yaml': 'position: -1\n',
		'a/index.md': story('position: 9\n'),
		'a/first.md': story('position: 3\n'),
		'a/second.md': story('position: 2\n'),
	});
	const { said, stop, code } = await serveSpace(
		folder,
		'--editor',
		'http://localhost:4321/_slugline/preview/',
	);
	const origin =
		/The editor is served at (http:\/\/localhost:\d+)\/editor\./.exec(said.join('\n'))?.[1] ?? '';
	expect(said).toContain('SLUGLINE_PREVIEW_TOKEN=pre-token');
	expect(said).toContain(`slugline({ preview: { editors: ['${origin}'] } })`);

	const page = await fetch(`${origin}/editor`);
	expect(page.headers.get('content-security-policy')).toContain('frame-src http://localhost:4321;');
	expect(await page.text()).toContain('src="/editor/page.js"');
	expect((await fetch(origin)).status).toBe(404);
	const ask = (body: unknown, from = origin) =>
		fetch(`${origin}/editor`, {
			method: 'POST',
			headers: { origin: from, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
	const { space, stories } = await (await ask({ do: 'state' })).json();
	const slugs = stories.map(({ slug }: { slug: string }) => slug);
	expect([space, ...slugs]).toEqual(['Harbour', 'a/', 'a/second', 'a/first', 'hello']);
	const opened = await ask({ do: 'open', id: stories[0].id, lang: 'default', component: 'page' });
	expect((await opened.json()).address).toMatch(
		`http://localhost:4321/_slugline/preview/_/?_storyblok=${stories[0].id}&`,
	);
	expect((await ask({ do: 'state' }, 'http://localhost:4321')).status).toBe(403);
	stop.abort();
	expect(await code).toBe(0);
	await expect(fetch(origin)).rejects.toThrow();
});

test('requests are logged without their tokens', async () => {
	const folder = await temporaryFolder(files);
	const { url, said } = await serveSpace(folder);
	said.length = 0;
	await fetch(`${url}/v2/cdn/stories?token=pre-token&page=1&version=draft`);
	await fetch(`${url}/v2/cdn/links?token=pre-token&TOKEN=pub-token&version=draft`);
	await fetch(`${url}/v1/space_info?access=1`, { headers: { Authorization: 'oa-token' } });
	await soon(() => expect(said).toHaveLength(4));
	expect(said).toEqual([
		'GET /v2/cdn/stories?page=1&version=draft 200',
		'`cdn/links` has no parameter `TOKEN`, so it is ignored.',
		'GET /v2/cdn/links?version=draft 200',
		'GET /v1/space_info?access=1 200',
	]);
});

test('changes in the folder are served and reported, even if they cannot be served', async () => {
	const folder = await temporaryFolder(files);
	const { url, said } = await serveSpace(folder, '--quiet');
	said.length = 0;
	await writeFile(join(folder, 'more.md'), '---\ncontent: { component: page }\n---\n');
	await soon(() => expect(said).toContain('The folder changed.'));
	const { stories } = await (await fetch(`${url}/v2/cdn/stories?token=pub-token&cv=1`)).json();
	expect(stories).toHaveLength(2);
	await writeFile(join(folder, 'more.md'), 'nothing');
	await soon(() => expect(said.at(-1)).toMatch(/^The folder cannot be served: more\.md:1:1: /));
});

test('rate limits, latency, and caching can be set', async () => {
	const folder = await temporaryFolder(files);
	const options = '--rate-limit --latency 1 --edge --min-cache 60 --quiet';
	const { url } = await serveSpace(folder, ...options.split(' '));
	const stories = `${url}/v2/cdn/stories?token=pub-token&per_page=100`;
	// With another cv each request would be redirected, and the one that follows comes too late in the second.
	const cv = new URL((await fetch(stories)).url).searchParams.get('cv');
	const statuses = await Promise.all(
		Array.from({ length: 80 }, async (_, index) => {
			return (await fetch(`${stories}&cv=${cv}&search_term=${index}`)).status;
		}),
	);
	expect(new Set(statuses)).toEqual(new Set([200, 429]));
});

test('errors are complete sentences', async () => {
	const folder = await temporaryFolder(files);
	const broken = await temporaryFolder({ ...files, 'bad.md': 'nothing' });
	const { url } = await serveSpace(folder);
	const busy = new URL(url).port;
	const said = await Promise.all(
		[
			`${folder} --port ${busy}`,
			`${broken} --port 0`,
			'./there-is-none',
			`${folder} --host 203.0.113.7 --port 0`,
			`${folder} --port x`,
			`${folder} --port 65536`,
			`${folder} --port`,
			`${folder} --latency=-1`,
			`${folder} --min-cache new`,
			`${folder} --watch`,
			`${folder} second`,
		].map(async (args) => {
			const { code, complained } = await slugline(['space', ...args.split(' ')]);
			return `${code}: ${complained.replace(busy, 'PORT')}`;
		}),
	);
	expect(said).toMatchInlineSnapshot(`
		[
		  "1: Port PORT is already in use. Stop the program that uses it, or choose another port with --port. 0 picks a free one.",
		  "1: [SpaceFolderError] bad.md:1:1: The file has no front matter. Start it with a line \`---\`, \`content:\` with the \`component\` of the story, and another \`---\`. More: docs/errors.md of astro-slugline.",
		  "1: [SpaceFolderError] ./there-is-none: The folder does not exist. Create it with a file space.yaml, or correct its path. More: docs/errors.md of astro-slugline.",
		  "1: This machine has no address 203.0.113.7. Use --host 127.0.0.1 or 0.0.0.0.",
		  "2: --port must be a whole number from 0 to 65535.",
		  "2: --port must be a whole number from 0 to 65535.",
		  "2: Option '--port <value>' argument missing. --help lists the options.",
		  "2: --latency must be a whole number from 0 to 600000.",
		  "2: --min-cache must be a whole number from 0 to 604800.",
		  "2: Unknown option '--watch'. --help lists the options.",
		  "2: slugline space takes at most one folder, but got 2. Options start with --.",
		]
	`);
});

test('help lists the commands and their options', async () => {
	expect((await slugline(['--help'])).said).toMatchInlineSnapshot(`
		"slugline <command>

		  space [folder]           Serves a folder (default: ./space) as a space, and watches it; with --editor, its editor, too.
		  pull [folder]            Writes a space into a folder (default: ./space) that \`slugline space\` and Astro can serve.
		  rebuild --run <command>  Receives webhook calls, and runs a command: at once, and again after a burst.
		  webhook create|show      Creates a webhook in the space, or shows one by its id, or all.
		  doctor [folder]          Checks token, region, versions, languages, webhooks, links, Node, and Astro; or a folder.
		  parity                   Compares a real space with what Slugline and its embedded space assume. Only reads.
		  verify                   Builds the site in this folder and checks every cached page. Fails if one is stale.
		  explain <path>           Says why a page was rendered last, and what would render it again. Builds nothing.

		slugline <command> --help lists its options, and slugline --version prints the version."
	`);
	expect((await slugline([])).code).toBe(2);
	expect((await slugline(['space', '--help'])).said).toMatchInlineSnapshot(`
		"slugline space [folder]

		Serves a folder (default: ./space) as a space, and watches it; with --editor, its editor, too.

		  --port <number>       port to listen on (default: 4000; 0 picks a free one)
		  --host <address>      address to listen on (default: 127.0.0.1; 0.0.0.0 for all)
		  --allow-host <name>…  host name to respond to, besides IP addresses and localhost; repeatable
		  --editor <url>        serve an editor on the next port, for a site that previews its pages below this URL
		  --edge                simulate a caching edge, like that of the API
		  --min-cache <s>       Minimum Cache TTL of the tokens at that edge, in seconds (default: 0)
		  --rate-limit          respond with 429 above the rate limits of the API
		  --latency <ms>        milliseconds before each response
		  --quiet               do not log requests"
	`);
	expect((await slugline(['pull', '-h'])).said).toMatchInlineSnapshot(`
		"slugline pull [folder]

		Writes a space into a folder (default: ./space) that \`slugline space\` and Astro can serve.

		  --token <token>    access token of the space (or SLUGLINE_TOKEN)
		  --region <region>  eu (default), us, ca, ap, or cn (or SLUGLINE_REGION)
		  --base-url <url>   address of the API (or SLUGLINE_BASE_URL)
		  --overwrite        also replace files that you changed by hand

		With a preview token, drafts are pulled, too.
		Pull again at any time: only changed files are written, and files of deleted stories are removed.
		Files that no pull wrote stay as they are."
	`);
	expect(await slugline(['push'])).toMatchInlineSnapshot(`
		{
		  "code": 2,
		  "complained": "Unknown command "push". slugline --help lists the commands.",
		  "said": "",
		}
	`);
});
