import { randomUUID } from 'node:crypto';
import { inspect, types } from 'node:util';
import { sha } from '../kinds/sha.js';
import { type StandIn, standIn } from '../shared/peek.js';
import { sourceKey, type TrackedSource } from '../tracking/index.js';

/** Number of items above which an array is described once, and then by its hash. Lists are often passed to many pages. */
const longArray = 100;

const hashes = new WeakMap<object, string>();

/** Thrown for a value that cannot be compared, because its content is hidden, or reading it may run code. */
class Incomparable extends Error {}

/**
 * Describes any value as text. Different values have different texts. A value that cannot be compared has a new text each time:
 * a function, a promise, an instance of a class, or anything else that hides its content.
 */
export function canonicalText(value: unknown): string {
	return textOfComparable(value) ?? randomUUID();
}

/** As `describe`; undefined for a value that cannot be compared. */
export function textOfComparable(value: unknown): string | undefined {
	try {
		return textOf(value);
	} catch {
		// Besides what is incomparable: the value refers to itself, or a getter in it fails.
		return undefined;
	}
}

function textOf(value: unknown): string {
	switch (typeof value) {
		case 'string':
			return quoted(value);
		case 'bigint':
			return `${value}n`;
		case 'number':
			return Object.is(value, -0) ? '-0' : String(value);
		case 'boolean':
		case 'undefined':
			return String(value);
		case 'object':
			return value === null ? 'null' : textOfObject(value);
		case 'function':
			return textOfFunction(value);
		default:
			throw new Incomparable();
	}
}

/** Texts of objects whose whole content can be read. */
const byPrototype = new Map<object, (value: never) => string>([
	[Date.prototype, (date: Date) => `d${date.getTime()}`],
	[URL.prototype, (url: URL) => `u${quoted(url.href)}`],
	[URLSearchParams.prototype, (params: URLSearchParams) => `q${quoted(String(params))}`],
	[RegExp.prototype, (pattern: RegExp) => `r${quoted(String(pattern))}${pattern.lastIndex}`],
	[Map.prototype, (map: Map<unknown, unknown>) => `m${listOf([...map])}`],
	[Set.prototype, (set: Set<unknown>) => `s${listOf([...set])}`],
	[ArrayBuffer.prototype, (bytes: ArrayBuffer) => `b${quoted(Buffer.from(bytes).toString('base64'))}`],
]);

function textOfObject(value: object): string {
	if (types.isProxy(value)) return textOfImage(value);
	const prototype: object | null = Object.getPrototypeOf(value);
	if (prototype === Array.prototype) return textOfArray(value as unknown[]);
	if (prototype === Object.prototype || prototype === null) return placeOf(value) + fieldsOf(value);
	const text = byPrototype.get(prototype) as ((value: object) => string) | undefined;
	if (text && Reflect.ownKeys(value).every((key) => key === 'lastIndex')) return text(value);
	if (
		ArrayBuffer.isView(value) &&
		Object.getPrototypeOf(prototype) === Object.getPrototypeOf(Uint8Array.prototype)
	) {
		const { buffer, byteOffset, byteLength } = value;
		return `${prototype.constructor.name}${quoted(Buffer.from(buffer, byteOffset, byteLength).toString('base64'))}`;
	}
	throw new Incomparable();
}

function textOfArray(list: unknown[]): string {
	// The additional key is `length`.
	if (Reflect.ownKeys(list).length !== list.length + 1) throw new Incomparable();
	if (list.length <= longArray) return listOf(list);
	const cached = hashes.get(list) ?? sha(listOf(list));
	hashes.set(list, cached);
	return cached;
}

const listOf = (list: unknown[]): string => `[${list.map(textOf).join()}]`;

/** Where a tracked object comes from. What a page reads of it is recorded. */
function placeOf(value: { [sourceKey]?: TrackedSource }): string {
	if (!Object.hasOwn(value, sourceKey) || !value[sourceKey]) return '';
	const { field, id } = value[sourceKey];
	return `@${quoted(JSON.stringify([field.collection, field.path, id]))}`;
}

