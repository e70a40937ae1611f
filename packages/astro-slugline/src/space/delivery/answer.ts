import type { Catalog, Reading } from './catalog.js';
import type { Parameters } from './parameters.js';

/** A delivery request whose token and version were found good. */
export interface DeliveryRequest {
	readonly parameters: Parameters;
	readonly version: Reading['version'];
	readonly catalog: Catalog;
}

/** The body of an answer with status 200, and headers of its own. */
export interface Answer {
	readonly body: unknown;
	readonly headers?: Readonly<Record<string, string>>;
}
