/** Types that cannot be had, or content that does not fit them. */
export class TypesError extends Error {
	override readonly name = 'TypesError';
	/** What to do about it, in a sentence. */
	readonly hint: string;

	constructor(message: string, hint: string) {
		super(message);
		this.hint = hint;
	}
}
