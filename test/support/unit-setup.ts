import { afterAll, vi } from 'vitest';

// Files of unit tests share a process, since starting one takes as long as most of them do. They share neither modules nor what a
// file has replaced. A file that changes the working directory or the environment of the process puts it back itself.

vi.resetModules();

afterAll(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
	vi.unstubAllEnvs();
	vi.unstubAllGlobals();
});
