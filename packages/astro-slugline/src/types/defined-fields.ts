import { allowedIn, type Definitions, type FieldDefinition } from './components-file.js';
import { isBlok, type Kind, kindOf } from './kinds.js';
import { blokType, quote } from './space-types.js';

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

type Form = Pick<DefinedField, 'types' | 'what' | 'fits' | 'emptyText'>;

const textKinds = ['text', 'empty', 'date', 'numeric', 'uuid'];
const isOf =
	(...kinds: readonly string[]) =>
	(value: unknown) =>
		kinds.includes(kindOf(value)[0] satisfies Kind[0]);

const text: Form = { types: ['string'], what: 'text', fits: isOf(...textKinds) };
const isDate = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const asset: Form = { types: ['AssetField'], what: 'an asset', fits: isOf('asset') };

const forms: Readonly<Record<string, Form>> = {
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
const anything: Form = { types: ['unknown'], what: 'anything', fits: () => true };

/** Names of the vendor's own SEO plugin, current and former. */
const seoPlugins = new Set(['seo_metatags', 'seo-metatags', 'meta-fields']);

/** Describes a field by its definition. A field of an unknown type may have any value. */
export function definedField(field: FieldDefinition, definitions: Definitions): DefinedField {
	if (field.type === 'bloks') {
		const bloks = allowedIn(field, definitions);
		const members = bloks.map(blokType).sort();
		const types = members.length === 0 ? ['unknown[]'] : [listType(members)];
		return {
			types,
			bloks,
			what: 'a list of bloks',
			fits: (value) => Array.isArray(value) && value.every(isBlok),
		};
	}
	if (field.type === 'option') return optionForm(field);
	if (field.type === 'options') return { ...listOf(optionForm(field), 'a list of options'), emptyText: true };
	if (field.type === 'custom') {
		return seoPlugins.has(field.field_type ?? '')
			? { types: ['SeoField'], what: "the SEO plugin's field", fits: isOf('seo'), emptyText: true }
			: anything;
	}
	return forms[field.type] ?? anything;
}

function optionForm({ source, options }: FieldDefinition): Form {
	if (source === 'internal_stories')
		return { types: ['Uuid'], what: 'the uuid of a story', fits: isOf('uuid', 'empty') };
	const values = (options ?? []).flatMap(({ value }) =>
		value === null || value === undefined ? [] : String(value),
	);
	if (source && source !== 'self') return text;
	if (values.length === 0) return text;
	return {
		types: [...values, ''].map(quote),
		emptyText: true,
		what: `one of ${values.join(', ')}`,
		fits: (value) => value === '' || values.some((allowed) => allowed === value),
	};
}

function listOf({ types, fits }: Form, what: string): Form {
	return { types: [listType(types)], what, fits: (value) => Array.isArray(value) && value.every(fits) };
}

function listType(members: readonly string[]): string {
	const [only = 'unknown', ...more] = members;
	return more.length === 0 ? `${only}[]` : `(${members.join(' | ')})[]`;
}
