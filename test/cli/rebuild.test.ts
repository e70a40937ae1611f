import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bodyOf, headersOf } from '../rebuild/support/calls.js';
import { soon } from '../support/soon.js';
import { temporaryFolder } from '../support/test-folder.js';
import { serveSpace } from './service.js';
import { serve, slugline } from './terminal.js';

const secret = 'webhook-secret';

/** Runs `slugline rebuild` in a folder of its own until the test ends. */
async function receive(args: string[], env: Record<string, string> = {}) {
	const folder = await temporaryFolder();
	const home = process.cwd();
	process.chdir(folder);
	onTestFinished(() => process.chdir(home));
	const all = ['rebuild', '--port', '0', '--quiet-ms', '50', ...args];
	const served = await serve(all, /http:\/\/[\d.]+:\d+\//, { SLUGLINE_WEBHOOK_SECRET: secret, ...env });
	return { folder, ...served };
}

async function call(url: string, trigger: string, key: string | null = secret): Promise<number> {
	const body = bodyOf(trigger, { story_id: 1, full_slug: 'hello' });
	return (await fetch(url, { method: 'POST', body, headers: headersOf(trigger, body, { secret: key }) }))
		.status;
}

describe('slugline rebuild', () => {
	it('receives calls at any path, builds, and stops', async () => {
		const { url, folder, said, stop, code } = await receive(['--run', 'echo built >> log']);
		expect(await call(url, 'story.published')).toBe(202);
		expect(await call(`${url}some/path?x=1`, 'story.deleted')).toBe(202);
		expect(await call(url, 'story.published', 'guessed')).toBe(401);
		expect((await fetch(url)).status).toBe(405);
		// On a slow machine the second call comes while the first one is built.
		await soon(async () => {
			const builds = said.filter((line) => line.startsWith('Building after')).join();
			expect(builds).toContain('story.published');
			expect(builds).toContain('story.deleted');
			const count = said.filter((line) => line.startsWith('Done')).length;
			expect(builds.split('Building after')).toHaveLength(count + 1);
			expect(await readFile(join(folder, 'log'), 'utf8')).toBe('built\n'.repeat(count));
		});
		stop.abort();
		expect(await code).toBe(0);
		await expect(fetch(url)).rejects.toThrow();
	});

	it('accepts the old secret besides the new one', async () => {
		const { url } = await receive(['--run', 'true'], { SLUGLINE_WEBHOOK_SECRET_OLD: 'old' });
		expect(await call(url, 'user.added', 'old')).toBe(202);
		expect(await call(url, 'user.added', secret)).toBe(202);
	});

	it('accepts unsigned calls with --unsigned', async () => {
		const { url } = await receive(['--run', 'true', '--unsigned']);
		expect(await call(url, 'user.added', null)).toBe(202);
	});

	it('stops the build when it is stopped', async () => {
		const { url, folder, stop, code } = await receive(['--run', 'echo $$ > pid; sleep 600']);
		await call(url, 'story.published');
		const pid = await soon(async () => Number((await readFile(join(folder, 'pid'), 'utf8')).trim()));
		stop.abort();
		expect(await code).toBe(0);
		expect(() => process.kill(pid, 0)).toThrow();
	});

	it('receives calls from the embedded space, and builds nothing if the site is up to date', async () => {
		const { folder: home, space, env, url: service } = await serveSpace();
		const command = 'cp "$NEXT" dist/slugline.json; echo built >> log';
		process.env['NEXT'] = join(home, 'next.json');
		onTestFinished(() => {
			delete process.env['NEXT'];
		});
		const { folder, url, said } = await receive(['--run', `mkdir -p dist; ${command}`], env);
		const created = await slugline(['webhook', 'create', '--endpoint', url], {
			env: { ...env, SLUGLINE_WEBHOOK_SECRET: secret },
		});
		expect(created.code).toBe(0);
		await writeFile(join(home, 'hello.md'), '---\nname: Hello again\ncontent: { component: page }\n---\n');
		await space.refresh();
		const { space: now } = await (await fetch(`${service}/v2/cdn/spaces/me?token=pub-token`)).json();
		await writeFile(join(home, 'next.json'), JSON.stringify({ cv: null, spaceVersion: now.version }));
		await space.idle();
		await soon(async () => expect(await readFile(join(folder, 'log'), 'utf8')).toBe('built\n'));
		expect(await call(url, 'story.published')).toBe(202);
		await soon(() =>
			expect(said.at(-1)).toBe(`Nothing to build: the site already has version ${now.version} of the space.`),
		);
		expect(await readFile(join(folder, 'log'), 'utf8')).toBe('built\n');
	});
});

it('says what it needs', async () => {
	const said = await Promise.all(
		[
			[],
			['--run', ' '],
			['astro', 'build'],
			['--run', 'true'],
			['--run', 'true', '--port', 'http'],
			['--run', 'true', '--unsigned', '--actions', 'story.saved'],
			['--run', 'true', '--unsigned', '--poll-ms', '60000'],
			['--run', 'true', '--secret', 's3cret'],
		].map(async (args) => {
			const { code, complained } = await slugline(['rebuild', ...args]);
			return `${code}: ${complained}`;
		}),
	);
	expect(said).toMatchInlineSnapshot(`
		[
		  "2: slugline rebuild needs the command that builds the site: --run "astro build".",
		  "2: slugline rebuild needs the command that builds the site: --run "astro build".",
		  "2: slugline rebuild takes options only. Put a command of several words in quotes.",
		  "2: slugline rebuild needs the secret of the webhook. Without it, anyone could start builds. Set SLUGLINE_WEBHOOK_SECRET, or pass --unsigned.",
		  "2: --port must be a whole number from 0 to 65535.",
		  "2: \`story.saved\` is not a trigger of the service. Choose from story.published, story.unpublished, story.deleted, story.moved, datasource.entries_updated, asset.created, asset.replaced, asset.deleted, asset.restored, user.added, user.removed, user.roles_updated, stage.changed, pipeline.deployed, release.merged, or a family such as story.*.",
		  "2: --built and --poll-ms need the access token of the space, to read its version. Give it as --token or in SLUGLINE_TOKEN.",
		  "2: Unknown option '--secret'. --help lists the options.",
		]
	`);
});

it('reports that its port is in use', async () => {
	const { url } = await receive(['--run', 'true']);
	const args = ['rebuild', '--run', 'true', '--unsigned', '--port', new URL(url).port];
	const { code, complained } = await slugline(args);
	expect(code).toBe(1);
	expect(complained.replace(/\d+/, 'N')).toMatchInlineSnapshot(
		`"Port N is already in use. Stop the program that uses it, or choose another port with --port. 0 picks a free one."`,
	);
});
