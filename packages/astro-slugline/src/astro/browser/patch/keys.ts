import { markOf } from '../blok-mark.js';

/** A node of a list. Nodes with the same key match wherever they are. */
export interface Keyed {
	item: Node;
	key: string | undefined;
}

/** True for the comment after a blok's HTML. */
const closes = (node: Node, uid: string): boolean =>
	node.nodeType === Node.COMMENT_NODE && node.nodeValue === `/${uid}`;

/** The attributes that distinguish elements of a `<head>`. */
const identities = new Map([
	['meta', ['name', 'property', 'http-equiv', 'itemprop']],
	['link', ['rel', 'href', 'hreflang']],
	['style', ['data-vite-dev-id']],
	['script', ['src']],
]);

/** The attributes that make other kinds of elements. */
const kinds = new Map([
	['link', ['rel', 'href']],
	['input', ['type']],
]);

/** Nodes of different kinds are never turned into each other. */
export function kindOf(node: Node): string {
	if (!(node instanceof Element)) return node.nodeName;
	const { localName, namespaceURI } = node;
	// A script takes effect only once, so it is always replaced.
	if (localName === 'script') return node.outerHTML;
	const values = kinds.get(localName)?.map((name) => node.getAttribute(name)) ?? [];
	return [namespaceURI, localName, ...values].join(' ');
}

/** The keyed children of a node. The key is their blok, or else their id, or else their purpose in a `<head>`. */
export function keyed(children: Iterable<Node>): Keyed[] {
	const open: { uid: string; counts: Map<string, number> }[] = [];
	const keys: Keyed[] = [];
	for (const item of children) {
		const uid = markOf(item)?.uid;
		const inner = open.at(-1);
		if (uid !== undefined) {
			keys.push({ item, key: `<${uid}` });
			open.push({ uid, counts: new Map() });
		} else if (inner && closes(item, inner.uid)) {
			keys.push({ item, key: `>${inner.uid}` });
			open.pop();
		} else {
			keys.push({ item, key: ownKey(item) ?? (inner && keyInBlok(item, inner)) });
		}
	}
	return keys;
}

/** The index of a node among those of its kind in its blok. */
function keyInBlok(item: Node, { uid, counts }: { uid: string; counts: Map<string, number> }): string {
	const name = item.nodeName;
	const count = counts.get(name) ?? 0;
	counts.set(name, count + 1);
	return `${uid} ${name} ${count}`;
}

function ownKey(item: Node): string | undefined {
	if (!(item instanceof Element)) return undefined;
	const { localName, id } = item;
	if (id) return `#${id}`;
	const uid = item.getAttribute('data-blok-uid');
	if (uid) return `blok ${uid}`;
	const values = identities.get(localName)?.map((name) => item.getAttribute(name));
	return values?.some((value) => value !== null) ? `${localName} ${values.join(' ')}` : undefined;
}
