import type { ManagementClient } from '../../client/management.js';
import type { WebhookEndpoint } from '../../wire/index.js';
import { managementTokenVariable } from '../service/management.js';
import { type Finding, open, words, wrong } from './finding.js';

/** Without these triggers, a published change may not reach the site. */
const needed = ['story.published', 'story.unpublished', 'story.deleted', 'story.moved'];

/**
 * Checks that a webhook reports changes, signed.
 *
 * @param endpoint the address that one of them has to call
 * @param baseUrl of the API, which may be on this machine, too, as `slugline space` is
 */
export async function checkWebhooks(
	management: ManagementClient | null,
	spaceId: number | null,
	endpoint?: string,
	baseUrl = '',
): Promise<Finding[]> {
	if (!management || spaceId === null) {
		return [
			open(
				'Webhooks',
				'Not checked: this needs a token that can manage the space.',
				`Set ${managementTokenVariable} or --management-token.`,
			),
		];
	}
	let webhooks: WebhookEndpoint[];
	try {
		webhooks = await management.webhooks.list(spaceId);
	} catch (error) {
		return [
			open(
				'Webhooks',
				words(error),
				'Check the management token: it must belong to an owner or admin of the space.',
			),
		];
	}
	const alive = webhooks.filter((webhook) => !webhook.deleted_at);
	if (alive.length === 0) {
		return [
			wrong(
				'Webhooks',
				'The space has no webhook, so changes start no build.',
				'Create one: slugline webhook create --endpoint https://… --generate-secret.',
			),
		];
	}
	const isCalled = endpoint === undefined || alive.some((webhook) => webhook.endpoint === endpoint);
	const uncalled = () =>
		wrong(
			'Webhooks',
			`No webhook calls ${endpoint}, so changes purge no live page.`,
			'Create one with this address: slugline webhook create --endpoint https://… --generate-secret.',
		);
	const isLocal = localHost.test(URL.parse(baseUrl)?.hostname ?? '');
	return [...alive.map((webhook) => judge(webhook, isLocal)), ...(isCalled ? [] : [uncalled()])];
}

const localHost = /^(localhost|127\.|\[::1\])/;

function judge(webhook: WebhookEndpoint, isLocal: boolean): Finding {
	const { id, name, activated, actions, endpoint, secret } = webhook;
	const says = (state: Finding['state'], what: string, todo?: string): Finding => ({
		state,
		topic: 'Webhooks',
		what: `Webhook ${id} "${name}" ${what}`,
		todo,
	});
	if (!activated) return says('open', 'is disabled.', "Enable it in the space's settings, if you need it.");
	const missing = needed.filter((trigger) => !actions.includes(trigger));
	if (missing.length > 0) {
		const todo = 'Add them, unless the webhook has another purpose.';
		return says('open', `lacks the triggers ${missing.join(', ')}.`, todo);
	}
	const { protocol, hostname } = URL.parse(endpoint) ?? { protocol: '', hostname: '' };
	if (localHost.test(hostname) && !isLocal) {
		const todo = 'Set it to the public address of the rebuild hook.';
		return says('wrong', `calls ${hostname}, which the API cannot reach.`, todo);
	}
	if (protocol === 'http:' && !localHost.test(hostname)) {
		const what = 'calls an http address, so anyone on the way can read and repeat its calls.';
		return says('wrong', what, 'Set it to an https address.');
	}
	if (!secret) {
		const todo = 'Set its secret to that of the rebuild hook.';
		return says('open', 'shows no secret, so its calls may be unsigned.', todo);
	}
	return says('good', 'sends signed calls about changed stories.');
}
