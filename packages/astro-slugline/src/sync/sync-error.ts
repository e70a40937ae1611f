/** An error of the sync itself. Errors of the client are not wrapped. */
export class SyncError extends Error {
	override readonly name = 'SyncError';
	/** What to do about it. */
	readonly hint: string;

	constructor(message: string, hint: string, options?: ErrorOptions) {
		super(message, options);
		this.hint = hint;
	}
}
