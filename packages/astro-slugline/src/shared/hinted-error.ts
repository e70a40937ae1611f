/** An error whose message says what happened and why. Each kind has a name of its own. */
export class HintedError extends Error {
	/** What to do about it, in one sentence. */
	readonly hint: string;

	constructor(message: string, hint: string, options?: ErrorOptions) {
		super(message, options);
		this.hint = hint;
	}
}
