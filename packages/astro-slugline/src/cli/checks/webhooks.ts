import type { ManagementClient } from '../../client/management.js';
import type { WebhookEndpoint } from '../../wire/index.js';
import { managementTokenVariable } from '../management-access.js';
import { type Finding, good, open, words, wrong } from './finding.js';

/** Without these a published change may not reach the site. */
const needed = ['story.published', 'story.unpublished', 'story.deleted', 'story.moved'];

/** Does a webhook tell someone of changes, signed? */
export async function checkWebhooks(
	management: ManagementClient | null,
	spaceId: number | null,
): Promise<Finding[]> {
	if (!management || spaceId === null) {
		return [
			open(
				'Webhooks',
				'They were not looked at: that needs a token that may manage the space.',
				`Set ${managementTokenVariable}, or give --management-token.`,
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
				'The space has none, so nobody is told of a change.',
				'Create one: slugline webhook create --endpoint https://… --generate-secret.',
			),
		];
	}
	return alive.map(judge);
}

function judge(webhook: WebhookEndpoint): Finding {
	const name = `Webhook ${webhook.id} "${webhook.name}"`;
	if (!webhook.activated) {
		return open(
			'Webhooks',
			`${name} is switched off.`,
			'Switch it on in the settings of the space, if it is meant to work.',
		);
	}
	const missing = needed.filter((trigger) => !webhook.actions.includes(trigger));
	if (missing.length > 0) {
		return open(
			'Webhooks',
			`${name} is not told of ${missing.join(', ')}.`,
			'Add these triggers, unless it serves something else.',
		);
	}
	const { protocol, hostname } = URL.parse(webhook.endpoint) ?? { protocol: '', hostname: '' };
	if (/^(localhost|127\.|\[::1\])/.test(hostname)) {
		return wrong(
			'Webhooks',
			`${name} calls ${hostname}, which the service cannot reach.`,
			'Give it the public address of the rebuild hook.',
		);
	}
	if (protocol === 'http:') {
		return wrong(
			'Webhooks',
			`${name} calls an http address, where anyone on the way can read and repeat its calls.`,
			'Give it an https address.',
		);
	}
	if (webhook.secret === '' || webhook.secret === null || webhook.secret === undefined) {
		return open(
			'Webhooks',
			`${name} tells no secret, so its calls may be unsigned.`,
			'Give it a secret, the one that the rebuild hook knows.',
		);
	}
	return good('Webhooks', `${name} tells of changes to stories, signed.`);
}
