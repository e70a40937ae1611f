import { isFunction, isObject, missingPart, type Test } from 'astro-keep/shared/missing-part';
import type { Style } from './find-page.js';

/** The parts of Astro's render of a page that depend on the page's route. They are not part of the documented interface. */
export interface AstroRender {
	styles: Set<Style>;
	partial: boolean;
	componentMetadata: ReadonlyMap<string | undefined, { containsHead: boolean; propagation: string }>;
	createAstro(props: unknown, slots: unknown): object;
	/** Astro 6 does not have `routeHasPropagation`. */
	_metadata: { headInTree: boolean; routeHasPropagation?: boolean };
}

const isBoolean: Test = (value) => typeof value === 'boolean';

const renderShape: Record<string, Test> = {
	styles: (value) => value instanceof Set,
	partial: isBoolean,
	componentMetadata: (value) => value instanceof Map,
	createAstro: isFunction,
	_metadata: isObject,
	'_metadata.headInTree': isBoolean,
	'_metadata.routeHasPropagation': (value) => value === undefined || isBoolean(value),
};

/**
 * Astro's render of a page, which preview changes.
 *
 * @throws {Error} if this version of Astro has another one: the page would be shown without its styles, or with the address of preview
 */
export function checkedRender(result: object): AstroRender {
	const missing = missingPart(result, renderShape);
	if (missing === undefined) return result as AstroRender;
	throw new Error(
		`Preview cannot render pages with this version of Astro, because \`${missing}\` of its render is missing or different. Use the Astro version that worked before, and update astro-slugline.`,
	);
}
