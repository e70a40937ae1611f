import { hash, randomUUID } from 'node:crypto';

/** Arrays above this length are described once and then known by a hash: lists are handed to many pages. */
const longArray = 100;

const hashes = new WeakMap<object, string>();

type Leaf = (value: object) => string | undefined;

/**
 * A text for any value, another one for another value; one that cannot be described is never the same twice.
 *
 * @param leaf gives the text of values that have a better one, such as entries, which have a digest
 */
export function describe(value: unknown, leaf: Leaf = () => undefined): string {
	try {
		return textOf(value, leaf);
	} catch {
		// It refers to itself, or to something that cannot be looked at.
		return randomUUID();
	}
}

function textOf(value: unknown, leaf: Leaf): string {
	if (typeof value === 'string') return quoted(value);
	if (typeof value === 'bigint') return `${value}n`;
	if (typeof value === 'function') return `f${quoted(String(value))}${fieldsOf(value, leaf)}`;
	if (typeof value !== 'object' || value === null) return String(value);
	const own = leaf(value);
	if (own !== undefined) return `=${quoted(own)}`;
	if ('toJSON' in value && typeof value.toJSON === 'function') return textOf(value.toJSON(), leaf);
	if (Array.isArray(value)) return value.length > longArray ? hashOf(value, leaf) : listOf(value, leaf);
	if (value instanceof Map || value instanceof Set) return value.constructor.name + listOf([...value], leaf);
	if (value instanceof ArrayBuffer) return `b${quoted(Buffer.from(value).toString('base64'))}`;
	if (value instanceof RegExp || value instanceof Number || value instanceof Boolean)
		return `o${quoted(String(value))}`;
	return fieldsOf(value, leaf);
}

function hashOf(list: unknown[], leaf: Leaf): string {
	const known = hashes.get(list) ?? sha(listOf(list, leaf));
	hashes.set(list, known);
	return known;
}

const listOf = (list: unknown[], leaf: Leaf): string =>
	`[${Array.from(list, (item) => textOf(item, leaf)).join()}]`;

function fieldsOf(value: object, leaf: Leaf): string {
	let text = '';
	for (const [name, field] of Object.entries(value)) text += quoted(name) + textOf(field, leaf);
	return `{${text}}`;
}

/** A text that ends where it says: whatever is in it, what follows is not taken for a part of it. */
const quoted = (text: string): string => `"${text.length} ${text}`;

/** The first 80 bits of a SHA-256, in hexadecimal: enough to tell the answers of a site apart. */
export const sha = (text: string): string => hash('sha256', text, 'hex').slice(0, 20);
