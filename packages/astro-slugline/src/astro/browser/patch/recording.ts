/**
 * The children that each node of a page had when the page was parsed, before its module scripts ran. By this record, a page
 * that scripts have changed since is matched with the server's HTML.
 */
export type Recording = Map<Node, readonly Node[]>;

/** Records the children of a node and of all below it. */
export function recordChildren(node: Node, into: Recording = new Map()): Recording {
	const pending = [node];
	for (let next = pending.pop(); next; next = pending.pop()) {
		const children = [...next.childNodes];
		into.set(next, children);
		for (const child of children) if (child.hasChildNodes()) pending.push(child);
	}
	return into;
}
