import { type AssetLike, findAsset, imageAddress, isTransformable, servedAddress } from '../assets/index.js';
import { notice, PageError } from '../data/index.js';
import { liveReads } from '../live/index.js';
import { type LiveStoryEntry, routeOf, type StoryEntry, type StoryLike } from '../paths/index.js';

type Described = 'title' | 'description';

/** A field of the SEO plugin, with the properties that this package reads. */
export type SeoField = {
	[Field in Described | `${'og' | 'twitter'}_${Described | 'image'}`]?: string | null | undefined;
};

/** An entry, with the properties that the head of its page needs. */
export interface HeadEntry extends LiveStoryEntry, Partial<StoryEntry> {
	data: StoryLike & { name: string; content: object; first_published_at?: string | null | undefined };
}

/** Values for the head of a page that replace or complete those of the story. */
export interface HeadOptions {
	/** Title of the page. @default the SEO field's title, or else the story's name */
	title?: string | undefined;
	/** Template of the whole title, with `%s` for the page's title. @example '%s · Stillwater' */
	titleTemplate?: string | undefined;
	/** Description of the page. @default the SEO field's description, if it has one */
	description?: string | undefined;
	/** Image for link previews, if the SEO field has none. */
	image?: AssetLike;
	/** Name of the site, for link previews. */
	siteName?: string | undefined;
	/** Open Graph type of the page. @default 'website' */
	type?: 'website' | 'article' | undefined;
	/** True for a page that search engines should not list. @default false */
	noindex?: boolean | undefined;
	/** The SEO field. @default the field of the plugin `seo_metatags` that is nearest to the top of the content */
	seo?: SeoField | null | undefined;
	/** Address of the site, `Astro.site`. */
	site?: URL | undefined;
	/** Address of the page, `Astro.url`, for warnings. */
	page?: URL | undefined;
}

/** The elements of a head. */
export interface Head {
	title: string;
	/** Attributes of each `<meta>`. */
	meta: Record<string, string>[];
	/** Attributes of each `<link>`. */
	links: Record<string, string>[];
}

/**
 * The head of a story's page for search engines and link previews: title, description, canonical address, all languages, and
 * Open Graph. Addresses must be absolute; without `site` in astro.config they are left out, and a warning says so.
 *
 * @example
 * const { title, meta, links } = headOf(story, { site: Astro.site, titleTemplate: '%s · Stillwater' });
 */
export function headOf(story: HeadEntry, options: HeadOptions = {}): Head {
	if (!story?.data)
		throw new PageError(
			`\`<StoryHead>\` was given no story${options.page ? ` on the page ${options.page.pathname}` : ''}.`,
			'Pass an entry of a collection that stories() loads: `<StoryHead story={story} />`.',
		);
	const { site, type = 'website' } = options;
	const seo = options.seo ?? findSeo(story.data.content) ?? {};
	const route = routeOf(story);
	// A page on which another language stands in shows what that language's own page shows.
	const canonical = route?.isFallback ? (routeOf(story.data) ?? route) : route;
	const own = firstText(options.title, seo.title, story.data.name) ?? '';
	const title = options.titleTemplate?.replaceAll('%s', () => own) ?? own;
	const description = firstText(options.description, seo.description);
	const image = previewOf(imageField(seo.og_image, options.image), options);
	const twitterImage = previewOf(imageField(seo.twitter_image), options);
	if (canonical && !site) {
		notice(
			'`site` is missing in astro.config, so pages name no canonical and alternate addresses, which must be absolute, and link previews have no address. Set it to the address of the site.',
		);
	}
	const absolute = (href: string) => (site ? new URL(href, liveReads()?.origin() ?? site).href : undefined);
	const link = (href: string, attributes: Record<string, string>) => {
		const address = absolute(href);
		return address === undefined ? [] : [{ ...attributes, href: address }];
	};
	const property = (name: string, content: string | undefined) =>
		content ? [{ property: name, content }] : [];
	const named = (name: string, content: string | undefined) => (content ? [{ name, content }] : []);
	const published = type === 'article' ? firstText(story.data.first_published_at) : undefined;
	return {
		title,
		meta: [
			...named('description', description),
			...named('robots', options.noindex ? 'noindex' : undefined),
			...property('og:site_name', firstText(options.siteName)),
			...property('og:type', type),
			...property('og:title', firstText(seo.og_title, own)),
			...property('og:description', firstText(seo.og_description, description)),
			...property('og:url', canonical && absolute(canonical.href)),
			...property('og:image', image?.src),
			...property('og:image:width', image?.width?.toString()),
			...property('og:image:height', image?.height?.toString()),
			...property('article:published_time', published),
			...named('twitter:card', image || twitterImage ? 'summary_large_image' : 'summary'),
			...named('twitter:title', firstText(seo.twitter_title)),
			...named('twitter:description', firstText(seo.twitter_description)),
			...named('twitter:image', twitterImage?.src),
		],
		links: [
			...(canonical && !options.noindex ? link(canonical.href, { rel: 'canonical' }) : []),
			...(route?.alternates ?? []).flatMap(({ hreflang, href }) =>
				link(href, { rel: 'alternate', hreflang }),
			),
		],
	};
}

/** The size of images in link previews, in pixels. */
const preview = { width: 1200, height: 630 };

/** An image for link previews, with an absolute address, cropped to their size if it is larger. */
function previewOf(
	asset: AssetLike,
	{ site, page }: HeadOptions,
): { src: string; width?: number | undefined; height?: number | undefined } | undefined {
	const path = page?.pathname;
	const found = findAsset(asset, path);
	if (!found) return undefined;
	const { address, field, isPrivate } = found;
	const { width = 0, height = 0 } = address;
	const isLarge = width >= preview.width && height >= preview.height;
	const isCropped = isLarge && !isPrivate && isTransformable(address);
	const href = isCropped
		? imageAddress(address, { ...preview, format: 'jpeg', focus: field.focus })
		: address.href;
	const served = servedAddress(found, href, isCropped ? 'jpg' : address.extension, path);
	if (!site && served.startsWith('/')) return undefined;
	const src = site ? new URL(served, site).href : served;
	return { src, ...(isCropped ? preview : { width: address.width, height: address.height }) };
}

/** The description of a story in its SEO field. */
export const descriptionOf = ({ data }: HeadEntry): string | undefined =>
	firstText(findSeo(data.content)?.description);

/** The SEO plugin's field in a story's content. If there are several, the one nearest to the top. */
function findSeo(content: unknown): SeoField | undefined {
	let level: unknown[] = [content];
	while (level.length > 0) {
		const objects = level.filter((value): value is object => typeof value === 'object' && value !== null);
		const found = objects.find(
			(value) => Object.hasOwn(value, 'plugin') && Reflect.get(value, 'plugin') === 'seo_metatags',
		);
		if (found) return found;
		level = objects.flatMap((value) => Object.values(value));
	}
	return undefined;
}

/** The first value that is text and not blank, trimmed. */
const firstText = (...values: unknown[]): string | undefined =>
	values.find((value): value is string => typeof value === 'string' && value.trim() !== '')?.trim();

/** The first asset that has a file. */
const imageField = (...values: AssetLike[]): AssetLike =>
	values.find((value) => firstText(typeof value === 'string' ? value : value?.filename) !== undefined);
