import { HintedError } from '../shared/hinted-error.js';

/** Thrown when no route table can be built. The message says what happened and why, and the hint what to do. */
export class RouteError extends HintedError {
	override readonly name = 'RouteError';
}
