/**
 * Starts a server, and says in a sentence why it cannot listen.
 *
 * @param start begins to listen; rejects with the error of Node's server
 */
export async function listening<T>(port: number, host: string, start: () => Promise<T>): Promise<T> {
	try {
		return await start();
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? error.code : undefined;
		if (code === 'EADDRINUSE') {
			throw new Error(
				`Port ${port} is in use. Stop what uses it, or take another with --port; 0 takes a free one.`,
			);
		}
		if (code === 'EACCES')
			throw new Error(`Port ${port} may not be used by you. Take one above 1023 with --port.`);
		if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
			throw new Error(`This machine has no address ${host}. Use --host 127.0.0.1 or 0.0.0.0.`);
		}
		throw error;
	}
}

/** Resolves when the command is to stop. */
export const stopped = (signal: AbortSignal): Promise<void> =>
	new Promise((resolve) => {
		if (signal.aborted) resolve();
		else signal.addEventListener('abort', () => resolve(), { once: true });
	});
