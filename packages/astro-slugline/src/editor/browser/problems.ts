import { isObject } from 'astro-keep/shared/json';
import type { Opened } from './history.js';
import { isTwoVersions } from './merge.js';

/** A text that stands for no value, and why. It takes the value's place until it does, and is never saved. */
export interface Unread {
	'editor:text': string;
	why: string;
}

export const isUnread = (value: unknown): value is Unread => isObject(value) && 'editor:text' in value;

/** What the fields of the front matter are called. */
export const frontNames = { tag_list: 'Story tags', first_published_at: 'First published' };

/** Why what was edited cannot be saved; undefined if it can. */
export function problemIn({ name, front, content, saved }: Opened): string | undefined {
	if (name !== saved.name && typeof name === 'string' && name.trim() === '') return 'A story needs a name.';
	const fields = [
		['Story name', name],
		...Object.entries(frontNames).map(([field, called]) => [called, front[field]] as const),
		...Object.entries(content),
	] as const;
	for (const [field, value] of fields) {
		const why = problemOf(value);
		if (why === undefined || JSON.stringify(value) === JSON.stringify(saved.content[field])) continue;
		return `${field}: ${why}`;
	}
	return undefined;
}

/** Why a value cannot be saved. */
export function problemOf(value: unknown): string | undefined {
	if (isUnread(value) || isTwoVersions(value)) return value.why;
	if (typeof value !== 'object' || value === null) return undefined;
	if (isPart(value, 'link', 'linktype') && !value.attrs['href'] && !value.attrs['uuid'])
		return 'A link leads nowhere. Choose its target, or remove the link.';
	if (isPart(value, 'image', 'src') && !value.attrs['src'])
		return 'An image has no file. Choose one, or remove the image.';
	for (const inner of Object.values(value)) {
		const why = problemOf(inner);
		if (why !== undefined) return why;
	}
	return undefined;
}

/** True for a mark or a node of rich text that has an attribute. */
const isPart = (value: object, type: string, name: string): value is { attrs: Record<string, unknown> } =>
	'type' in value && value.type === type && 'attrs' in value && isObject(value.attrs) && name in value.attrs;
