import { parsedJson } from 'astro-keep/shared/json';
import type { BlokMark } from '../../preview/index.js';

/** The comment before a blok's HTML. The comment after it is `<!--/<uid>-->`. */
const opening = /^#storyblok#(\{.*\})$/s;

/** The mark of a blok, from the JSON in its comment or attribute; undefined without a uid. */
export function readMark(json: string | null | undefined): BlokMark | undefined {
	const mark = parsedJson(json ?? '') as BlokMark | undefined;
	return typeof mark?.uid === 'string' ? mark : undefined;
}

/** The mark in the comment before a blok; undefined for other nodes. */
export const markOf = (node: Node): BlokMark | undefined =>
	node.nodeType === Node.COMMENT_NODE ? readMark(opening.exec(node.nodeValue ?? '')?.[1]) : undefined;
