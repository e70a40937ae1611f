import { standingIn } from '../../../shared/stand-in.js';
import { contentTypeKey, ourOwnDigest } from '../../page/data/index.js';
import type { Location } from '../format/location.js';
import { recentlyUsed } from './recently-used.js';
import type { SegmentReader } from './segment-reader.js';

type Data = Record<string, unknown>;

const contents = recentlyUsed<Data>();

/** An entry's data, with `content` as a getter that reads it. */
export function openData(location: Location, digest: string, reader: SegmentReader): Data {
	const data = reader.head(location);
	if (location.content.length === 0) return data;
	Object.defineProperty(data, contentTypeKey, { value: data['content'], configurable: true });
	Object.defineProperty(data, source, { value: { location, reader, digest } satisfies Source });
	return Object.defineProperty(data, 'content', contentProperty);
}

interface Source {
	location: Location;
	reader: SegmentReader;
	/** The digest of the whole entry. */
	digest: string;
}

/** The property of an opened data object that holds its source. Not enumerable, so that copies do not have it. */
const source: unique symbol = Symbol.for('astro-slugline:content');

type Opened = Data & { [source]: Source; [contentTypeKey]?: unknown };

// The same two functions for all entries, because engines are fast with objects of one shape.
const contentProperty: PropertyDescriptor = {
	enumerable: true,
	configurable: true,
	get: standingIn(
		function (this: Opened) {
			const { location, reader } = this[source];
			return contents.get(this[source], location.content.length, () => reader.content(location));
		},
		(owner, describe) => {
			const { location, reader, digest } = (owner as Opened)[source];
			const looked = contents.peek((owner as Opened)[source]);
			const isAsStored = looked === undefined || describe(looked) === describe(reader.content(location));
			return isAsStored ? ourOwnDigest(digest) : undefined;
		},
	),
	set(this: Opened, value: unknown) {
		delete this[contentTypeKey];
		Object.defineProperty(this, 'content', { value, enumerable: true, configurable: true, writable: true });
	},
};
