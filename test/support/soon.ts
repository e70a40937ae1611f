import { vi } from 'vitest';

/** What a check gives as soon as it does not throw, on a machine that does other things, too. */
export const soon = <T>(check: () => T | Promise<T>): Promise<T> =>
	vi.waitFor(check, { timeout: 60_000, interval: 20 });
