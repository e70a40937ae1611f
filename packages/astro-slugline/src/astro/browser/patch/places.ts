import { align } from './align.js';
import { keyed } from './keys.js';

/** Thrown if the page has no node for a changed one, because a script removed it. */
export class Lost extends Error {}

/**
 * The children that each node of a page had when the page was parsed, before its module scripts ran. By this record, a page
 * that scripts have changed since is matched with the server's HTML.
 */
export type Recording = Map<Node, readonly Node[]>;

/** The node of the page for each node of the server's last HTML. */
export interface Places {
	/** The node of the page; undefined if it is not in the page, or not any more. */
	of(node: Node): Node | undefined;
	set(node: Node, place: Node): void;
}

/**
 * Finds the place of each node of a page as the server sent it.
 *
 * @param recording the page's nodes when it was parsed
 */
export function findPlaces(server: Document, live: Document, recording: Recording): Places {
	const places = new WeakMap<Node, Node>();
	pair(server, live);
	return {
		of(node) {
			const found = places.get(node);
			return found?.isConnected ? found : undefined;
		},
		set: (node, place) => void places.set(node, place),
	};

	function pair(node: Node, place: Node): void {
		places.set(node, place);
		const children = keyed(recording.get(place) ?? place.childNodes);
		for (const [fresh, old] of align(keyed(node.childNodes), children)) pair(old.item, fresh.item);
	}
}
