import { AstroError } from 'astro/errors';
import { isDeeper } from '../../shared/json.js';

/** Maximum levels of objects and lists. Astro's store walks entries recursively and overflows the stack at about 1,500. */
const maxDepth = 1000;

/**
 * Rejects an entry that is nested too deep for Astro's store.
 *
 * @throws {AstroError} if the data is nested more than 1,000 levels deep
 */
export function refuseTooDeep({ id, data }: { id: string; data: unknown }): void {
	if (!isDeeper(data, maxDepth)) return;
	throw new AstroError(
		`The content of \`${id}\` is nested more than ${maxDepth} levels deep, which Astro's content store does not support.`,
		'Check its rich text and its bloks in the editor. Content this deep is usually damaged, or was written by a program.',
	);
}
