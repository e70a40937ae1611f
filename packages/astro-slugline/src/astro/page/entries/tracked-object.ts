import { peek, standingIn } from '../../../shared/peek.js';
import { channel, sourceKey } from '../tracking/index.js';
import { type Field, rootOf, whole } from './field.js';

/** Limit of the depth of tracked objects: an entry, its data, and the objects in it. A page depends on all that lies deeper. */
const maxDepth = 2;

/** Limit of the names that an object, and the same one of other entries, may have to be tracked. */
const maxFields = 500;

/** An entry as Astro has it. */
export interface Stored {
	id: string;
	collection: string;
	data?: unknown;
	digest?: number | string | undefined;
	assetImports?: string[] | undefined;
	imageImports?: unknown[] | undefined;
	filePath?: string | undefined;
	deferredRender?: boolean | undefined;
	rendered?: { metadata?: { imagePaths?: unknown[]; headings?: unknown; frontmatter?: unknown } } | undefined;
}

/** An entry, or an object in it, as Astro has it, which a tracked object stands for. */
export class Source {
	last: object | undefined = undefined;
	lastTracked: object | undefined = undefined;

	constructor(
		readonly field: Field,
		readonly id: string,
		readonly raw: Record<string, unknown>,
	) {
		// Vue makes no proxies of such objects.
		Object.preventExtensions(this);
	}
}

/**
 * An object whose properties record that they are read. Its names are not recorded one by one: a page that gets the object depends on them.
 * Its properties are getters and not traps of a proxy, because proxies can neither be cloned nor sent to a worker.
 */
export type Tracked = object & { [sourceKey]: Source };

/** What a tracked object stands for. */
export const sourceOf = (tracked: Tracked): Source => tracked[sourceKey];

export const isTracked = (value: object): value is Tracked => Object.hasOwn(value, sourceKey);

/** An entry without the tracking. What is read of it is not recorded. */
export const rawOf = <Of extends object>(entry: Of): Of =>
	isTracked(entry) ? (sourceOf(entry).raw as Of) : entry;

/** Properties of an entry that seldom change. They are part of `shapeOf`. */
const constant = new Set(['id', 'collection', 'filePath', 'deferredRender']);

/** Lists of an entry's images, which it only has if it has images. They follow from its data and its text. */
const imageLists = new Set(['assetImports', 'imageImports']);

/** What a page depends on that has an entry and reads no field of it. */
export const shapeOf = (raw: Stored): string =>
	JSON.stringify([
		...[raw.id, raw.filePath, raw.deferredRender],
		Object.keys(raw).filter((name) => !imageLists.has(name)),
	]);

/** The source of an entry of Astro. */
export const entrySource = (raw: Stored): Source =>
	new Source(rootOf(raw.collection), raw.id, raw as object as Record<string, unknown>);

/** An entry for a page. */
export function trackedEntry<Of>(source: Source): Of {
	const { raw, field } = source;
	const entry = begun({}, source);
	for (const name of Object.keys(raw)) {
		if (constant.has(name)) Reflect.set(entry, name, raw[name]);
		else Object.defineProperty(entry, name, propertyOf(field.at(name)));
	}
	return entry as Of;
}

const propertyOf = (field: Field): PropertyDescriptor => (field.property ??= makeProperty(field));

function makeProperty(field: Field): PropertyDescriptor {
	const name = String(field.path.at(-1));
	const isOfEntry = field.path.length === 1;
	const get = function (this: Tracked): unknown {
		const source = sourceOf(this);
		field.record(source.id);
		const value = source.raw[name];
		if (typeof value !== 'object' || value === null) return value;
		if (!isOfEntry) return trackedValue(value, field, source.id);
		// Sorting reads the data of entries very often.
		if (source.last !== value) {
			source.last = value;
			source.lastTracked = trackedValue(value, field, source.id);
		}
		return source.lastTracked;
	};
	return {
		enumerable: true,
		configurable: true,
		// Objects are compared by where they come from, and by what pages have added to them.
		get: standingIn(get, (owner) => changesOf(peek(sourceOf(owner as Tracked).raw, name))),
		set(this: Tracked, value: unknown) {
			// Pages share data, but each has entries of its own. A frozen object refuses the property.
			if (isOfEntry || Object.isFrozen(this))
				Object.defineProperty(this, name, { value, enumerable: true, configurable: true, writable: true });
			else sourceOf(this).raw[name] = value;
		},
	};
}

/** The object in place of a value of a field. A value that is not tracked counts as a whole. */
function trackedValue(value: object, field: Field, id: string): object {
	const open = channel();
	if (!open) return value;
	const earlier = open.tracked.get(value) as Tracked | undefined;
	if (earlier && sourceOf(earlier).field === field && sourceOf(earlier).id === id) return earlier;
	if (!isObject(value, field.path.length)) return value;
	const names = Object.keys(value);
	// Two entries may share an object, such as the default of a schema.
	if (earlier || field.size + names.length > maxFields) {
		field.at(whole).record(id);
		return value;
	}
	const source = new Source(field, id, value);
	const made = begun(Object.create(Object.getPrototypeOf(value)), source);
	for (const name of names) Object.defineProperty(made, name, propertyOf(field.at(name)));
	open.tracked.set(value, made);
	return made;
}

const inspectKey = Symbol.for('nodejs.util.inspect.custom');

function begun(made: object, source: Source): object {
	Object.defineProperty(made, sourceKey, { value: source });
	// Node would print getters instead of values.
	return Object.defineProperty(made, inspectKey, { value: inspected });
}

function inspected(this: object): object {
	return { ...this };
}

/** True for an object whose fields are tracked. Others count as a whole. An image of Astro is a proxy, which notes each access. */
function isObject(value: unknown, depth: number): value is Record<string, unknown> {
	if (typeof value !== 'object' || value === null || depth > maxDepth || channel()?.isProxy(value))
		return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
}

/** The text of what a page has that has read a path of an entry. */
export function textAt(entry: object, path: readonly (string | typeof whole)[]): string {
	const describe = (described: unknown): string => String(channel()?.describe(described));
	let value: unknown = entry;
	for (const [depth, name] of path.entries()) {
		if (name === whole) return describe(value);
		if (!isObject(value, depth)) return `in ${describe(value)}`;
		if (!Object.hasOwn(value, name)) return 'missing';
		value = value[name];
	}
	if (!isObject(value, path.length)) return describe(value);
	return `names ${JSON.stringify(Object.keys(value))}${changesOf(value)}`;
}

/** What pages have added to an object of an entry, or removed, which its getters cannot see; empty if nothing. */
export function changesOf(raw: unknown): string {
	const open = channel();
	const seen = typeof raw === 'object' && raw !== null && open?.tracked.get(raw);
	return !seen || isAsMade(seen as Tracked) ? '' : String(open?.describe(seen));
}

function isAsMade(seen: Tracked): boolean {
	const { raw } = sourceOf(seen);
	const names = Object.keys(seen);
	return (
		names.length === Object.keys(raw).length &&
		names.every(
			(name) =>
				'get' in (Object.getOwnPropertyDescriptor(seen, name) ?? {}) && changesOf(peek(raw, name)) === '',
		)
	);
}
