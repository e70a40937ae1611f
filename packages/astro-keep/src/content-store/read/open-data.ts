import { isDeepStrictEqual } from 'node:util';
import { contentTypeKey } from '../../entries/index.js';
import { peek, peekable } from '../../shared/peek.js';
import { asSeen } from '../../tracking/index.js';
import type { Location } from '../format/location.js';
import { recentlyUsed } from './recently-used.js';
import type { SegmentReader } from './segment-reader.js';

type Data = Record<string, unknown>;

const contents = recentlyUsed<Data>();

/** An entry's data, with `content` as a getter that reads it. */
export function openData(location: Location, reader: SegmentReader): Data {
	const head: Data = reader.head(location);
	if (location.content.length === 0) return head;
	// A new object, because engines keep one whose properties are replaced as a table, which takes six times the memory.
	const data: Data = {};
	Object.defineProperty(data, source, { value: { location, reader } satisfies DataFile });
	for (const [name, value] of Object.entries(head))
		Object.defineProperty(data, name, name === 'content' ? contentProperty : { value, ...plain });
	return Object.defineProperty(data, contentTypeKey, { value: head['content'], configurable: true });
}

const plain = { enumerable: true, configurable: true, writable: true };

/** True if opened data has the values that the pack has. Content that is no longer in memory will be read again, as it was. */
export function isAsPacked(data: Data, location: Location, reader: SegmentReader): boolean {
	const stored = reader.head(location);
	const names = Object.keys(stored);
	const isContent = (name: string) => name === 'content' && location.content.length > 0;
	const seen = asSeen(data);
	const now = (name: string) => (isContent(name) ? asSeen(peek(data, name)) : seen[name]);
	const isSame = (name: string) => {
		const value = now(name);
		if (isContent(name)) return value === undefined || isDeepStrictEqual(value, reader.content(location));
		return isDeepStrictEqual(value, stored[name]);
	};
	return isDeepStrictEqual(Object.keys(seen), names) && names.every(isSame);
}

interface DataFile {
	location: Location;
	reader: SegmentReader;
}

/**
 * The property of an opened data object that holds its source. Not enumerable, so that copies do not have it. Each copy of this module has a
 * symbol of its own, because engines keep objects as tables whose getters differ in nothing else.
 */
const source = Symbol('source');

type Opened = Data & { [source]: DataFile; [contentTypeKey]?: unknown };

// The same two functions for all entries, because engines are fast with objects of one shape.
const contentProperty: PropertyDescriptor = {
	enumerable: true,
	configurable: true,
	get: peekable(
		function (this: Opened) {
			const { location, reader } = this[source];
			return contents.get(this[source], location.content.length, () => reader.content(location));
		},
		(owner: Opened) => contents.peek(owner[source]),
	),
	set(this: Opened, value: unknown) {
		delete this[contentTypeKey];
		Object.defineProperty(this, 'content', { value, ...plain });
	},
};
