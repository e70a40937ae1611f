import { randomBytes } from 'node:crypto';
import type { ManagementClient } from '../client/management.js';
import {
	discussionTriggers,
	isEditingTrigger,
	type NewWebhookEndpoint,
	triggers,
	type WebhookEndpoint,
} from '../wire/index.js';
import { command, type OptionTable, type Values } from './read-options.js';
import {
	findSpace,
	managementOptions,
	managementTokenVariable,
	namedSpace,
	openManagement,
} from './service/management.js';
import { readService, serviceOptions } from './service/options.js';
import { type Terminal, UsageError } from './terminal.js';

const options = {
	endpoint: ['<url>', 'address to call'],
	name: ['<name>', 'name of the webhook (default: "Slugline rebuild")'],
	description: ['<text>', 'description of the webhook'],
	actions: [
		'<list>',
		'triggers, such as story.*,asset.replaced (default: all 15 about content, users, and releases)',
	],
	'generate-secret': ['', 'generate a secret and show it once'],
	inactive: ['', 'create it disabled'],
	...managementOptions,
	...serviceOptions,
} as const satisfies OptionTable;

/** `slugline webhook`: creates webhook endpoints in a space, and shows them. */
export const webhook = command({
	usage: 'webhook create|show',
	summary: 'Creates a webhook in the space, or shows one by its id, or all.',
	examples: [
		'slugline webhook create --endpoint https://hooks.example.org/ --generate-secret',
		'slugline webhook show [id]',
	],
	options,
	notes: ['Without --generate-secret the secret is read from SLUGLINE_WEBHOOK_SECRET.'],
	async run({ values, positionals }, terminal) {
		const [what, id, ...more] = positionals;
		if (
			(what !== 'create' && what !== 'show') ||
			more.length > 0 ||
			(what === 'create' && id !== undefined)
		) {
			throw new UsageError('slugline webhook needs an action: create --endpoint <url>, show, or show <id>.');
		}
		const wanted = what === 'create' ? readWanted(values, terminal) : null;
		if (id !== undefined && !/^\d{1,15}$/.test(id)) {
			throw new UsageError(
				`Invalid webhook id "${id}": it must be a number. slugline webhook show lists the webhooks.`,
			);
		}
		const webhookId = id === undefined ? undefined : Number(id);
		const service = readService(values, terminal);
		const named = namedSpace(values.space, terminal);
		const management = openManagement(values, service, named, terminal);
		if (!management) {
			throw new UsageError(
				`slugline webhook needs a token that may manage the space. Set --management-token or ${managementTokenVariable}.`,
			);
		}
		const spaceId = await findSpace(named, service, management, terminal);
		if (wanted) return create(management, spaceId, wanted, terminal);
		const found =
			webhookId === undefined
				? await management.webhooks.list(spaceId)
				: [await management.webhooks.get(spaceId, webhookId)];
		if (found.length === 0) terminal.say(`Space ${spaceId} has no webhooks.`);
		for (const each of found) show(each, terminal);
		return 0;
	},
});

interface Wanted {
	webhook: NewWebhookEndpoint;
	/** True if the secret was generated here and must be shown. */
	isNewSecret: boolean;
}

function readWanted(values: Values<typeof options>, { env }: Terminal): Wanted {
	const { endpoint } = values;
	if (!endpoint || !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
		throw new UsageError('slugline webhook create needs an address to call, such as --endpoint https://….');
	}
	const isNewSecret = values['generate-secret'] ?? false;
	const secret = isNewSecret ? randomBytes(32).toString('hex') : env['SLUGLINE_WEBHOOK_SECRET'] || undefined;
	return {
		isNewSecret,
		webhook: {
			name: values.name || 'Slugline rebuild',
			endpoint,
			actions: readActions(values.actions),
			activated: !values.inactive,
			...(values.description === undefined ? {} : { description: values.description }),
			...(secret === undefined ? {} : { secret }),
		},
	};
}

