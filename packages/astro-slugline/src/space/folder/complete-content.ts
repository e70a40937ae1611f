import { uuidOf } from './digest.js';

/** What content is completed from. */
export interface ContentContext {
	/** What `_uid`s are made from: the story's uuid, so that they stay when it is renamed, and are the same in all languages. */
	readonly seed: string;
	/** Fields of a component that may name stories by slug. */
	references(component: string): readonly string[];
	/** The uuid of the story that a slug names; throws where there is none. */
	resolve(slug: string, place: readonly PropertyKey[]): string;
}

type Fields = Readonly<Record<string, unknown>>;
type Place = readonly (string | number)[];

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Completes one field of a story's content: bloks get their `_uid`, assets, story links and SEO fields what the service serves with them,
 * and slugs in reference fields become uuids.
 *
 * @param component - of the blok that the field belongs to
 */
export function completeField(
	component: string,
	name: string,
	value: unknown,
	context: ContentContext,
): unknown {
	const completed = complete(value, [name], context);
	return context.references(component).includes(name) ? resolveAll(completed, [name], context) : completed;
}

function complete(value: unknown, place: Place, context: ContentContext): unknown {
	if (Array.isArray(value)) return value.map((item, index) => complete(item, [...place, index], context));
	if (!isFields(value)) return value;
	const kind = kindOf(value);
	const references = typeof value.component === 'string' ? context.references(value.component) : [];
	const completed: Record<string, unknown> = {
		...(kind.hasUid ? { _uid: uidAt(context.seed, place) } : {}),
		...kind.defaults,
	};
	for (const [name, field] of Object.entries(value)) {
		const inner = complete(field, [...place, name], context);
		completed[name] = references.includes(name) ? resolveAll(inner, [...place, name], context) : inner;
	}
	if (value.fieldtype === 'asset' && typeof completed.id === 'string' && /^\d+$/.test(completed.id)) {
		completed.id = Number(completed.id);
	}
	const names = value.fieldtype === 'multilink' && completed.linktype === 'story' && completed.id === '';
	if (names && typeof completed.cached_url === 'string' && completed.cached_url !== '') {
		completed.id = context.resolve(completed.cached_url, [...place, 'cached_url']);
	}
	return completed;
}

/** The `_uid` of what stands at a place in the content; the story's own has an empty place. */
export const uidAt = (seed: string, place: Place): string => uuidOf(`uid ${seed} ${place.join('.')}`);

function resolveAll(value: unknown, place: Place, context: ContentContext): unknown {
	if (Array.isArray(value)) return value.map((item, index) => resolveAll(item, [...place, index], context));
	if (typeof value !== 'string' || value === '' || uuidShape.test(value)) return value;
	return context.resolve(value, place);
}

function kindOf(value: Fields): { hasUid: boolean; defaults: Fields } {
	if (value.fieldtype === 'asset') return { hasUid: false, defaults: asset };
	if (value.fieldtype === 'multilink') return { hasUid: false, defaults: multilink };
	const isSeo = typeof value.plugin === 'string' && /^seo[-_]metatags$/.test(value.plugin);
	if (isSeo) return { hasUid: true, defaults: seo };
	return { hasUid: typeof value.component === 'string' && value.component !== '', defaults: {} };
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const asset: Fields = {
	id: null,
	alt: '',
	name: '',
	focus: '',
	title: '',
	source: '',
	filename: '',
	copyright: '',
	fieldtype: 'asset',
	meta_data: {},
};

const multilink: Fields = { id: '', url: '', linktype: 'story', fieldtype: 'multilink', cached_url: '' };

const seo: Fields = {
	title: '',
	plugin: 'seo_metatags',
	og_image: '',
	og_title: '',
	description: '',
	twitter_image: '',
	twitter_title: '',
	og_description: '',
	twitter_description: '',
};
