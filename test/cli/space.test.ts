import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { run } from '../../packages/astro-slugline/src/cli/run.js';
import { temporaryFolder } from '../space/temporary-folder.js';
import { slugline } from './terminal.js';

const files = {
	'space.yaml': 'name: Harbour\ntokens: { public: pub-token, preview: pre-token, oauth: oa-token }\n',
	'hello.md': '---\nname: Hello\ncontent: { component: page }\n---\n',
};

/** Waits until it holds; a machine with much to do takes its time. */
const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

vi.setConfig({ testTimeout: 60_000 });

/** Runs `slugline space` until the test ends. */
async function serve(folder: string, ...args: string[]) {
	const said: string[] = [];
	const complained: string[] = [];
	const stop = new AbortController();
	const code = run(['space', folder, '--port', '0', ...args], {
		say: (line) => said.push(line),
		complain: (line) => complained.push(line),
		env: {},
		fetch,
		signal: stop.signal,
	});
	onTestFinished(async () => {
		stop.abort();
		await code;
	});
	const url = await soon(() => {
		const found = /http:\/\/[\d.]+:\d+/.exec(said.join('\n'))?.[0];
		if (!found || !said.at(-1)?.startsWith('Watching')) throw new Error('It does not answer yet.');
		return found;
	});
	return { url, said, complained, stop, code };
}

test('a folder is served, with its addresses and tokens told, until it is stopped', async () => {
	const folder = await temporaryFolder(files);
	const { url, said, stop, code } = await serve(folder);
	expect(said.join('\n').replaceAll(url, 'URL').replaceAll(folder, 'FOLDER')).toMatchInlineSnapshot(`
		"The space in FOLDER answers at URL

		  delivery     URL/v2/cdn
		  management   URL/v1

		  public token    pub-token    what is published
		  preview token   pre-token    drafts too
		  OAuth token     oa-token    management

		For the .env file of a site:

		SLUGLINE_TOKEN=pub-token
		SLUGLINE_BASE_URL=URL

		Watching FOLDER. Ctrl-C stops."
	`);
	const { stories } = await (await fetch(`${url}/v2/cdn/stories?token=pub-token`)).json();
	expect(stories).toHaveLength(1);
	const info = await fetch(`${url}/v1/space_info`, { headers: { Authorization: 'Bearer oa-token' } });
	expect(info.status).toBe(200);
	stop.abort();
	expect(await code).toBe(0);
	await expect(fetch(url)).rejects.toThrow();
});

test('requests are logged without their tokens', async () => {
	const folder = await temporaryFolder(files);
	const { url, said } = await serve(folder);
	said.length = 0;
	await fetch(`${url}/v2/cdn/stories?token=pub-token&page=1&cv=1`);
	await fetch(`${url}/v2/cdn/links?token=pre-token&TOKEN=pub-token&version=draft`);
	await fetch(`${url}/v1/space_info?access=1`, { headers: { Authorization: 'oa-token' } });
	await soon(() => expect(said).toHaveLength(3));
	expect(said).toEqual([
		'GET /v2/cdn/stories?page=1&cv=1 200',
		'GET /v2/cdn/links?version=draft 200',
		'GET /v1/space_info?access=1 200',
	]);
});

test('a change of the folder is served and told, also one that cannot be served', async () => {
	const folder = await temporaryFolder(files);
	const { url, said } = await serve(folder, '--quiet');
	said.length = 0;
	await writeFile(join(folder, 'more.md'), '---\ncontent: { component: page }\n---\n');
	await soon(() => expect(said).toContain('The folder changed.'));
	const { stories } = await (await fetch(`${url}/v2/cdn/stories?token=pub-token&cv=1`)).json();
	expect(stories).toHaveLength(2);
	await writeFile(join(folder, 'more.md'), 'nothing');
	await soon(() => expect(said.at(-1)).toMatch(/^The folder cannot be served: more\.md:1:1: /));
});

test('rates, latency and the age of answers can be set', async () => {
	const folder = await temporaryFolder(files);
	const { url } = await serve(
		folder,
		'--rate-limit',
		'--latency',
		'1',
		'--edge',
		'--min-cache',
		'60',
		'--quiet',
	);
	const statuses = await Promise.all(
		Array.from({ length: 80 }, async (_, index) => {
			return (await fetch(`${url}/v2/cdn/stories?token=pub-token&per_page=100&cv=${index}`)).status;
		}),
	);
	expect(new Set(statuses)).toEqual(new Set([200, 429]));
});

