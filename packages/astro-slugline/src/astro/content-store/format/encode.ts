import { parse } from 'devalue';
import { contentTypeOf } from '../../page/data/index.js';
import { isPlainObject, textOfData } from './data-text.js';

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
