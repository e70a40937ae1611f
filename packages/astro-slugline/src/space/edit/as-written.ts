import { type Fields, isObject } from 'astro-keep/shared/json';
import { uuidForm } from 'astro-keep/shared/text/printable';
import { trimSlashes } from 'astro-keep/shared/text/slashes';
import { linkTargetOf } from '../../shared/rich-text/link-target.js';
import { markdownOf, type StorySlugs } from '../../shared/rich-text/markdown-of.js';
import { meaningOf } from '../../shared/rich-text/meaning.js';
import { richTextOf } from '../../shared/rich-text/rich-text.js';
import type { NamedFields, SpaceModel } from '../model/space-model.js';

/** What the spelling of a file's content depends on. */
export interface Spelling extends StorySlugs {
	/** True if content is served as it is written. */
	readonly verbatim: boolean;
	/** True if the file states the `_uid`s of its bloks. */
	readonly hasUids: boolean;
	/** Fields of a component, as `space.yaml` lists them. */
	fieldsOf(component: unknown): NamedFields;
}

/** The fields of a component, as `space.yaml` names them. */
export const namedFieldsOf = ({ contentTypes }: SpaceModel, component: unknown): NamedFields =>
	contentTypes.get(String(component)) ?? {};

/** The spelling of a story's file. */
export function spellingOf(head: string, verbatim: boolean, model: SpaceModel): Spelling {
	const slugs = new Map(model.stories.map(({ uuid, draft }) => [uuid, trimSlashes(draft.fullSlug)]));
	const uuids = new Map([...slugs].map(([uuid, slug]) => [slug, uuid]));
	return {
		verbatim,
		hasUids: verbatim || /(?:^|[\s{,'"])_uid['"]?:/.test(head),
		fieldsOf: (component) => namedFieldsOf(model, component),
		has: (slug) => uuids.has(slug),
		resolve: (slug) => uuids.get(slug) ?? '',
		slugOf: (uuid) => (typeof uuid === 'string' ? slugs.get(uuid) || undefined : undefined),
	};
}

/**
 * A value that the API returns, as people write it: stories by slug, rich text as Markdown, links and assets in their short form, and bloks without
 * `_uid` if the file states none.
 *
 * @param component name of the blok that the field belongs to
 */
export function asWritten(value: unknown, component: unknown, name: string, spelling: Spelling): unknown {
	if (spelling.verbatim) return value;
	if (Array.isArray(value)) return value.map((item) => asWritten(item, component, name, spelling));
	if (
		typeof value === 'string' &&
		uuidForm.test(value) &&
		spelling.fieldsOf(component).references?.includes(name)
	)
		return spelling.slugOf(value) ?? value;
	if (!isObject(value)) return value;
	const text = value['type'] === 'doc' ? markdownOf(value, spelling) : undefined;
	if (text !== undefined)
		return spelling.fieldsOf(component).richtext?.includes(name) ? text : { richtext: text };
	const short = shortLink(value, spelling) ?? shortAsset(value);
	if (short) return short;
	const isBlok = typeof value['component'] === 'string';
	return Object.fromEntries(
		Object.entries(value)
			.filter(([key, field]) => field !== undefined && !(key === '_uid' && isBlok && !spelling.hasUids))
			.map(([key, field]) => [key, asWritten(field, value['component'], key, spelling)]),
	);
}

const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(isObject(value) && Object.keys(value).length === 0);

/** The fields of a value that are not empty. */
const filled = (value: Fields): Fields =>
	Object.fromEntries(Object.entries(value).filter(([, field]) => !isEmpty(field)));

/** Markdown for another one, in which blocks that say the same stay as they are written, and others have its signs. */
export function keepBlocks(written: string, next: string, spelling: Spelling): string {
	const meaning = (text: string) => meaningOf(richTextOf(text, spelling));
	const blocks = new Map(written.split(/\n{2,}/).map((text) => [meaning(text), text.trim()]));
	const like = markdownOf(richTextOf(next, spelling), spelling, written) ?? next;
	const texts = like.split('\n\n').map((block) => blocks.get(meaning(block)) ?? block);
	const same = texts.join('\n\n') + written.slice(written.trimEnd().length);
	return meaning(same) === meaning(next) ? same : next;
}

/** The short form of a link. Undefined if it is no link, or has more than the short form can say. */
function shortLink(value: Fields, { slugOf, has }: Spelling): Fields | undefined {
	const {
		fieldtype,
		linktype = 'story',
		id,
		url,
		email,
		cached_url: _,
		anchor,
		target,
		...more
	} = filled(value);
	const { title, rel, ...rest } = more;
	if (fieldtype !== 'multilink' || Object.keys(rest).length > 0) return undefined;
	const slug = slugOf(id);
	const story = slug === undefined ? undefined : slug + (anchor === undefined ? '' : `#${anchor}`);
	const link = linktype === 'story' ? story : linktype === 'email' ? `mailto:${email ?? ''}` : (url ?? '');
	if (typeof link !== 'string' || (linktype !== 'story' && anchor !== undefined)) return undefined;
	if (linkTargetOf(link, has).linktype !== linktype) return undefined;
	return { link, ...filled({ target: target === '_self' ? undefined : target, title, rel }) };
}

/** The short form of an asset. Undefined if it is no asset, or has more than the short form can say. */
function shortAsset(value: Fields): Fields | undefined {
	const { fieldtype, filename, alt, title, name, focus, source, copyright, ...rest } = filled(value);
	if (fieldtype !== 'asset' || Object.keys(rest).length > 0) return undefined;
	return { asset: filename ?? '', ...filled({ alt, title, name, focus, source, copyright }) };
}
