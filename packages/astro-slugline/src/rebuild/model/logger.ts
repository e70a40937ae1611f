/** Where the hook logs what it does. Astro's logger has this shape. */
export interface Logger {
	/** Logs what the hook did. */
	info(line: string): void;
	/** Logs what someone should look at, such as a refused call. */
	warn(line: string): void;
	/** Logs a failure. */
	error(line: string): void;
}

/** Logs to the console. */
export const consoleLogger: Logger = {
	info: (line) => console.log(`[slugline] ${line}`),
	warn: (line) => console.warn(`[slugline] ${line}`),
	error: (line) => console.error(`[slugline] ${line}`),
};
