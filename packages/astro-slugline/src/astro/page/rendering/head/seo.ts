import type { Seo } from '../../../../wire/index.js';
import type { AssetLike } from '../../assets/index.js';

/** What is read of the SEO plugin's field. */
export type SeoField = { [Field in keyof Omit<Seo, '_uid' | 'plugin'>]?: string | null | undefined };

/** The name by which the SEO plugin's fields are known. */
const plugin = 'seo_metatags';

/** The SEO plugin's field in a story's content, the nearest to the top if there are several. */
export function findSeo(content: unknown): SeoField | undefined {
	let level: unknown[] = [content];
	while (level.length > 0) {
		const objects = level.filter((value): value is object => typeof value === 'object' && value !== null);
		const found = objects.find(
			(value) => Object.hasOwn(value, 'plugin') && Reflect.get(value, 'plugin') === plugin,
		);
		if (found) return found;
		level = objects.flatMap((value) => Object.values(value));
	}
	return undefined;
}

/** A text that says something; editors leave fields empty, or with spaces in them. */
export const textOf = (...values: unknown[]): string | undefined =>
	values.find((value): value is string => typeof value === 'string' && value.trim() !== '')?.trim();

/** The first image that is one. */
export const imageField = (...values: AssetLike[]): AssetLike =>
	values.find((value) => textOf(typeof value === 'string' ? value : value?.filename) !== undefined);
