import { createManagementClient } from 'astro-slugline/management';
import { triggers } from 'astro-slugline/wire';
import { describe, expect, it } from 'vitest';
import { startService } from '../client/service.js';
import { serveSpace } from './service.js';
import { slugline } from './terminal.js';

const endpoint = 'https://hooks.example.org/rebuild?key=s3cret';

describe('slugline webhook create', () => {
	it('creates one for all 15 triggers, with a secret that is shown once, and reads it back equal', async () => {
		const { url, env } = await serveSpace();
		const args = ['webhook', 'create', '--endpoint', endpoint, '--generate-secret'];
		const { code, said, complained } = await slugline(args, { env });
		expect(complained).toBe('');
		expect(code).toBe(0);
		const secret = /[0-9a-f]{64}/.exec(said)?.[0] ?? '';
		expect(said.split(secret)).toHaveLength(2);
		expect(said.replace(secret, 'SECRET').replace(/\b\d{3,}\b/g, 'N')).toMatchInlineSnapshot(`
			"Created webhook 1 in space N.
			Its secret, which is shown only once: SECRET
			Set it as SLUGLINE_WEBHOOK_SECRET where the rebuild hook runs.
			1  Slugline rebuild  (active)
			    endpoint   https://hooks.example.org/rebuild?…
			    secret     set
			    actions    all 15"
		`);

		const management = createManagementClient({ token: 'oa-token', managementUrl: url });
		const [stored] = await management.webhooks.list(606);
		expect(stored).toMatchObject({ endpoint, actions: [...triggers], secret, activated: true });
		const shown = await slugline(['webhook', 'show', String(stored?.id)], { env });
		expect(shown.code).toBe(0);
		expect(shown.said).toContain('secret     set');
		expect(shown.said).not.toContain(secret);
		expect(shown.said).not.toContain('s3cret');
		expect((await slugline(['webhook', 'show'], { env })).said).toBe(shown.said);
	});

	it('uses a secret from the environment without showing it, and the given triggers', async () => {
		const { env } = await serveSpace();
		const args = ['webhook', 'create', '--endpoint', endpoint, '--actions', 'story.*, asset.replaced'];
		const more = ['--name', 'Mine', '--description', 'What it is for', '--inactive', '--space', '606'];
		const { code, said } = await slugline([...args, ...more], {
			env: { ...env, SLUGLINE_WEBHOOK_SECRET: 'stored-secret' },
		});
		expect(code).toBe(0);
		expect(said).not.toContain('stored-secret');
		expect(said).toContain('Mine  (disabled)');
		expect(said).toContain(
			'actions    story.published, story.unpublished, story.deleted, story.moved, asset.replaced',
		);
	});

	it('says that calls without a secret are refused', async () => {
		const { env } = await serveSpace();
		const { code, complained } = await slugline(['webhook', 'create', '--endpoint', endpoint], { env });
		expect(code).toBe(0);
		expect(complained).toMatchInlineSnapshot(
			`"The webhook has no secret, so its calls are not signed. The rebuild hook refuses them unless it accepts unsigned calls."`,
		);
	});

	it('reports values that the API stored differently', async () => {
		const stored = {
			id: 7,
			name: 'Slugline rebuild',
			endpoint,
			actions: ['story.published'],
			activated: false,
			space_id: 606,
		};
		const { url } = await startService(() => ({ body: { webhook_endpoint: stored } }));
		const args = ['webhook', 'create', '--endpoint', endpoint, '--generate-secret', '--space', '606'];
		const env = { SLUGLINE_MANAGEMENT_TOKEN: 'oa-token', SLUGLINE_MANAGEMENT_URL: url };
		const { code, complained } = await slugline(args, { env });
		expect(code).toBe(1);
		expect(complained).toMatchInlineSnapshot(
			`"The API stored the webhook with different values: actions, activated. Check webhook 7 in the space's settings."`,
		);
	});

	it('finds the space by the management token alone', async () => {
		const { env } = await serveSpace();
		const { SLUGLINE_TOKEN: _, ...rest } = env;
		const { code, said } = await slugline(['webhook', 'show'], { env: rest });
		expect([code, said]).toEqual([0, 'Space 606 has no webhooks.']);
	});
});

it('says what it needs', async () => {
	const said = await Promise.all(
		[
			'webhook',
			'webhook remove 7',
			'webhook create',
			'webhook create --endpoint hooks.example.org',
			'webhook create --endpoint https://hooks.example.org --actions story.saved',
			'webhook show seven',
			'webhook show',
			'webhook show --region eu --base-url https://a.example',
			'webhook show --secret x',
		].map(async (line) => {
			const { code, complained } = await slugline(line.split(' '));
			return `${code}: ${complained}`;
		}),
	);
	expect(said).toMatchInlineSnapshot(`
		[
		  "2: slugline webhook needs an action: create --endpoint <url>, show, or show <id>.",
		  "2: slugline webhook needs an action: create --endpoint <url>, show, or show <id>.",
		  "2: slugline webhook create needs an address to call, such as --endpoint https://….",
		  "2: slugline webhook create needs an address to call, such as --endpoint https://….",
		  "2: Unknown trigger "story.saved" in --actions. The triggers are story.published, story.unpublished, story.deleted, story.moved, datasource.entries_updated, asset.created, asset.replaced, asset.deleted, asset.restored, user.added, user.removed, user.roles_updated, stage.changed, pipeline.deployed, release.merged, discussion.created, discussion.comment_created, discussion.comment_updated, discussion.comment_deleted, discussion.resolved, and the families experiment.* and task.*.",
		  "2: Invalid webhook id "seven": it must be a number. slugline webhook show lists the webhooks.",
		  "2: slugline webhook needs a token that may manage the space. Set --management-token or SLUGLINE_MANAGEMENT_TOKEN.",
		  "2: --region and --base-url contradict each other. Use only one of them.",
		  "2: Unknown option '--secret'. --help lists the options.",
		]
	`);
});

it('an unknown token is reported in a sentence without it', async () => {
	const { env } = await serveSpace();
	const { code, complained } = await slugline(['webhook', 'show'], {
		env: { ...env, SLUGLINE_MANAGEMENT_TOKEN: 'wrong-token' },
	});
	expect(code).toBe(1);
	expect(complained).toContain('401');
	expect(complained).not.toContain('wrong-token');
});
