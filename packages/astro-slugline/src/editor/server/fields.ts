import { factsOf, inferTypes } from '../../types/index.js';
import type { Content } from '../../wire/index.js';
import type { FieldFacts } from '../protocol.js';

/** Limit of values that a field offers to choose from. */
const maxValues = 20;

/** Limit of characters of each of these values. */
const maxValueLength = 40;

const date = /^\d{4}-\d{2}-\d{2}$/;
const time = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}/;
const markdown = /^(?:#{1,6} |[-*+] |\d+\. |> |```)|\*\*\S|\]\(|\n\n/m;

/** Describes the fields of each blok from the content of a space. */
export function fieldsOf(contents: readonly Content[]): Record<string, Record<string, FieldFacts>> {
	const { bloks } = inferTypes(contents.flatMap((content) => [...factsOf(content)]));
	const texts = textsOf(contents);
	return Object.fromEntries(
		[...bloks].map(([blok, fields]) => [
			blok,
			Object.fromEntries(
				[...fields].map(([field, { types }]) => [
					field,
					{ types, ...factsOfTexts(texts.get(`${blok} ${field}`)) },
				]),
			),
		]),
	);
}

/** The texts of each field, including those in lists. */
function textsOf(contents: readonly unknown[]): Map<string, string[]> {
	const texts = new Map<string, string[]>();
	const pending: unknown[] = [...contents];
	for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
		if (typeof value !== 'object' || value === null) continue;
		pending.push(...Object.values(value).filter((inner) => inner !== undefined));
		if (!('component' in value)) continue;
		for (const [field, inner] of Object.entries(value)) {
			const found = [inner].flat().filter((one): one is string => typeof one === 'string' && one !== '');
			const key = `${value.component} ${field}`;
			const list = texts.get(key);
			if (list) list.push(...found);
			else texts.set(key, found);
		}
	}
	return texts;
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
	return { text: 'line', ...(repeats && areShort ? { values } : {}) };
}
