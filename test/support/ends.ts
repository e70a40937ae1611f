/** How to end what a test file has started. */
const ends: (() => unknown)[] = [];

/** Ends something with the test file at hand, the latest thing first. What has ended by then must be able to end again. */
export function endWithFile(end: () => unknown): void {
	ends.push(end);
}

/** Ends everything, at the end of a test file. */
export async function endAll(): Promise<void> {
	const errors: unknown[] = [];
	for (const end of ends.splice(0).reverse())
		try {
			await end();
		} catch (error) {
			errors.push(error);
		}
	if (errors.length > 0) throw errors.length > 1 ? new AggregateError(errors) : errors[0];
}
