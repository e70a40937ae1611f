import { align } from './align.js';
import { keyed, kindOf } from './keys.js';
import type { Recording } from './recording.js';

/** The node of the page for each node of the server's last HTML. */
export interface Places {
	/** The node of the page; undefined if it is not in the page, or not any more. */
	of(node: Node): Node | undefined;
	set(node: Node, place: Node): void;
}

/** How nodes of two versions of a page are matched. */
export const likeness = { equal: (one: Node, other: Node) => one.isEqualNode(other), kind: kindOf };

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
		const olds = keyed(node.childNodes);
		const news = keyed(recording.get(place) ?? place.childNodes);
		align(olds, news, likeness).forEach((old, fresh) => {
			const [one, other] = [olds[old]?.item, news[fresh]?.item];
			if (one && other) pair(one, other);
		});
	}
}
