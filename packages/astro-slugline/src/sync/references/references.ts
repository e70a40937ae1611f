import type { Fields } from 'astro-keep/shared/json';
import { uuidForm } from 'astro-keep/shared/text/printable';

/** The references in a story's content. Each list is sorted and has no duplicates. */
export interface References {
	/** Uuids in fields of bloks, by `component.field`. Those that are uuids of stories are relations. */
	relations: Readonly<Record<string, readonly string[]>>;
	/** Uuids of the stories in link fields and in links of rich text. */
	links: readonly string[];
}

/** A value to visit, and the field of the blok that has it. */
interface Found {
	value: unknown;
	component: string;
	field: string;
}

/**
 * Finds the references in content, at any depth: uuids in any field except `_uid`, and the stories of links. A uuid nested in a
 * field, such as in a plugin's object, counts as one of the field.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one walk of a story; its cases are the kinds of fields
export function findReferences(content: unknown): References {
	const relations = new Map<string, Set<string>>();
	const links = new Set<string>();
	const add = (name: string, uuid: string) =>
		relations.set(name, (relations.get(name) ?? new Set()).add(uuid));
	const open: Found[] = [{ value: content, component: '', field: '' }];
	for (let found = open.pop(); found; found = open.pop()) {
		const { value, component, field } = found;
		if (typeof value === 'string') {
			if (value.length === 36 && uuidForm.test(value)) add(`${component}.${field}`, value);
		} else if (Array.isArray(value)) {
			for (const item of value) open.push({ value: item, component, field });
		} else if (isFields(value)) {
			const link = linkOf(value);
			if (link) {
				if (link.uuid) links.add(link.uuid);
				continue;
			}
			const blok = typeof value['component'] === 'string' ? value['component'] : undefined;
			for (const [name, inner] of Object.entries(value)) {
				if (name === '_uid') continue;
				open.push({ value: inner, component: blok ?? component, field: blok === undefined ? field : name });
			}
		}
	}
	return {
		relations: Object.fromEntries(
			[...relations].sort(byKey).map(([name, uuids]) => [name, [...uuids].sort()]),
		),
		links: [...links].sort(),
	};
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The link in an object: a link field, or a link in rich text. `uuid` is empty if it is not a link to a story. */
function linkOf(value: Fields): { uuid: string } | undefined {
	if (value['fieldtype'] === 'multilink') return { uuid: storyOf(value, value['uuid'], value['id']) };
	const { attrs } = value;
	if (value['type'] !== 'link' || !isFields(attrs)) return undefined;
	return { uuid: storyOf(attrs, attrs['uuid']) };
}

const storyOf = ({ linktype }: Fields, ...keys: unknown[]): string =>
	linktype === 'story' ? (keys.find((key) => typeof key === 'string' && key !== '')?.toString() ?? '') : '';

const byKey = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);

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
