import { z } from 'zod';
import type { Content } from '../wire/index.js';

/**
 * What a value is: one word, for a blok its name after it, for a list its members' kinds one by one.
 * Each kind has one type in TypeScript that every value of the kind fits.
 */
export type Kind = readonly [PlainKind] | readonly ['blok', string] | readonly ['list', ...string[]];

/** The kinds that need no further word. */
export type PlainKind =
	| 'null'
	| 'boolean'
	| 'number'
	| 'text'
	/** The text `''`. */
	| 'empty'
	/** A text that is a date, with or without a time of day. */
	| 'date'
	/** A text that is a number. */
	| 'numeric'
	| 'uuid'
	| 'asset'
	| 'link'
	| 'richtext'
	| 'seo'
	| 'plugin'
	| 'table'
	/** An object of no known form. */
	| 'object'
	/** A list in a list. */
	| 'array';

const dateForm = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}(?::\d{2})?)?$/;
const numberForm = /^-?\d+(?:\.\d+)?$/;
const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const text = z.string().nullish();
const attributes = z.record(z.string(), z.unknown()).nullish();

const asset = z.looseObject({
	fieldtype: z.literal('asset').optional(),
	id: z.union([z.number(), z.string()]).nullish(),
	filename: text,
	alt: text,
	name: text,
	focus: text,
	title: text,
	source: text,
	copyright: text,
	meta_data: attributes,
	is_private: z.union([z.boolean(), z.literal('')]).nullish(),
	is_external_url: z.boolean().nullish(),
});

const link = z.looseObject({
	fieldtype: z.literal('multilink'),
	linktype: text,
	id: text,
	url: text,
	cached_url: text,
	email: text,
	anchor: text,
	target: text,
	rel: text,
	title: text,
});

const seo = z.looseObject({
	plugin: z.string().regex(/seo|meta/i),
	_uid: z.string().optional(),
	title: z.string().optional(),
	description: z.string().optional(),
	og_title: z.string().optional(),
	og_description: z.string().optional(),
	og_image: z.string().optional(),
	twitter_title: z.string().optional(),
	twitter_description: z.string().optional(),
	twitter_image: z.string().optional(),
});

const cells = z.array(z.looseObject({ value: z.string().optional() }));
const table = z.looseObject({
	thead: cells,
	tbody: z.array(z.looseObject({ body: cells.optional() })),
});

/** True for an object that is a blok: it has a `component` and an `_uid`. */
export const isBlok = (value: unknown): value is Content =>
	isObject(value) && typeof value['component'] === 'string' && typeof value['_uid'] === 'string';

/** True for an object that is no list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The kind of a value that is no list. */
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

/** Fields of several assets have members that do not say what they are. */
const isLikeAsset = (value: Record<string, unknown>): boolean =>
	value['fieldtype'] === 'asset' ||
	(['fieldtype', 'component', 'plugin'].every((name) => value[name] === undefined) &&
		typeof value['filename'] === 'string' &&
		'id' in value);

const isNodes = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);
