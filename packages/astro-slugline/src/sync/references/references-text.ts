import type { References } from './find-references.js';

/**
 * Encodes references as one short text, because a space may have hundreds of thousands of rows, most of which are never read. Links
 * come first, then each field: `uuid,uuid;article.author=uuid,uuid`. Empty if there are no references.
 */
export function writeReferences({ relations, links }: References): string {
	const fields = Object.entries(relations).map(([name, uuids]) => `;${encoded(name)}=${uuids.join(',')}`);
	return links.map(encoded).join(',') + fields.join('');
}

/**
 * Decodes references from the text that `writeReferences` writes.
 *
 * @example
 * const { links, relations } = readReferences(writeReferences(references));
 */
export function readReferences(text: string): References {
	const [links = '', ...fields] = text.split(';');
	return {
		links: links === '' ? [] : links.split(',').map(decoded),
		relations: Object.fromEntries(
			fields.map((field) => {
				const [name = '', uuids = ''] = field.split('=');
				return [decoded(name), uuids.split(',')];
			}),
		),
	};
}

const encoded = (text: string) => text.replace(/[%,;=]/g, encodeURIComponent);

const decoded = (text: string) => (text.includes('%') ? decodeURIComponent(text) : text);
