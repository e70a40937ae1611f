import { createHmac } from 'node:crypto';

export const secret = 'a secret of the webhook';

export interface CallOptions {
	/** The topic header. Defaults to the trigger; null leaves it out. */
	topic?: string | null;
	/** The secret to sign with; null leaves out the signature. */
	secret?: string | null;
	/** The signature to send, whatever the secret. */
	signature?: string;
}

export const sign = (body: string | Uint8Array, key = secret): string =>
	createHmac('sha1', key).update(body).digest('hex');

/** The body of a webhook call as the service sends it: the bare verb, and the fields of the trigger. */
export const bodyOf = (trigger: string, fields: Record<string, unknown> = {}): string =>
	JSON.stringify({
		text: `Something happened: ${trigger}\nhttps://app.example.org/#/stories`,
		action: trigger.split('.').at(-1),
		space_id: 606,
		...fields,
	});

export function headersOf(trigger: string, body: string, options: CallOptions = {}): Record<string, string> {
	const { topic = trigger, secret: key = secret, signature } = options;
	return {
		'content-type': 'application/json',
		...(topic === null ? {} : { 'x-storyblok-topic': topic }),
		...(signature === undefined ? {} : { 'webhook-signature': signature }),
		...(signature === undefined && key !== null ? { 'webhook-signature': sign(body, key) } : {}),
	};
}

/** A webhook call as a Request. */
export function call(
	trigger: string,
	fields: Record<string, unknown> = {},
	options: CallOptions = {},
): Request {
	const body = bodyOf(trigger, fields);
	return new Request('https://site.example/hook', {
		method: 'POST',
		headers: headersOf(trigger, body, options),
		body,
	});
}

/** A call for a published story with this id. */
export const published = (id = 1): Request =>
	call('story.published', { story_id: id, full_slug: `blog/story-${id}` });
