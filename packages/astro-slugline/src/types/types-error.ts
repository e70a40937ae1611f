import { HintedError } from '../shared/hinted-error.js';

/** Thrown if types cannot be determined, or if content does not match them. */
export class TypesError extends HintedError {
	override readonly name = 'TypesError';
}
