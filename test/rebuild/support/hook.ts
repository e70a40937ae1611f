import {
	createRebuildHook,
	type Logger,
	type RebuildEvent,
	type RebuildHookOptions,
	type Target,
} from 'astro-slugline/rebuild';
import { createStorage, type Storage } from 'unstorage';
import { onTestFinished } from 'vitest';
import { secret } from './calls.js';
import { createTestClock, type TestClock } from './clock.js';

export interface CollectingLogger extends Logger {
	lines: string[];
}

export function collectLines(): CollectingLogger {
	const lines: string[] = [];
	const add = (line: string) => {
		lines.push(line);
	};
	return { lines, info: add, warn: add, error: add };
}

/** A target that records its builds, which take a given time. */
export interface TestTarget {
	(event: RebuildEvent): Promise<void>;
	builds: { event: RebuildEvent; began: number; ended: number | null; failed: boolean }[];
	/** Whether builds fail. */
	fails: boolean;
}

export function createTarget(clock: TestClock, ms = 0): TestTarget {
	const builds: TestTarget['builds'] = [];
	const target: TestTarget = Object.assign(
		async (event: RebuildEvent) => {
			const build: TestTarget['builds'][number] = { event, began: clock.now(), ended: null, failed: false };
			builds.push(build);
			if (ms > 0) await clock.sleep(ms);
			build.ended = clock.now();
			build.failed = target.fails;
			if (target.fails) throw new Error('The disk is full.');
		},
		{ builds, fails: false },
	);
	return target;
}

/** A hook in test time, on a storage in memory, closed when the test ends. */
export function createTestHook(
	options: Partial<RebuildHookOptions> & { storage?: Storage; clock?: TestClock } = {},
	buildMs = 0,
) {
	const clock = options.clock ?? createTestClock();
	const logger = collectLines();
	const target = createTarget(clock, buildMs);
	const storage = options.storage ?? createStorage();
	const hook = createRebuildHook({
		secrets: [secret],
		targets: [target],
		logger,
		clock,
		...options,
		storage,
	});
	onTestFinished(() => hook.close());
	return { hook, clock, logger, target, storage };
}

/** A receiver in real time with short times, closed when the test ends. */
export function createReceiver(storage: Storage, target: Target, options: Partial<RebuildHookOptions> = {}) {
	const logger = collectLines();
	const hook = createRebuildHook({
		...{ secrets: [secret], targets: [target], storage, logger, quietMs: 100, leaseMs: 1000 },
		...options,
	});
	onTestFinished(() => hook.close());
	return { hook, logger };
}
