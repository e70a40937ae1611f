/** What a command has of the world outside. */
export type Terminal = {
	/** One line to the standard output. */
	readonly say: (line: string) => void;
	/** One line to the error output. */
	readonly complain: (line: string) => void;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly fetch: typeof fetch;
	/** Asks the person at the terminal; undefined where nobody is there. */
	readonly prompts?: (() => Promise<Prompts>) | undefined;
	/** Fires when the user wants a command that runs on to stop. */
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
