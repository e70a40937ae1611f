/** The outside world, as a command sees it. */
export type Terminal = {
	/** Prints a line to standard output. */
	readonly say: (line: string) => void;
	/** Prints a line to standard error. */
	readonly complain: (line: string) => void;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly fetch: typeof fetch;
	/** Opens prompts for the person at the terminal. Undefined without one. */
	readonly prompts?: (() => Promise<Prompts>) | undefined;
	/** Aborts when the user stops a long-running command. */
	readonly signal: AbortSignal;
};

/** Questions to the person at the terminal. Each rejects with a `UsageError` if they give up. */
export type Prompts = {
	readonly choose: (
		message: string,
		choices: readonly (readonly [value: string, label: string])[],
	) => Promise<string>;
	/** Does not show what is typed. */
	readonly secret: (message: string) => Promise<string>;
	readonly text: (message: string, initial?: string) => Promise<string>;
	/** No, unless they say yes. */
	readonly confirm: (message: string) => Promise<boolean>;
};

/** A command of `slugline`. */
export type Command = {
	/** What follows `slugline`, such as `space [folder]`. */
	readonly usage: string;
	/** One line for the list of commands. */
	readonly summary: string;
	/** Calls of the command, as lines. */
	readonly examples?: readonly string[];
	/** Each option with its value, as one types them, and what it does. */
	readonly options: readonly (readonly [option: string, does: string])[];
	/** What else there is to know, as lines. */
	readonly notes?: readonly string[];
	/** Runs the command and resolves to the exit code. A `UsageError` is printed as one sentence. */
	readonly run: (args: readonly string[], terminal: Terminal) => Promise<number>;
};

/** Invalid arguments, which the user can correct. The message is a complete sentence. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}
