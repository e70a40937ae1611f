/** Where the hook says what it does. Astro's logger fits. */
export interface Logger {
	info(line: string): void;
	warn(line: string): void;
	error(line: string): void;
}

/** One line each on the console. */
export const consoleLogger: Logger = {
	info: (line) => console.log(`[slugline] ${line}`),
	warn: (line) => console.warn(`[slugline] ${line}`),
	error: (line) => console.error(`[slugline] ${line}`),
};