/**
 * The canonical texts of a page's props in the order of their names, and last one for the names themselves and the entry that the
 * object is from. Undefined if a prop cannot be compared.
 */
export function textsOfProps(props: object): string[] | undefined {
	try {
		const isPlain = !types.isProxy(props) && [Object.prototype, null].includes(Object.getPrototypeOf(props));
		if (!isPlain) return [textOf(props)];
		const fields = fieldTexts(props);
		return [...fields.map(([, text]) => text), placeOf(props) + listOf(fields.map(([key]) => key))];
	} catch {
		return undefined;
	}
}

const fieldsOf = (value: object): string =>
	`{${fieldTexts(value)
		.map(([key, text]) => quoted(key) + text)
		.join('')}}`;

function fieldTexts(value: object): [key: string, text: string][] {
	const texts: [string, string][] = [];
	for (const key of Reflect.ownKeys(value)) {
		if (typeof key === 'symbol') {
			if (!isOurs(key) && !(key === inspect.custom && sourceKey in value)) throw new Incomparable();
			continue;
		}
		const property = Object.getOwnPropertyDescriptor(value, key);
		if (property && isWarning(key, property)) continue;
		if (!property?.enumerable) throw new Incomparable();
		texts.push([key, property.get ? textOfGetter(value, property.get) : textOfField(key, property.value)]);
	}
	return texts;
}

/** True for a property that `getEntry()` adds to an entry or its data, whose getter only logs a warning. */
const isWarning = (key: string, { enumerable, get, set }: PropertyDescriptor): boolean =>
	!enumerable && get !== undefined && set !== undefined && (key === 'slug' || key === 'render');

/** The data of an entry is described once, because lists of entries are often passed to many pages. */
function textOfField(key: string, value: unknown): string {
	if (key !== 'data' || typeof value !== 'object' || value === null) return textOf(value);
	const cached = hashes.get(value) ?? sha(textOf(value));
	hashes.set(value, cached);
	return cached;
}

function textOfGetter(owner: object, get: () => unknown): string {
	const text: unknown = Reflect.get(get, standIn);
	if (typeof text !== 'function') throw new Incomparable();
	const stand = (text as StandIn)(owner, textOf);
	return stand === undefined ? textOfField('data', Reflect.apply(get, owner, [])) : `=${quoted(stand)}`;
}

const isOurs = (key: symbol): boolean => Symbol.keyFor(key)?.startsWith('astro-keep:') ?? false;

const imageFields = ['src', 'width', 'height', 'format'];

/** An image that Astro has imported: a proxy that records whether the original is shown. Other proxies cannot be compared. */
function textOfImage(proxy: object): string {
	const keys = Reflect.ownKeys(proxy);
	if (!imageFields.every((name) => keys.includes(name))) throw new Incomparable();
	const fields = keys.map((key) => {
		const value: unknown = Object.getOwnPropertyDescriptor(proxy, key)?.value;
		if (typeof key === 'symbol' || (typeof value === 'object' && value !== null)) throw new Incomparable();
		return quoted(key) + textOf(value);
	});
	return `i{${fields.join('')}}`;
}

/** A function that has a text of its own, or else an SVG file. */
function textOfFunction(value: object): string {
	const text: unknown = Reflect.get(value, standIn);
	const stand = typeof text === 'function' ? (text as StandIn)(value, textOf) : undefined;
	return stand === undefined ? textOfSvg(value) : `=${quoted(stand)}`;
}

/** An SVG file that Astro has imported: a component with the fields of an image. Its address contains a hash of the file. */
function textOfSvg(component: object): string {
	const fields = Object.fromEntries(Object.entries(component));
	if (!Object.hasOwn(component, 'toJSON') || !imageFields.every((name) => name in fields))
		throw new Incomparable();
	return `s${fieldsOf(fields)}`;
}

/** A text preceded by its length, so that no content of it can be confused with what follows. */
const quoted = (text: string): string => `"${text.length} ${text}`;
