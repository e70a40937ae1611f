import { isObject, parsedJson, textOf } from 'astro-keep/shared/json';

/** The attributes that identify a blok's element for the visual editor. */
export interface EditableAttributes {
	'data-blok-c'?: string;
	'data-blok-uid'?: string;
}

const comment = /^\s*<!--#storyblok#(\{.*\})-->\s*$/s;

/** Parses the comment of a blok; undefined if there is none, or if it is cut off or lacks an id, so that the editor could not use it. */
export function readEditable(blok: { _editable?: unknown } | null | undefined) {
	const json = comment.exec(textOf(blok?._editable))?.[1] ?? '';
	const said = parsedJson(json);
	const { id, uid, name, space } = isObject(said) ? said : {};
	const isName = (value: unknown) => (typeof value === 'string' && value !== '') || typeof value === 'number';
	return isName(id) && isName(uid) ? { json, id: String(id), uid: String(uid), name, space } : undefined;
}

/** The attributes that identify a blok's element for the visual editor. Empty for a blok that is not of a draft. */
export function editableAttributes(blok: object | null | undefined): EditableAttributes {
	const said = readEditable(blok);
	return said ? { 'data-blok-c': said.json, 'data-blok-uid': `${said.id}-${said.uid}` } : {};
}

/** The comment before a blok, in the API's format. */
export function editableComment(blok: { name: string; space: number; uid: string; id: number }): string {
	const { name, space, uid, id } = blok;
	// Escaped, so that neither a name nor a uid can end the comment.
	const json = JSON.stringify({ name, space: String(space), uid, id: String(id) })
		.replaceAll('<', '\\u003c')
		.replaceAll('>', '\\u003e')
		.replaceAll('--', '-\\u002d');
	return `<!--#storyblok#${json}-->`;
}
