import type { Content } from '../wire/index.js';
import { isBlok, isObject, kindOf } from './kinds.js';

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
	const told = new Set<string>();
	const add = (...words: string[]) => {
		// Joining is much cheaper than writing JSON, and most facts are told many times.
		const key = words.join('\0');
		if (told.has(key)) return;
		told.add(key);
		facts.add(JSON.stringify(words));
	};
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
			const [front, members] = Array.isArray(value) ? [['list'], value] : [[], [value]];
			if (members.length === 0) add('is', component, field, ...front);
			for (const member of members) {
				const kind = kindOf(member);
				add('is', component, field, ...front, ...kind);
				if (kind[0] === 'blok' && isBlok(member)) pending.push(member);
				else if (kind[0] === 'richtext') pending.push(...bloksInText(member));
			}
		}
	}
	return facts;
}

/** The bloks that stand between the paragraphs of rich text. */
function bloksInText(doc: unknown): Content[] {
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
