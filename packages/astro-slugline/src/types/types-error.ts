/** Thrown if types cannot be determined, or if content does not match them. */
export class TypesError extends Error {
	override readonly name = 'TypesError';
	/** What to do about it, in one sentence. */
	readonly hint: string;

	constructor(message: string, hint: string) {
		super(message);
		this.hint = hint;
	}
}
