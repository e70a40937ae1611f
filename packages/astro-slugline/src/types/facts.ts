import type { Content } from '../wire/index.js';
import { isBlok, isObject, type Kind, kindOf } from './kinds.js';

/** What is in every blok, and what only drafts have: no fields. */
const noFields = new Set(['_uid', 'component', '_editable']);

/**
 * What the content of one story says about the types of its space, as short texts: which content type it is, which fields
 * a blok has together, and of which kind a field is. A space's types follow from the facts of all its stories, in any
 * order, so facts can be kept by story, and stories come and go.
 *
 * @example factsOf({ _uid: '…', component: 'article', title: 'Hello' })
 * // '["type","article"]', '["fields","article","title"]', '["is","article","title","text"]'
 */
export function factsOf(content: Content): Set<string> {
	const facts = new Set<string>();
	const add = (...words: string[]) => facts.add(JSON.stringify(words));
	add('type', content.component);
	// Nothing here calls itself: content may be nested deeper than a call stack is.
	const pending: Content[] = [content];
	for (let blok = pending.pop(); blok; blok = pending.pop()) {
		const { component } = blok;
		const fields = Object.keys(blok)
			.filter((name) => !noFields.has(name))
			.sort();
		add('fields', component, ...fields);
		for (const field of fields) {
			const value = blok[field];
			for (const kind of kindsIn(value)) add('is', component, field, ...kind);
			pending.push(...bloksIn(value));
		}
	}
	return facts;
}

/** The kind of a value; of a list the kinds of its members. */
function kindsIn(value: unknown): Kind[] {
	if (!Array.isArray(value)) return [kindOf(value)];
	return value.length === 0 ? [['list']] : value.map((member) => ['list', ...kindOf(member)]);
}

/** The bloks that are in a field themselves, or in its rich text. */
function bloksIn(value: unknown): Content[] {
	const bloks: Content[] = [];
	for (const member of Array.isArray(value) ? value : [value]) {
		if (!isObject(member)) continue;
		const [kind] = kindOf(member);
		if (kind === 'blok' && isBlok(member)) bloks.push(member);
		else if (kind === 'richtext') bloks.push(...bloksInText(member));
	}
	return bloks;
}

function bloksInText(doc: Record<string, unknown>): Content[] {
	const bloks: Content[] = [];
	const pending: unknown[] = [doc];
	for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
		if (!isObject(node)) continue;
		const { type, attrs, content } = node;
		const body = type === 'blok' && isObject(attrs) ? attrs['body'] : undefined;
		for (const blok of Array.isArray(body) ? body : []) if (isBlok(blok)) bloks.push(blok);
		if (Array.isArray(content)) for (const child of content) pending.push(child);
	}
	return bloks;
}
