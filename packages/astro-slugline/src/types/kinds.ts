import { isObject } from 'astro-keep/shared/json';
import { uuidForm } from 'astro-keep/shared/text/printable';
import { z } from 'zod';
import type { Content } from '../wire/index.js';

/**
 * What a value is: one word, followed by the name for a blok and by the kind of a member for a list. Every
 * value of a kind fits the one TypeScript type of that kind.
 */
export type Kind = readonly [PlainKind] | readonly ['blok', string] | readonly ['list', ...string[]];

/** The types of the kinds that consist of one word, as TypeScript. */
const plainTypes = {
	null: 'null',
	boolean: 'boolean',
	number: 'number',
	text: 'string',
	/** The string `''`. */
	empty: 'string',
	/** A string with a date, with or without a time. */
	date: 'string',
	/** A string with a number. */
	numeric: 'string',
	uuid: 'Uuid',
	asset: 'AssetField',
	link: 'LinkField',
	richtext: 'RichTextField',
	seo: 'SeoField',
	plugin: 'PluginField',
	table: 'TableField',
	/** Any other object. */
	object: 'Record<string, unknown>',
	/** A list within a list. */
	array: 'unknown[]',
};

export const typesOfKinds: Readonly<Record<string, string>> = plainTypes;

type PlainKind = keyof typeof plainTypes;

const dateForm = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}(?::\d{2})?)?$/;
const numberForm = /^-?\d+(?:\.\d+)?$/;

/** The fields of an object that are texts, each of them possibly missing or null. */
const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, z.string().nullish()]));

const asset = z.looseObject({
	fieldtype: z.literal('asset').optional(),
	id: z.union([z.number(), z.string()]).nullish(),
	...texts('filename', 'alt', 'name', 'focus', 'title', 'source', 'copyright'),
	meta_data: z.record(z.string(), z.unknown()).nullish(),
	is_private: z.union([z.boolean(), z.literal('')]).nullish(),
	is_external_url: z.boolean().nullish(),
});

const link = z.looseObject({
	fieldtype: z.literal('multilink'),
	...texts('linktype', 'id', 'url', 'cached_url', 'email', 'anchor', 'target', 'rel', 'title'),
});

const seoTexts = ['title', 'description', 'og_image', 'twitter_image'].concat(
	['og', 'twitter'].flatMap((site) => [`${site}_title`, `${site}_description`]),
);

const seo = z.looseObject({
	plugin: z.string().regex(/seo|meta/i),
	...Object.fromEntries(['_uid', ...seoTexts].map((name) => [name, z.string().optional()])),
});

const cells = z.array(z.looseObject({ value: z.string().optional() }));
const table = z.looseObject({
	thead: cells,
	tbody: z.array(z.looseObject({ body: cells.optional() })),
});

/** True for an object that is a blok: it has a `component` and an `_uid`. */
export const isBlok = (value: unknown): value is Content =>
	isObject(value) && typeof value['component'] === 'string' && typeof value['_uid'] === 'string';

/** The kind of a value. A list has the kind `array`. */
export function kindOf(value: unknown): Kind {
	if (value === null || value === undefined) return ['null'];
	if (typeof value === 'boolean') return ['boolean'];
	if (typeof value === 'number') return ['number'];
	if (typeof value === 'string') return [textKind(value)];
	if (Array.isArray(value)) return ['array'];
	if (!isObject(value)) return ['object'];
	return objectKind(value);
}

function textKind(value: string): PlainKind {
	if (value === '') return 'empty';
	if (value.length > 36) return 'text';
	if (uuidForm.test(value)) return 'uuid';
	if (dateForm.test(value)) return 'date';
	return numberForm.test(value) ? 'numeric' : 'text';
}

function objectKind(value: Record<string, unknown>): Kind {
	const { fieldtype, type, plugin, thead } = value;
	if (isLikeAsset(value) && asset.safeParse(value).success) return ['asset'];
	if (fieldtype === 'multilink' && link.safeParse(value).success) return ['link'];
	if (thead && table.safeParse(value).success) return ['table'];
	if (typeof plugin === 'string') return [seo.safeParse(value).success ? 'seo' : 'plugin'];
	if (isBlok(value)) return ['blok', value.component];
	if (
		type === 'doc' &&
		(value['content'] === null || value['content'] === undefined || isNodes(value['content']))
	)
		return ['richtext'];
	return ['object'];
}

/** The members of a multi-asset field have no `fieldtype`. */
const isLikeAsset = (value: Record<string, unknown>): boolean =>
	value['fieldtype'] === 'asset' ||
	(['fieldtype', 'component', 'plugin'].every((name) => value[name] === undefined) &&
		typeof value['filename'] === 'string' &&
		'id' in value);

const isNodes = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);
