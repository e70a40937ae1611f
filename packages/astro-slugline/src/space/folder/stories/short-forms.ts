import type { Fields } from 'astro-keep/shared/json';
import { linkTargetOf } from '../../../shared/rich-text/link-target.js';
import { richTextOf, type StoryNames } from '../../../shared/rich-text/rich-text.js';

/** The keys that each short form may have. A map with other keys is ordinary content. */
const names = {
	link: new Set(['link', 'anchor', 'target', 'title', 'rel']),
	asset: new Set(['asset', 'alt', 'title', 'name', 'focus', 'source', 'copyright']),
	richtext: new Set(['richtext']),
};

export const shortForms = ['link', 'asset', 'richtext'] as const;

/** True if a map with these keys is a short form of this kind. */
export const isShortForm = (kind: keyof typeof names, found: readonly string[]): boolean =>
	found.includes(kind) && found.every((name) => names[kind].has(name));

/**
 * Expands the short form of a link, an asset, or rich text to the API's form. Any other value is returned
 * unchanged.
 *
 * @example
 * fromShortForm({ link: 'blog/hello' }, stories); // a link to the story with that full slug
 * fromShortForm({ link: 'https://example.com', target: '_blank' }, stories);
 * fromShortForm({ asset: '/images/boat.jpg', alt: 'A boat' }, stories);
 * fromShortForm({ richtext: 'A *boat* and its [times](blog/hello)' }, stories);
 */
export function fromShortForm(value: Fields, stories: StoryNames): Fields {
	const { link, asset, richtext, ...rest } = value;
	const found = Object.keys(value);
	if (typeof link === 'string' && isShortForm('link', found))
		return { fieldtype: 'multilink', ...linkTo(link, stories), ...rest };
	if (typeof asset === 'string' && isShortForm('asset', found))
		return { fieldtype: 'asset', filename: asset, ...rest };
	if (typeof richtext === 'string' && isShortForm('richtext', found))
		return { ...richTextOf(richtext, stories) };
	return value;
}

function linkTo(written: string, { has }: StoryNames): Fields {
	const target = linkTargetOf(written, has);
	if (target.linktype !== 'story') return { ...target };
	const { linktype, slug, anchor } = target;
	return { linktype, cached_url: slug, ...(anchor !== undefined && { anchor }) };
}
