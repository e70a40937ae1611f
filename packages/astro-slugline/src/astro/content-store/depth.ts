import { AstroError } from 'astro/errors';

/** Levels of objects and lists. Astro's store walks entries by recursion, which ends in an overflow at about half as much again. */
const deepest = 1000;

/**
 * Refuses an entry that Astro's store could not hold.
 *
 * @throws {AstroError} if the data is nested more than 1,000 levels deep
 */
export function refuseTooDeep({ id, data }: { id: string; data: unknown }): void {
	if (!isDeeper(data, deepest)) return;
	throw new AstroError(
		`The content of \`${id}\` is nested more than ${deepest} levels deep, which Astro's content store cannot hold.`,
		'Look at its rich text and its bloks in the editor: such content is broken, or was written by a program.',
	);
}

function isDeeper(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (levels === 0) return true;
	for (const inner of Array.isArray(value) ? value : Object.values(value))
		if (isDeeper(inner, levels - 1)) return true;
	return false;
}
