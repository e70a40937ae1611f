import { contentTypeKey } from '../entries/index.js';
import { oncePerKey } from '../shared/once.js';
import { peek, standingIn } from '../shared/peek.js';
import { channel, type EntryTracking, type FieldPath, sourceKey, whole } from '../tracking/index.js';
import { Field } from './field.js';

/** Limit of the depth of tracked objects: an entry, its data, and the objects in it. A page depends on all that lies deeper. */
const maxDepth = 2;

/** Limit of the names that an object, and the same one of other entries, may have to be tracked. */
const maxFields = 500;

/** Makes entries for pages. It is not part of their code, because a second rendering counts the blocks of that code that run. */
export function entryTracking(): EntryTracking {
	const rootOf = oncePerKey((collection: string) => new Field(collection, []));
	return {
		source: (raw) => new Source(rootOf(raw.collection), raw.id, raw as object as Record<string, unknown>),
		entry: (source) => trackedEntry(source as Source),
		textAt,
		changesOf,
	};
}

/** An entry, or an object in it, as Astro has it, which a tracked object stands for. */
class Source {
	lastField: Field | undefined = undefined;
	last: object | undefined = undefined;
	lastGiven: object | undefined = undefined;

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
type Tracked = object & { [sourceKey]: Source };

/** Properties of an entry that seldom change. They are part of `shapeOf`. */
const constant = new Set(['id', 'collection', 'filePath', 'deferredRender']);

function trackedEntry(source: Source): object {
	const { raw, field } = source;
	const entry: Record<string, unknown> = begun(new field.Plain(), source);
	for (const name of Object.keys(raw)) {
		if (constant.has(name)) entry[name] = raw[name];
		else Object.defineProperty(entry, name, propertyOf(field.at(name)));
	}
	return entry;
}

const propertyOf = (field: Field): PropertyDescriptor => (field.property ??= makeProperty(field));

function makeProperty(field: Field): PropertyDescriptor {
	const name = String(field.path.at(-1));
	const isOfEntry = field.path.length === 1;
	const isContent = field.path.length === 2 && name === 'content';
	const get = function (this: Tracked): unknown {
		const source = this[sourceKey];
		channel()?.recordField(field, source.id);
		const value = source.raw[name];
		if (typeof value !== 'object' || value === null) return value;
		// Sorting reads the data and the dates of entries very often.
		if (source.last === value && source.lastField === field) return source.lastGiven;
		const given = trackedValue(value, field, source.id);
		// What counts as a whole does so for each page that gets it. Content that is read from a file is not to stay in memory.
		const stays = !(isContent && contentTypeKey in source.raw);
		if (stays && (given !== value || !isObject(value, field.path.length))) {
			source.lastField = field;
			source.last = value;
			source.lastGiven = given;
		}
		return given;
	};
	return {
		enumerable: true,
		configurable: true,
		// Objects are compared by where they come from, and by what pages have added to them.
		get: standingIn(get, (owner) => changesOf(peek((owner as Tracked)[sourceKey].raw, name))),
		set(this: Tracked, value: unknown) {
			// Pages share data, but each has entries of its own. A frozen object refuses the property.
			if (isOfEntry || Object.isFrozen(this))
				Object.defineProperty(this, name, { value, enumerable: true, configurable: true, writable: true });
			else this[sourceKey].raw[name] = value;
		},
	};
}

/** The object in place of a value of a field. A value that is not tracked counts as a whole. */
function trackedValue(value: object, field: Field, id: string): object {
	const open = channel();
	if (!open) return value;
	const earlier = open.tracked.get(value) as Tracked | undefined;
	if (earlier && earlier[sourceKey].field === field && earlier[sourceKey].id === id) return earlier;
	if (!isObject(value, field.path.length)) return value;
	const names = Object.keys(value);
	// Two entries may share an object, such as the default of a schema.
	if (earlier || field.size + names.length > maxFields) {
		field.at(whole).record(id);
		return value;
	}
	const source = new Source(field, id, value);
	const isPlain = Object.getPrototypeOf(value) === Object.prototype;
	const made = begun(isPlain ? new field.Plain() : Object.create(null), source);
	for (const name of names) Object.defineProperty(made, name, propertyOf(field.at(name)));
	open.tracked.set(value, made);
	return made;
}

const inspectKey = Symbol.for('nodejs.util.inspect.custom');

function begun<Of extends object>(made: Of, source: Source): Of {
	Object.defineProperty(made, sourceKey, { value: source });
	return Object.defineProperty(made, inspectKey, inspected);
}

/** Node would print getters instead of values. */
const inspected = {
	value(this: object): object {
		return { ...this };
	},
};

/** True for an object whose fields are tracked. Others count as a whole. An image of Astro is a proxy, which notes each access. */
function isObject(value: unknown, depth: number): value is Record<string, unknown> {
	if (typeof value !== 'object' || value === null || depth > maxDepth || channel()?.isProxy(value))
		return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
}

/** The text of what a page has that has read a path of an entry. */
function textAt(entry: object, path: FieldPath): string {
	const textOf = (described: unknown): string => String(channel()?.canonicalText(described));
	let value: unknown = entry;
	for (const [depth, name] of path.entries()) {
		if (name === whole) return textOf(value);
		if (!isObject(value, depth)) return `in ${textOf(value)}`;
		if (!Object.hasOwn(value, name)) return 'missing';
		value = value[name];
	}
	if (!isObject(value, path.length)) return textOf(value);
	return `names ${JSON.stringify(Object.keys(value))}${changesOf(value)}`;
}

/** What pages have added to an object of an entry, or removed, which its getters cannot see; empty if nothing. */
function changesOf(raw: unknown): string {
	const open = channel();
	const seen = typeof raw === 'object' && raw !== null && open?.tracked.get(raw);
	return !seen || isAsMade(seen as Tracked) ? '' : String(open?.canonicalText(seen));
}

function isAsMade(seen: Tracked): boolean {
	const { raw } = seen[sourceKey];
	const names = Object.keys(seen);
	return (
		names.length === Object.keys(raw).length &&
		names.every(
			(name) =>
				'get' in (Object.getOwnPropertyDescriptor(seen, name) ?? {}) && changesOf(peek(raw, name)) === '',
		)
	);
}
