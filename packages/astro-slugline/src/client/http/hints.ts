import type { Fault } from './fault.js';

/** The usual cause of a fault and what to do about it, as one or two sentences. */
export function hintFor(fault: Fault, words: string): string {
	switch (fault.kind) {
		case 'status':
			return fault.role === 'delivery' ? deliveryHint(fault, words) : managementHint(fault);
		case 'network':
			return networkHint(fault, words);
		case 'timeout':
			return 'The service is too slow or hangs. Try again later, or give it longer with `timeoutMs`.';
		case 'cut':
			return 'Something between here and the service drops answers. Try again later; if it lasts, look at proxies on the way.';
		case 'too-large':
			return `No space answers with so much at once: check ${addressOptions(fault)}. If a story is that large, move parts of it into stories of their own, or ask for fewer at once with \`perPage\`.`;
		case 'not-json':
			return `This is probably not the address of the service: check ${addressOptions(fault)}.`;
		case 'redirect':
			return fault.elsewhere
				? `If your space is there, set \`${fault.role === 'delivery' ? 'baseUrl' : 'managementUrl'}\` to it; else check ${addressOptions(fault)}.`
				: `This may not be the address of the service: check ${addressOptions(fault)}.`;
	}
}

const addressOptions = ({ role }: Fault) =>
	role === 'delivery' ? '`region` and `baseUrl`' : '`region`, `managementUrl` and `authUrl`';

function deliveryHint(fault: Fault, words: string): string {
	const parameters = new URL(fault.url).searchParams;
	const { status = 0 } = fault;
	if (status === 401 || status === 403) {
		return parameters.get('version') === 'draft'
			? 'Drafts need a preview token: check that the token is one, and that it is of this space and region.'
			: 'Check the access token: it may be mistyped, deleted, or of another space or region.';
	}
	if (status === 404) {
		return fault.json
			? 'A token that is of another region is often answered like this: check `region` and `baseUrl`, then the token.'
			: `This is probably not the address of the service: check ${addressOptions(fault)}.`;
	}
	if (/per_?page/i.test(words))
		return 'Ask for less with `perPage`: at most 100 stories, or 1000 of the other lists.';
	return otherHint(status);
}

function managementHint(fault: Fault): string {
	const { status = 0 } = fault;
	if (status === 401 || status === 403) {
		return 'Check the token: the management interface takes a personal access token or an OAuth token of an owner or admin, not the access token of the delivery interface.';
	}
	if (status === 404) return `Check the space's id and the webhook's id, then ${addressOptions(fault)}.`;
	return otherHint(status);
}

function otherHint(status: number): string {
	if (status === 429)
		return 'Other programs may use up the rate limit of this space. Try again later, or lower `concurrency`.';
	if (status >= 500) return 'The fault is on the side of the service. Try again later.';
	return 'The service does not accept the request: check the query and its parameters.';
}

function networkHint(fault: Fault, words: string): string {
	const { host } = new URL(fault.url);
	if (/ENOTFOUND|EAI_AGAIN/.test(words))
		return `There is no host ${host}, or no network: check ${addressOptions(fault)}.`;
	if (/ECONNREFUSED/.test(words)) return `Nothing listens at ${host}: check ${addressOptions(fault)}.`;
	return `Check the network, then ${addressOptions(fault)}.`;
}
