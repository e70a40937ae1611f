import { isObject } from 'astro-keep/shared/json';
import type { Content } from '../wire/index.js';
import { isBlok, kindOf } from './kinds.js';

/** Keys of every blok, and of drafts only. They are not fields. */
const noFields = new Set(['_uid', 'component', '_editable']);

/**
 * What one story's content says about the types of its space, as short strings: its content type, which
 * fields a blok has together, and the kind of each field. The types of a space follow from the facts of all
 * its stories, in any order, so facts can be cached per story.
 *
 * @example
 * factsOf({ _uid: '…', component: 'article', title: 'Hello' })
 * // '["type","article"]', '["fields","article","title"]', '["is","article","title","text"]'
 */
export function factsOf(content: Content): Set<string> {
	const facts = new Set<string>();
	const seen = new Set<string>();
	const add = (...words: string[]) => {
		// Joining is much cheaper than writing JSON, and most facts occur many times.
		const key = words.join('\0');
		if (seen.has(key)) return;
		seen.add(key);
		facts.add(JSON.stringify(words));
	};
	add('type', content.component);
	// Iterative, because content may be nested deeper than the call stack allows.
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

/** The bloks within rich text. */
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