/** Expands a list of triggers, in which `story.*` stands for a family. */
function readActions(list: string | undefined): NewWebhookEndpoint['actions'] {
	if (list === undefined) return [...triggers];
	const patterns = list.split(',').map((each) => each.trim());
	const all = [...triggers, ...discussionTriggers];
	const matches = (trigger: string, pattern: string) =>
		pattern === trigger || (pattern.endsWith('.*') && trigger.startsWith(pattern.slice(0, -1)));
	const named = patterns.filter(isEditingTrigger);
	const unknown = patterns.find(
		(pattern) => !isEditingTrigger(pattern) && !all.some((trigger) => matches(trigger, pattern)),
	);
	if (unknown !== undefined) {
		throw new UsageError(
			`Unknown trigger "${unknown}" in --actions. The triggers are ${all.join(', ')}, and the families experiment.* and task.*.`,
		);
	}
	const found = all.filter((trigger) => patterns.some((pattern) => matches(trigger, pattern)));
	return [...new Set([...found, ...named])];
}

async function create(
	management: ManagementClient,
	spaceId: number,
	{ webhook, isNewSecret }: Wanted,
	terminal: Terminal,
): Promise<number> {
	const created = await management.webhooks.create(spaceId, webhook);
	// Printed before anything else can fail, because the secret cannot be shown again.
	terminal.say(`Created webhook ${created.id} in space ${spaceId}.`);
	if (isNewSecret) {
		terminal.say(`Its secret, which is shown only once: ${webhook.secret}`);
		terminal.say('Set it as SLUGLINE_WEBHOOK_SECRET where the rebuild hook runs.');
	} else if (webhook.secret === undefined) {
		terminal.complain(
			'The webhook has no secret, so its calls are not signed. The rebuild hook refuses them unless it accepts unsigned calls.',
		);
	}
	const read = await management.webhooks.get(spaceId, created.id);
	show(read, terminal);
	const problems = [...new Set([...differences(webhook, created), ...differences(webhook, read)])];
	if (created.id !== read.id) problems.push('id');
	if (problems.length === 0) return 0;
	terminal.complain(
		`The API stored the webhook with different values: ${problems.join(', ')}. Check webhook ${created.id} in the space's settings.`,
	);
	return 1;
}

/**
 * The fields in which a webhook differs from the requested one. A field that the API does not return counts
 * as equal.
 */
function differences(wanted: NewWebhookEndpoint, found: WebhookEndpoint): string[] {
	const sorted = (actions: readonly string[]) => [...new Set(actions)].sort().join();
	const isEqual = {
		name: found.name === wanted.name,
		endpoint: found.endpoint === wanted.endpoint,
		actions: sorted(found.actions) === sorted(wanted.actions),
		activated: found.activated === wanted.activated,
		description: !wanted.description || !found.description || found.description === wanted.description,
		secret: !wanted.secret || !found.secret || found.secret === wanted.secret,
		deleted_at: !found.deleted_at,
	};
	return Object.entries(isEqual).flatMap(([name, equal]) => (equal ? [] : [name]));
}

/** Prints everything but the secret. */
function show(webhook: WebhookEndpoint, { say }: Terminal): void {
	const state = webhook.deleted_at
		? `deleted ${webhook.deleted_at}`
		: webhook.activated
			? 'active'
			: 'disabled';
	const missing = triggers.filter((trigger) => !webhook.actions.includes(trigger));
	const all = missing.length === 0 && webhook.actions.length === triggers.length;
	say(`${webhook.id}  ${webhook.name}  (${state})`);
	if (webhook.description) say(`    ${webhook.description}`);
	say(`    endpoint   ${hidden(webhook.endpoint)}`);
	say(`    secret     ${webhook.secret ? 'set' : 'not returned'}`);
	say(`    actions    ${all ? `all ${triggers.length}` : webhook.actions.join(', ')}`);
}

/** An address without its possibly secret parts. */
function hidden(endpoint: string): string {
	const url = URL.parse(endpoint);
	if (!url) return endpoint;
	return `${url.origin}${url.pathname}${url.search ? '?…' : ''}`;
}
