/** Milliseconds after which the service is asked again whether it has a newer snapshot. */
const windowMs = 2000;

/** Answers that a process keeps, so that memory is bounded whatever visitors ask for. */
const maxAnswers = 1000;

/** A time in which the snapshot counts as known. */
interface Window {
	until: number;
	/** The snapshot, from the first answer in this time. */
	cv: Promise<number | null>;
	hasFailed?: boolean;
}

/** What was read last by a key. */
interface Kept {
	/** The snapshot that it is of, or the window in which that was unknown; undefined if the read failed. */
	of: number | Window | undefined;
	answer: Promise<unknown>;
	/** The last answer that was good: this one, or an older one. */
	lastGood?: { value: unknown } | undefined;
}

/**
 * Joins equal reads while they run, and keeps answers as long as the service serves the snapshot that they came from.
 *
 * @param probe asks the service for its current snapshot
 * @param onStale called for each reader that gets an older answer because the service failed
 */
export function createSnapshots(probe: () => Promise<number | null>, onStale: (error: unknown) => void) {
	const kept = new Map<string, Kept>();
	let current: Window | undefined;

	/** Asks for the snapshot. Until the answer, readers keep a window that has failed, so that nobody waits for a service that hangs. */
	function open(): Window {
		const opened: Window = { until: performance.now() + windowMs, cv: probe() };
		const failed = current?.hasFailed ? current : undefined;
		if (failed) failed.until = Number.POSITIVE_INFINITY;
		else current = opened;
		opened.cv.then(
			() => {
				if (failed && current === failed) current = opened;
			},
			() => {
				opened.hasFailed = true;
				opened.until = performance.now() + windowMs;
				// Also in place of a later one that is not answered yet.
				current = opened;
			},
		);
		return opened;
	}

	function windowNow(): Window {
		if (current && performance.now() < current.until) return current;
		const opened = open();
		return current ?? opened;
	}

	function join(key: string, of: number | Window, ask: () => Promise<unknown>): Promise<unknown> {
		const last = kept.get(key);
		if (last?.of === of) return last.answer;
		const now: Kept = { of, answer: ask(), lastGood: last?.lastGood };
		kept.delete(key);
		kept.set(key, now);
		const [oldest] = kept.keys();
		if (kept.size > maxAnswers && oldest !== undefined) kept.delete(oldest);
		now.answer.then(
			(value) => {
				now.lastGood = { value };
			},
			() => {
				now.of = undefined;
			},
		);
		return now.answer;
	}

	return {
		/**
		 * Reads something once for all that ask for it at the same time.
		 *
		 * @param key stands for what is read
		 * @param ask reads it from a snapshot
		 * @throws {Error} of `ask`, if there is no older answer
		 */
		async read<Value>(key: string, ask: (cv: number | undefined) => Promise<Value>): Promise<Value> {
			const window = windowNow();
			try {
				const cv = await window.cv;
				return (await join(key, cv ?? window, () => ask(cv ?? undefined))) as Value;
			} catch (error) {
				const lastGood = kept.get(key)?.lastGood;
				if (!lastGood) throw error;
				onStale(error);
				return lastGood.value as Value;
			}
		},
		/** The snapshot that the service serves now, for this and the following reads. */
		renew: (): Promise<number | null> => open().cv,
		/** Ends the current window, so that the next read asks for the snapshot. */
		end() {
			current = undefined;
		},
	};
}
