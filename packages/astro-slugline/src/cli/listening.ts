import { errorCode } from 'astro-keep/shared/error-code';

/**
 * Starts a server. If it cannot listen, throws an error that says why.
 *
 * @param start starts to listen, and rejects with the error of Node's server
 * @param option what sets the port
 */
export async function listening<T>(
	port: number,
	host: string,
	start: () => Promise<T>,
	option = '--port',
): Promise<T> {
	try {
		return await start();
	} catch (error) {
		const noAddress = `This machine has no address ${host}. Use --host 127.0.0.1 or 0.0.0.0.`;
		const sentence = {
			EADDRINUSE: `Port ${port} is already in use. Stop the program that uses it, or choose another port with ${option}. 0 picks a free one.`,
			EACCES: `You are not allowed to use port ${port}. Choose one above 1023 with ${option}.`,
			EADDRNOTAVAIL: noAddress,
			ENOTFOUND: noAddress,
		}[String(errorCode(error))];
		throw sentence === undefined ? error : new Error(sentence);
	}
}

/** Resolves when the user stops the command. */
export const stopped = (signal: AbortSignal): Promise<void> =>
	new Promise((resolve) => {
		if (signal.aborted) resolve();
		else signal.addEventListener('abort', () => resolve(), { once: true });
	});
