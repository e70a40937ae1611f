import type { AssetLike } from '../../assets/index.js';

type Described = 'title' | 'description';

/** A field of the SEO plugin, with the properties that this package reads. */
export type SeoField = {
	[Field in Described | `${'og' | 'twitter'}_${Described | 'image'}`]?: string | null | undefined;
};

/** The plugin name in fields of the SEO plugin. */
const plugin = 'seo_metatags';

/** The SEO plugin's field in a story's content. If there are several, the one nearest to the top. */
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

/** The first value that is text and not blank, trimmed. */
export const firstText = (...values: unknown[]): string | undefined =>
	values.find((value): value is string => typeof value === 'string' && value.trim() !== '')?.trim();

/** The first asset that has a file. */
export const imageField = (...values: AssetLike[]): AssetLike =>
	values.find((value) => firstText(typeof value === 'string' ? value : value?.filename) !== undefined);