test('what is wrong is said in a sentence', async () => {
	const folder = await temporaryFolder(files);
	const broken = await temporaryFolder({ ...files, 'bad.md': 'nothing' });
	const complaint = async (...args: string[]) => {
		const { code, complained } = await slugline(['space', ...args]);
		return `${code}: ${complained.replaceAll(folder, 'FOLDER')}`;
	};
	const busy = createServer().listen(0, '127.0.0.1');
	onTestFinished(() => {
		busy.close();
	});
	await once(busy, 'listening');
	const address = busy.address();
	const port = String(typeof address === 'object' && address?.port);
	expect((await complaint(folder, '--port', port)).replaceAll(port, 'PORT')).toMatchInlineSnapshot(
		`"1: Port PORT is in use. Stop what uses it, or take another with --port; 0 takes a free one."`,
	);
	expect(await complaint(broken, '--port', '0')).toMatchInlineSnapshot(
		`"1: bad.md:1:1: The file has no front matter. Begin it with a line \`---\`, \`content:\` with the \`component\` of the story, and another \`---\`."`,
	);
	expect(await complaint('./there-is-none')).toMatchInlineSnapshot(
		`"1: ./there-is-none: There is no such folder. Create it with a file space.yaml, or correct its path."`,
	);
	expect(await complaint(folder, '--host', '203.0.113.7', '--port', '0')).toMatchInlineSnapshot(
		`"1: This machine has no address 203.0.113.7. Use --host 127.0.0.1 or 0.0.0.0."`,
	);
	expect(await complaint(folder, '--port', 'x')).toMatchInlineSnapshot(
		`"2: --port needs a whole number from 0 to 65535."`,
	);
	expect(await complaint(folder, '--port', '65536')).toMatchInlineSnapshot(
		`"2: --port needs a whole number from 0 to 65535."`,
	);
	expect(await complaint(folder, '--port')).toMatchInlineSnapshot(
		`"2: Option '--port <value>' argument missing. slugline space --help lists the options."`,
	);
	expect(await complaint(folder, '--latency=-1')).toMatchInlineSnapshot(
		`"2: --latency needs a whole number from 0 to 600000."`,
	);
	expect(await complaint(folder, '--min-cache', 'new')).toMatchInlineSnapshot(
		`"2: --min-cache needs a whole number from 0 to 604800."`,
	);
	expect(await complaint(folder, '--watch')).toMatchInlineSnapshot(
		`"2: Unknown option '--watch'. slugline space --help lists the options."`,
	);
	expect(await complaint(folder, 'second')).toMatchInlineSnapshot(
		`"2: slugline space takes one folder, and got 2. Options start with --."`,
	);
});

test('help tells the commands and their options', async () => {
	expect((await slugline(['--help'])).said).toMatchInlineSnapshot(`
		"slugline <command>

		  space [folder]           Serves a folder of Markdown and YAML as a space, and watches it. The folder is ./space unless named.
		  pull [folder]            Writes a space into a folder that \`slugline space\` and Astro serve. The folder is ./space unless named.
		  rebuild --run <command>  Receives webhook calls and runs a command after each burst of them. Serves nothing else.
		  webhook create|show      Creates a webhook in the space, or shows one by its id, or all.
		  doctor [folder]          Looks at token, region, versions, languages, webhooks, links, Node and Astro; or at a folder that is built from.
		  verify                   Builds the site in this folder and checks every cached page. Fails where one is stale.

		slugline <command> --help lists its options."
	`);
	expect((await slugline([])).code).toBe(2);
	expect((await slugline(['space', '--help'])).said).toMatchInlineSnapshot(`
		"slugline space [folder]

		Serves a folder of Markdown and YAML as a space, and watches it. The folder is ./space unless named.

		  --port <number>     port to listen on; 4000 by default, 0 takes a free one
		  --host <address>    address to listen on; 127.0.0.1 by default, 0.0.0.0 for all
		  --allow-host <name> a name that it answers to, beside addresses and localhost; may be repeated
		  --edge              puts an edge in front that caches, as the service does
		  --min-cache <s>     Minimum Cache TTL of the tokens at that edge, in seconds; 0 by default
		  --rate-limit        refuses with 429 what exceeds the rates of the service
		  --latency <ms>      milliseconds before each answer
		  --quiet             does not log requests"
	`);
	expect((await slugline(['pull', '-h'])).said).toMatchInlineSnapshot(`
		"slugline pull [folder]

		Writes a space into a folder that \`slugline space\` and Astro serve. The folder is ./space unless named.

		  --token <token>     access token; a preview token pulls drafts too (or SLUGLINE_TOKEN)
		  --region <region>   eu (default), us, ca, ap or cn (or SLUGLINE_REGION)
		  --base-url <url>    another address of the service (or SLUGLINE_BASE_URL)
		  --overwrite         replaces also what was changed by hand since the last pull

		Again and again: only files that changed are written, and files of what is gone are removed.
		Files that a pull did not write stay as they are."
	`);
	expect(await slugline(['push'])).toMatchInlineSnapshot(`
		{
		  "code": 2,
		  "complained": "There is no command "push". slugline --help lists the commands.",
		  "said": "",
		}
	`);
});
