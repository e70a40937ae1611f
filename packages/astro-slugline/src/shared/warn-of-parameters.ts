import { deliveryEndpoint, deliveryEndpoints, unknownParameters } from './delivery-parameters.js';
import { nearest } from './named.js';

/**
 * Warns of parameters that the endpoint of a request does not have, with the one that was probably meant. The request is sent
 * as it is, because the API may have a parameter that this package does not know.
 */
export function warnOfParameters(url: string, notice: (topic: string, sentence: string) => void): void {
	const { pathname, searchParams } = new URL(url);
	const [, path = ''] = pathname.split('/v2/cdn/');
	const endpoint = deliveryEndpoint(path.split('/').filter((segment) => segment !== ''));
	if (endpoint === undefined) return;
	for (const name of unknownParameters(endpoint, searchParams.keys())) {
		const meant = nearest(name, deliveryEndpoints[endpoint]);
		const advice = meant ? `Did you mean \`${meant}\`?` : 'Check its name.';
		notice(
			`${endpoint} ${name}`,
			`\`cdn/${endpoint}\` has no parameter \`${name}\`, so the API may refuse the request. ${advice}`,
		);
	}
}
