import { always, record } from '../tracking/index.js';

/**
 * Says that the page that is being rendered must be rendered in every build: for pages that read what nobody can see,
 * such as files, the environment or the clock.
 *
 * @example
 * alwaysRender();
 * const builtAt = new Date();
 */
export function alwaysRender(): void {
	record(always);
}
