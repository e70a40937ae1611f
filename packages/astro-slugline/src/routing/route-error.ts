/** What keeps a route table from being made. The message says what and why, the hint what to do. */
export class RouteError extends Error {
	override readonly name = 'RouteError';
	readonly hint: string;

	constructor(message: string, hint: string) {
		super(message);
		this.hint = hint;
	}
}
