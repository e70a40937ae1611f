import { record } from './tracking/index.js';

export { type Query, query } from './query/index.js';

/**
 * Marks the current page to be rendered in every build, for pages that read something that is not tracked, such as files or the
 * clock.
 *
 * @example
 * alwaysRender();
 * const builtAt = new Date();
 */
export function alwaysRender(): void {
	record('always', null);
}
