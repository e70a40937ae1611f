import { errorCode } from '../shared/error-code.js';

/**
 * Starts a server. If it cannot listen, throws an error that says why.
 *
 * @param start starts to listen, and rejects with the error of Node's server
 */
export async function listening<T>(port: number, host: string, start: () => Promise<T>): Promise<T> {
	try {
		return await start();
	} catch (error) {
		const code = errorCode(error);
		if (code === 'EADDRINUSE') {
			throw new Error(
				`Port ${port} is already in use. Stop the program that uses it, or choose another port with --port. 0 picks a free one.`,
			);
		}
		if (code === 'EACCES')
			throw new Error(`You are not allowed to use port ${port}. Choose one above 1023 with --port.`);
		if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
			throw new Error(`This machine has no address ${host}. Use --host 127.0.0.1 or 0.0.0.0.`);
		}
		throw error;
	}
}

/** Resolves when the user stops the command. */
export const stopped = (signal: AbortSignal): Promise<void> =>
	new Promise((resolve) => {
		if (signal.aborted) resolve();
		else signal.addEventListener('abort', () => resolve(), { once: true });
	});
