import { z } from 'zod';
import { isObject } from '../shared/json.js';
import { uuidForm } from '../shared/uuid-form.js';
import type { Content } from '../wire/index.js';

/**
 * What a value is: one word, followed by the name for a blok and by the kind of a member for a list. Every
 * value of a kind fits the one TypeScript type of that kind.
 */
export type Kind = readonly [PlainKind] | readonly ['blok', string] | readonly ['list', ...string[]];

/** The kinds that consist of one word. */
export type PlainKind =
	| 'null'
	| 'boolean'
	| 'number'
	| 'text'
	/** The string `''`. */
	| 'empty'
	/** A string with a date, with or without a time. */
	| 'date'
	/** A string with a number. */
	| 'numeric'
	| 'uuid'
	| 'asset'
	| 'link'
	| 'richtext'
	| 'seo'
	| 'plugin'
	| 'table'
	/** Any other object. */
	| 'object'
	/** A list within a list. */
	| 'array';

const dateForm = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}(?::\d{2})?)?$/;
const numberForm = /^-?\d+(?:\.\d+)?$/;

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
