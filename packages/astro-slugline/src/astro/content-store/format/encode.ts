import { parse, stringify } from 'devalue';
import { contentTypeOf } from '../../page/data/index.js';

/** An entry's data as text. */
export interface Encoded {
	/** Everything, but instead of an object in `content` only its content type, so that it keeps its place among the keys. */
	head: string;
	/** The object in `content`; empty, if there is none. */
	content: string;
}

type Data = Record<string, unknown>;

/** How Astro marks the path of an image, which it looks for in the data of its store. */
const imageMark = '__ASTRO_IMAGE_';

/** Data as text; undefined if the data has to stay in Astro's store. */
export function encode(data: Data): Encoded | undefined {
	const { content } = data;
	const apart = isObject(content);
	try {
		const head = textOf(apart ? { ...data, content: contentTypeOf(data) ?? null } : data);
		const encoded = { head, content: apart ? textOf(content) : '' };
		return head.includes(imageMark) || encoded.content.includes(imageMark) ? undefined : encoded;
	} catch {
		// What cannot be written cannot be in the store, either: Astro says so.
		return undefined;
	}
}

/** The value that a text of `encode` stands for. */
export const decode = (text: string): Data => (text.startsWith('{') ? JSON.parse(text) : parse(text)) as Data;

/** JSON, or what Astro's own store uses where a schema has made dates, maps or the like. The latter begins with `[`. */
const textOf = (value: object): string => (isJson(value) ? JSON.stringify(value) : stringify(value));

const isObject = (value: unknown): value is object =>
	typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** True if a value is the same after it was JSON. */
function isJson(value: unknown): boolean {
	if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
	if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
	if (Array.isArray(value)) {
		for (let place = 0; place < value.length; place++) if (!isJson(value[place])) return false;
		return true;
	}
	return isObject(value) && Object.values(value).every(isJson);
}
