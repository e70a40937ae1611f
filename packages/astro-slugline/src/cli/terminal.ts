/** What a command has of the world outside. */
export type Terminal = {
	/** One line to the standard output. */
	readonly say: (line: string) => void;
	/** One line to the error output. */
	readonly complain: (line: string) => void;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly fetch: typeof fetch;
	/** Fires when the user wants a command that runs on to stop. */
	readonly signal: AbortSignal;
};

/** A command of `slugline`. */
export type Command = {
	/** Behind `slugline`, as in `space [folder]`. */
	readonly usage: string;
	/** One line for the list of commands. */
	readonly summary: string;
	/** Lines that explain each option. */
	readonly options: readonly string[];
	/** Does it, and resolves to the exit code. A `UsageError` becomes one sentence. */
	readonly run: (args: readonly string[], terminal: Terminal) => Promise<number>;
};

/** Something in the arguments that the user can put right. The message is a whole sentence. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}
