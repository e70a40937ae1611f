import { nearest } from 'astro-keep/shared/text/named';
import { type Definitions, valueless } from './components-file.js';
import { listType } from './infer.js';
import { type Kind, kindOf } from './kinds.js';

/** The values that a field may have, as TypeScript types and as a check. */
export interface DefinedField {
	types: readonly string[];
	/** Names of the bloks that it may contain. Undefined for fields that contain no bloks. */
	bloks?: readonly string[] | undefined;
	/** What it must be, for messages. @example 'text' */
	what: string;
	fits(value: unknown): boolean;
	/** True if the editor stores `''` while the field is empty. */
	emptyText?: boolean;
}

export type Form = Pick<DefinedField, 'types' | 'what' | 'fits' | 'emptyText'>;

const textKinds = ['text', 'empty', 'date', 'numeric', 'uuid'];
export const isOf =
	(...kinds: readonly string[]) =>
	(value: unknown) =>
		kinds.includes(kindOf(value)[0] satisfies Kind[0]);

export const text: Form = { types: ['string'], what: 'text', fits: isOf(...textKinds) };
const isDate = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const asset: Form = { types: ['AssetField'], what: 'an asset', fits: isOf('asset') };

/** By the type of a field. */
export const forms: Readonly<Record<string, Form>> = {
	text,
	textarea: text,
	markdown: text,
	image: text,
	file: text,
	number: { types: ['number', 'string'], what: 'a number', fits: isOf('numeric', 'number', 'empty') },
	datetime: { ...text, what: 'a date', fits: (value) => value === '' || isDate(value) },
	boolean: { types: ['boolean'], what: 'true or false', fits: isOf('boolean') },
	asset,
	multiasset: listOf(asset, 'a list of assets'),
	multilink: { types: ['LinkField'], what: 'a link', fits: isOf('link') },
	richtext: { types: ['RichTextField'], what: 'rich text', fits: isOf('richtext'), emptyText: true },
	table: { types: ['TableField'], what: 'a table', fits: isOf('table') },
};

/** Other plugins can store any JSON. */
export const anything: Form = { types: ['unknown'], what: 'anything', fits: () => true };

export function listOf({ types, fits }: Form, what: string): Form {
	return { types: [listType(types)], what, fits: (value) => Array.isArray(value) && value.every(fits) };
}

const types = [...Object.keys(forms), 'bloks', 'option', 'options', 'custom', ...valueless];

/** A sentence for each field whose type is missing, or is probably another one. Other unknown types are plugins. */
export const uncheckedFields = (definitions: Definitions, path: string): string[] =>
	[...definitions].flatMap(([name, { fields }]) =>
		[...fields].flatMap(([field, { type }]) => {
			const meant = types.includes(type) ? undefined : nearest(type, types);
			if (type !== '' && meant === undefined) return [];
			const what = type === '' ? 'no `type`' : `the unknown type \`${type}\``;
			const advice = meant === undefined ? 'Add it.' : `Did you mean \`${meant}\`?`;
			return `${path}: The field \`${field}\` of \`${name}\` has ${what}, so its content is not checked. ${advice}`;
		}),
	);
