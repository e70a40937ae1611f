/** A sync that cannot go on for a reason of its own; what the client threw passes through as it is. */
export class SyncError extends Error {
	override readonly name = 'SyncError';
	/** What to do about it, in a sentence. */
	readonly hint: string;

	constructor(message: string, hint: string, options?: ErrorOptions) {
		super(message, options);
		this.hint = hint;
	}
}
