/** An error whose message says what happened and why. Each kind has a name of its own. */
export class HintedError extends Error {
	/** What to do about it, in one sentence. */
	readonly hint: string;

	constructor(message: string, hint: string, options?: ErrorOptions) {
		super(message, options);
		this.hint = hint;
	}
}

/** The same function, whose errors have no stack if they say what to do: readers have no use for the place in this package. */
export const withoutStacks =
	<Args extends unknown[], Result>(run: (...args: Args) => Result) =>
	(...args: Args): Result => {
		try {
			const result = run(...args);
			return result instanceof Promise ? (result.catch(rethrow) as Result) : result;
		} catch (error) {
			return rethrow(error);
		}
	};

function rethrow(error: unknown): never {
	if (error instanceof Error && 'hint' in error && error.hint) error.stack = '';
	throw error;
}
