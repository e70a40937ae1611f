import { contentTypeKey } from '../../page/data/index.js';
import type { Location } from '../format/location.js';
import { recentlyUsed } from './recently-used.js';
import type { SegmentReader } from './segment-reader.js';

type Data = Record<string, unknown>;

const contents = recentlyUsed<Data>();

/** An entry's data, with `content` as a property that is read when it is asked for. */
export function openData(location: Location, reader: SegmentReader): Data {
	const data = reader.head(location);
	if (location.content.length === 0) return data;
	Object.defineProperty(data, contentTypeKey, { value: data['content'], configurable: true });
	Object.defineProperty(data, source, { value: { location, reader } satisfies Source });
	return Object.defineProperty(data, 'content', contentProperty);
}

interface Source {
	location: Location;
	reader: SegmentReader;
}

/** Where an opened data object has its source; not enumerable, so that no copy has it. */
const source = Symbol('slugline source');

type Opened = Data & { [source]: Source; [contentTypeKey]?: unknown };

// The same two functions for all entries: objects of one shape are what engines are fast with.
const contentProperty: PropertyDescriptor = {
	enumerable: true,
	configurable: true,
	get(this: Opened) {
		const { location, reader } = this[source];
		return contents.get(this[source], location.content.length, () => reader.content(location));
	},
	set(this: Opened, value: unknown) {
		delete this[contentTypeKey];
		Object.defineProperty(this, 'content', { value, enumerable: true, configurable: true, writable: true });
	},
};
