/** Thrown when no route table can be built. The message says what happened and why, and the hint what to do. */
export class RouteError extends Error {
	override readonly name = 'RouteError';
	readonly hint: string;

	constructor(message: string, hint: string) {
		super(message);
		this.hint = hint;
	}
}
