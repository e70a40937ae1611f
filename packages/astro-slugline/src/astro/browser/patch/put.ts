import { Lost, type Places } from './places.js';

/** Puts a node, with what a script wrapped around it, into the page where its neighbors in the server's HTML are. */
export function put(places: Places, place: Node | undefined, node: Node): void {
	if (!place) return;
	const parent = node.parentNode && places.of(node.parentNode);
	if (!parent) throw new Lost();
	const before = neighborOf(places, node, parent, 'previousSibling');
	const after = before ? before.nextSibling : neighborOf(places, node, parent, 'nextSibling');
	const moved = within(parent, place) ?? place;
	move(moved, (before ?? after)?.parentNode ?? parent, before || after ? (after ?? null) : parent.firstChild);
}

/** What the page has of the nearest sibling on one side that is still there. */
function neighborOf(
	places: Places,
	node: Node,
	parent: Node,
	side: 'previousSibling' | 'nextSibling',
): Node | undefined {
	for (let sibling = node[side]; sibling; sibling = sibling[side]) {
		const neighbor = within(parent, places.of(sibling));
		if (neighbor) return neighbor;
	}
	return undefined;
}

/** A neighbor, or what a script wrapped around it alone; undefined if it is not in this parent. */
function within(parent: Node, neighbor: Node | undefined): Node | undefined {
	if (!neighbor || neighbor === parent || !parent.contains(neighbor)) return undefined;
	let node: Node = neighbor;
	while (node.parentNode && node.parentNode !== parent && node.parentNode.childNodes.length === 1)
		node = node.parentNode;
	return node;
}

type Mover = Node & { moveBefore?: (node: Node, before: Node | null) => void };

/** Moves a node with its state, where the browser can. */
function move(node: Node, parent: Mover | null, before: Node | null): void {
	if (!parent || node === before || (node.parentNode === parent && node.nextSibling === before)) return;
	if (node.isConnected && parent.moveBefore) {
		try {
			parent.moveBefore(node, before);
			return;
		} catch {
			// Such as into another kind of document: what follows can do that.
		}
	}
	parent.insertBefore(node, before);
}
