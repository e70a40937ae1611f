/** Where the hook logs what it does. Astro's logger has this shape. */
export interface Logger {
	info(line: string): void;
	warn(line: string): void;
	error(line: string): void;
}

/** Logs to the console. */
export const consoleLogger: Logger = {
	info: (line) => console.log(`[slugline] ${line}`),
	warn: (line) => console.warn(`[slugline] ${line}`),
	error: (line) => console.error(`[slugline] ${line}`),
};
