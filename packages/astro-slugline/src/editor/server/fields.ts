import type { AboutSpace, NamedFields } from '../../space/index.js';
import { factsOf, inferTypes, type SpaceTypes } from '../../types/index.js';
import type { Content } from '../../wire/index.js';
import type { Choice, FieldFacts } from '../protocol.js';

/** Limit of values that a field offers to choose from. */
const maxValues = 20;

/** Limit of characters of each of these values. */
const maxValueLength = 40;

const date = /^\d{4}-\d{2}-\d{2}$/;
const time = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}/;
const markdown = /^(?:#{1,6} |[-*+] |\d+\. |> |```)|\*\*\S|\]\(|\n\n/m;

type Fields = Record<string, FieldFacts>;

/**
 * Describes the fields of each blok from the content of a space, by `space.yaml`, and by the components, if the site defines them.
 *
 * @param found the fields that the content has
 * @param named the fields that `space.yaml` names, by blok
 */
export function fieldsOf(
	found: Readonly<Record<string, Fields>>,
	named: ReadonlyMap<string, NamedFields>,
	defined: SpaceTypes | undefined,
	datasources: AboutSpace['datasources'],
): Record<string, Fields> {
	const all = { ...found };
	const entriesOf = (datasource: string): Choice[] =>
		(datasources.find(({ slug }) => slug === datasource)?.entries ?? []).map(({ name, value }) => ({
			value,
			label: name,
		}));
	for (const [blok, fields] of named) {
		const known = { ...found[blok], ...namedFields(fields), ...found[blok] };
		const body = fields.body && known[fields.body];
		// One line of Markdown looks like any text.
		if (fields.body && body) known[fields.body] = { ...body, text: 'markdown' };
		all[blok] = known;
	}
	for (const [blok, fields] of defined?.bloks ?? []) {
		const known = all[blok] ?? {};
		const described: Fields = {};
		for (const [field, { types, optional, editing = {} }] of fields) {
			const { label, text, contentTypes, datasource, options } = editing;
			const values = options ?? (datasource && entriesOf(datasource));
			described[field] = {
				...known[field],
				...{ types, contentTypes, isStrict: Boolean(values?.length) || types.some(areBloks) },
				...(label && { label }),
				...(!optional && { isRequired: true }),
				...(text && { text }),
				...(values && { values }),
			};
		}
		// The order of the definition comes first.
		all[blok] = { ...described, ...known, ...described };
	}
	return all;
}

/** Whether a reference has one story or several is not known before one has a value, so it begins with one. */
function namedFields({ body, references = [], richtext = [] }: NamedFields): Fields {
	return {
		...(body !== undefined && { [body]: { types: ['string'], text: 'markdown' } }),
		...Object.fromEntries(references.map((field) => [field, { types: ['Uuid'] }])),
		...Object.fromEntries(richtext.map((field) => [field, { types: ['RichTextField'] }])),
	};
}

const areBloks = (type: string): boolean => type.includes('Bloks[');

/** Describes the fields of each blok from the content of a space. */
export function fieldsIn(contents: readonly Content[]): Record<string, Fields> {
	const { bloks } = inferTypes(contents.flatMap((content) => [...factsOf(content)]));
	const found = valuesOf(contents);
	return Object.fromEntries(
		[...bloks].map(([blok, fields]) => {
			const { count, values } = found.get(blok) ?? { count: 0, values: new Map<string, unknown[]>() };
			const described = [...values].flatMap(([field, all]): [string, FieldFacts][] => {
				const texts = all.flat().filter((one): one is string => typeof one === 'string' && one !== '');
				const isNeverEmpty = count > 1 && texts.length === count && texts.length === all.length;
				const facts = { ...factsOfTexts(texts), ...(isNeverEmpty ? { isNeverEmpty } : {}) };
				const { types } = fields.get(field) ?? {};
				return types ? [[field, { types, ...facts }]] : [];
			});
			return [blok, Object.fromEntries(described)];
		}),
	);
}

/** The bloks of each kind: their number, and the values of their fields, in the order of the fullest one. */
function valuesOf(contents: readonly unknown[]) {
	const kinds = new Map<unknown, { count: number; values: Map<string, unknown[]> }>();
	const pending: unknown[] = [...contents];
	const bloks: Record<string, unknown>[] = [];
	for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
		if (typeof value !== 'object' || value === null) continue;
		pending.push(...Object.values(value).filter((inner) => inner !== undefined));
		if ('component' in value) bloks.push(value as Record<string, unknown>);
	}
	for (const blok of bloks.sort((a, b) => Object.keys(b).length - Object.keys(a).length)) {
		const kind = kinds.get(blok['component']) ?? { count: 0, values: new Map<string, unknown[]>() };
		kinds.set(blok['component'], kind);
		kind.count += 1;
		for (const [field, value] of Object.entries(blok))
			kind.values.set(field, [...(kind.values.get(field) ?? []), value]);
	}
	return kinds;
}

function factsOfTexts(texts: readonly string[] = []): Pick<FieldFacts, 'text' | 'values'> {
	if (texts.length === 0) return {};
	if (texts.every((text) => date.test(text))) return { text: 'date' };
	if (texts.every((text) => date.test(text) || time.test(text))) return { text: 'time' };
	if (texts.some((text) => markdown.test(text))) return { text: 'markdown' };
	if (texts.some((text) => text.length > 80 || text.includes('\n'))) return { text: 'lines' };
	const values = [...new Set(texts)].sort();
	const repeats = values.length <= maxValues && values.length * 2 <= texts.length;
	const areShort = values.every((value) => value.length <= maxValueLength);
	return {
		text: 'line',
		...(repeats && areShort && { values: values.map((value) => ({ value, label: value })) }),
	};
}
