import { parse, stringify } from 'devalue';
import { contentTypeOf } from '../../entries/index.js';

/** An entry's data as text. */
export interface Encoded {
	/** All data, with the content type in place of the object in `content`, so that the order of keys is preserved. */
	head: string;
	/** The object in `content`; empty if there is none. */
	content: string;
}

type Data = Record<string, unknown>;

/** Astro's mark for the path of an image. Astro searches the data of its store for it. */
const imageMark = '__ASTRO_IMAGE_';

/** Encodes data as text; undefined if the data must stay in Astro's store. */
export function encode(data: Data): Encoded | undefined {
	const { content } = data;
	const apart = isPlainObject(content);
	try {
		const head = textOfData(apart ? { ...data, content: contentTypeOf(data) ?? null } : data);
		const encoded = { head, content: apart ? textOfData(content) : '' };
		return head.includes(imageMark) || encoded.content.includes(imageMark) ? undefined : encoded;
	} catch {
		// What cannot be serialized cannot be in Astro's store, either, and Astro reports it.
		return undefined;
	}
}

/** Decodes a text that `encode` made. */
export const decode = (text: string): Data => (text.startsWith('{') ? JSON.parse(text) : parse(text)) as Data;

/**
 * Data as text: JSON, or devalue, as in Astro's store, for values such as dates and maps that a schema created. The latter begins with
 * `[`. Equal data has equal texts.
 *
 * @throws {Error} for what cannot be in Astro's store, such as a function
 */
export const textOfData = (data: object): string => (isJson(data) ? JSON.stringify(data) : stringify(data));

/** True for an object that a literal or JSON makes. */
const isPlainObject = (value: unknown): value is object =>
	typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** True if JSON represents a value exactly. */
function isJson(value: unknown): boolean {
	if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
	if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
	if (Array.isArray(value)) {
		for (let place = 0; place < value.length; place++) if (!isJson(value[place])) return false;
		return true;
	}
	return isPlainObject(value) && Object.values(value).every(isJson);
}
