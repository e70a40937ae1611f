/** Milliseconds between two lines that say the same, because visitors cause them. */
const intervalMs = 60_000;

const last = new Map<string, number>();

/** Logs why visitors do not see what they should, once in a while. */
export function warn(what: string, error?: unknown): void {
	const now = performance.now();
	if (now - (last.get(what) ?? Number.NEGATIVE_INFINITY) < intervalMs) return;
	last.set(what, now);
	console.warn(`[astro-slugline] ${what}${error === undefined ? '' : `: ${wordsOf(error)}`}`);
}

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
