/** Where the codes of errors are explained: the end of what Astro and the terminal print. */
export const moreAboutErrors = 'More: docs/errors.md of astro-slugline.';

/** An error that the reader of its message can cure. Each kind has a name of its own: its code in docs/errors.md. */
export class ExpectedError extends Error {
	/** Lets Astro print the name. */
	readonly type = 'AstroUserError';
}

/** An error whose message says what happened and why. */
export class HintedError extends ExpectedError {
	/** What to do about it, in one sentence. */
	readonly hint: string;

	constructor(message: string, hint: string, options?: ErrorOptions) {
		super(message, options);
		this.hint = hint;
	}
}

/** The same function, whose expected errors have no stack: their readers have no use for a place in this package. */
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
	// Astro's own class of errors is the other one that says what to do.
	if (error instanceof ExpectedError || (error instanceof Error && 'hint' in error)) error.stack = '';
	throw error;
}
