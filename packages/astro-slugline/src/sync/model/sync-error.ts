import { HintedError } from '../../shared/hinted-error.js';

/** An error of the sync itself. Errors of the client are not wrapped. */
export class SyncError extends HintedError {
	override readonly name = 'SyncError';
}
