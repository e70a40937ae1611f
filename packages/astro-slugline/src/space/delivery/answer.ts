import type { Catalog, Reading } from './catalog.js';
import type { Parameters } from './parameters.js';

/** A delivery request with a valid token and version. */
export interface DeliveryRequest {
	readonly parameters: Parameters;
	readonly version: Reading['version'];
	readonly catalog: Catalog;
}

/** The body of a response with status 200, and additional headers. */
export interface Answer {
	readonly body: unknown;
	readonly headers?: Readonly<Record<string, string>>;
}
