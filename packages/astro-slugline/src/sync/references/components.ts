/** A directed graph of nodes numbered from 0. */
export interface Graph {
	/** How many nodes there are at most. */
	size: number;
	/** The nodes to begin at. */
	starts: Iterable<number>;
	/** Asked once for each node that is reached. */
	targetsOf(node: number): readonly number[];
}

/** A node on the way, and which of its targets is next. */
interface Step {
	node: number;
	targets: readonly number[];
	next: number;
}

/**
 * The strongly connected components of what can be reached, each after all that it leads to: a node alone, or the nodes
 * that lead to each other. Tarjan's algorithm without recursion, so that no chain is too long.
 */
export function* componentsOf({ size, starts, targetsOf }: Graph): Generator<number[]> {
	/** When a node was reached, from 1. */
	const reached = new Int32Array(size);
	/** The earliest open node that it leads to. */
	const earliest = new Int32Array(size);
	const isOpen = new Uint8Array(size);
	const open: number[] = [];
	const path: Step[] = [];
	let count = 0;
	const at = (numbers: Int32Array, node: number) => numbers[node] ?? 0;
	const enter = (node: number) => {
		count += 1;
		reached[node] = count;
		earliest[node] = count;
		isOpen[node] = 1;
		open.push(node);
		path.push({ node, targets: targetsOf(node), next: 0 });
	};

	for (const start of starts) {
		if (at(reached, start) === 0) enter(start);
		for (let step = path.at(-1); step; step = path.at(-1)) {
			const { node, targets } = step;
			const target = targets[step.next];
			if (target !== undefined) {
				step.next += 1;
				if (at(reached, target) === 0) enter(target);
				else if (isOpen[target]) earliest[node] = Math.min(at(earliest, node), at(reached, target));
				continue;
			}
			path.pop();
			const parent = path.at(-1)?.node;
			if (parent !== undefined) earliest[parent] = Math.min(at(earliest, parent), at(earliest, node));
			if (at(earliest, node) !== at(reached, node)) continue;
			const members = open.splice(open.lastIndexOf(node));
			for (const member of members) isOpen[member] = 0;
			yield members;
		}
	}
}
