import { type Fields, isObject } from 'astro-keep/shared/json';
import { uuidForm } from 'astro-keep/shared/text/printable';
import { richTextOf, type StoryNames } from '../../../shared/rich-text/rich-text.js';
import { uuidOf } from '../files/digest.js';
import { withNumbers } from './rich-text-numbers.js';
import { fromShortForm } from './short-forms.js';

/** What the completion of content depends on. */
export interface ContentContext {
	/**
	 * The seed of `_uid`s: the story's uuid, so that they survive renames and are equal in all languages. Undefined for content that is
	 * only checked: the `_uid`s are most of the work.
	 */
	readonly seed: string | undefined;
	/** Fields of a component that may refer to stories by slug. */
	references(component: string): readonly string[];
	/** Fields of a component with Markdown text that is served as rich text. */
	richTexts(component: string): readonly string[];
	/** True if a story has this full slug. */
	has(slug: string): boolean;
	/** The uuid of the story with a slug. Throws if there is none. */
	resolve(slug: string, place: readonly PropertyKey[]): string;
}

type KeyPath = readonly (string | number)[];

/**
 * Completes one field of a story's content: expands short forms of links, assets, and rich text, adds `_uid`s
 * to bloks and the API's own fields to assets, story links, and SEO fields, and resolves slugs in reference
 * fields to uuids.
 *
 * @param component name of the blok that the field belongs to
 * @param blok the place of the blok in the content
 */
export function completeField(
	component: unknown,
	name: string,
	value: unknown,
	context: ContentContext,
	blok: KeyPath = [],
): unknown {
	const place = [...blok, name];
	if (typeof component !== 'string') return complete(value, place, context);
	const isMarkdown = typeof value === 'string' && context.richTexts(component).includes(name);
	const completed = isMarkdown ? richTextOf(value, namesAt(place, context)) : complete(value, place, context);
	return context.references(component).includes(name) ? resolveAll(completed, place, context) : completed;
}

/** Resolves story names at a place in the content. */
const namesAt = (place: KeyPath, { has, resolve }: ContentContext): StoryNames => ({
	has,
	resolve: (slug) => resolve(slug, place),
});

function complete(value: unknown, place: KeyPath, context: ContentContext): unknown {
	if (Array.isArray(value)) return value.map((item, index) => complete(item, [...place, index], context));
	if (!isObject(value)) return value;
	const written = fromShortForm(value, namesAt(place, context));
	if (written !== value) return complete(written, place, context);
	const kind = kindOf(value);
	const completed: Record<string, unknown> = {
		...(kind.hasUid && context.seed !== undefined ? { _uid: uidAt(context.seed, place) } : {}),
		...kind.defaults,
	};
	for (const [name, field] of Object.entries(value))
		completed[name] = completeField(value['component'], name, field, context, place);
	if (value['fieldtype'] === 'asset' && typeof completed.id === 'string' && /^\d+$/.test(completed.id)) {
		completed.id = Number(completed.id);
	}
	if (value['type'] === 'doc') Object.assign(completed, { content: withNumbers(completed['content']) });
	const target = linkedSlugOf(value);
	if (target !== undefined) completed.id = context.resolve(target, [...place, 'cached_url']);
	return completed;
}

/** The slug of a story link without a uuid. */
function linkedSlugOf({
	fieldtype,
	linktype = 'story',
	id = '',
	cached_url: slug,
}: Fields): string | undefined {
	const names = fieldtype === 'multilink' && linktype === 'story' && id === '';
	return names && typeof slug === 'string' && slug !== '' ? slug : undefined;
}

/** The `_uid` of the blok at a place in the content. The place of the content itself is empty. */
export const uidAt = (seed: string, place: KeyPath): string => uuidOf(`uid ${seed} ${place.join('.')}`);

function resolveAll(value: unknown, place: KeyPath, context: ContentContext): unknown {
	if (Array.isArray(value)) return value.map((item, index) => resolveAll(item, [...place, index], context));
	if (typeof value !== 'string' || value === '' || uuidForm.test(value)) return value;
	return context.resolve(value, place);
}

function kindOf(value: Fields): { hasUid: boolean; defaults: Fields } {
	if (value.fieldtype === 'asset') return { hasUid: false, defaults: asset };
	if (value.fieldtype === 'multilink') return { hasUid: false, defaults: multilink };
	const isSeo = typeof value.plugin === 'string' && /^seo[-_]metatags$/.test(value.plugin);
	if (isSeo) return { hasUid: true, defaults: seo };
	return { hasUid: typeof value.component === 'string' && value.component !== '', defaults: {} };
}

const emptyTexts = (...names: string[]): Fields => Object.fromEntries(names.map((name) => [name, '']));

const asset: Fields = {
	id: null,
	...emptyTexts('alt', 'name', 'focus', 'title', 'source', 'filename', 'copyright'),
	fieldtype: 'asset',
	meta_data: {},
};

const multilink: Fields = { id: '', url: '', linktype: 'story', fieldtype: 'multilink', cached_url: '' };

const seo: Fields = {
	title: '',
	plugin: 'seo_metatags',
	...emptyTexts('og_image', 'og_title', 'description', 'twitter_image', 'twitter_title'),
	...emptyTexts('og_description', 'twitter_description'),
};
