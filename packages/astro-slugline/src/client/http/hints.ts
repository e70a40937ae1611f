import type { Fault } from './fault.js';

/** The usual cause of a fault and what to do about it, in one or two sentences. */
export function hintFor(fault: Fault, words: string): string {
	switch (fault.kind) {
		case 'status':
			return fault.role === 'delivery' ? deliveryHint(fault, words) : managementHint(fault);
		case 'network':
			return networkHint(fault, words);
		case 'timeout':
			return 'The API is too slow or hangs. Try again later, or increase `timeoutMs`.';
		case 'cut':
			return 'Something on the way drops responses. Try again later; if it persists, check the proxies in between.';
		case 'too-large':
			return `This is probably not the address of the API: check ${addressOptions(fault)}. If a story really is that large, split it, or lower \`perPage\`.`;
		case 'not-json':
			return `This is probably not the address of the API: check ${addressOptions(fault)}.`;
		case 'redirect':
			return fault.elsewhere
				? `If your space is there, set \`${fault.role === 'delivery' ? 'baseUrl' : 'managementUrl'}\` to it. If not, check ${addressOptions(fault)}.`
				: `This may not be the address of the API: check ${addressOptions(fault)}.`;
	}
}

const addressOptions = ({ role }: Fault) =>
	role === 'delivery' ? '`region` and `baseUrl`' : '`region`, `managementUrl`, and `authUrl`';

function deliveryHint(fault: Fault, words: string): string {
	const parameters = new URL(fault.url).searchParams;
	const { status = 0 } = fault;
	if (status === 401 || status === 403) {
		return parameters.get('version') === 'draft'
			? 'Drafts need a preview token: check that the token is one, and that it belongs to this space and region.'
			: 'Check the access token: it may be mistyped, deleted, or belong to another space or region.';
	}
	if (status === 404) {
		return fault.json
			? 'A token of another region often causes this: check `region` and `baseUrl`, then the token.'
			: `This is probably not the address of the API: check ${addressOptions(fault)}.`;
	}
	if (/per_?page/i.test(words))
		return 'Lower `perPage`: at most 100 for stories, or 1000 for the other lists.';
	return otherHint(status);
}

function managementHint(fault: Fault): string {
	const { status = 0 } = fault;
	if (status === 401 || status === 403) {
		return 'Check the token: the management API needs a personal access token or an OAuth token of an owner or admin, not an access token of the delivery API.';
	}
	if (status === 404) return `Check the space's id and the webhook's id, then ${addressOptions(fault)}.`;
	return otherHint(status);
}

function otherHint(status: number): string {
	if (status === 429)
		return 'Other programs may use up the rate limit of this space. Try again later, or lower `concurrency`.';
	if (status >= 500) return 'The API returned a server error. Try again later.';
	return 'The API rejected the request: check the query and its parameters.';
}

function networkHint(fault: Fault, words: string): string {
	const { host } = new URL(fault.url);
	if (/ENOTFOUND|EAI_AGAIN/.test(words))
		return `The host ${host} does not exist, or there is no network: check ${addressOptions(fault)}.`;
	if (/ECONNREFUSED/.test(words)) return `Nothing is listening at ${host}: check ${addressOptions(fault)}.`;
	return `Check the network, then ${addressOptions(fault)}.`;
}
