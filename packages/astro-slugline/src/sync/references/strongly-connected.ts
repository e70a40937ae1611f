/** A directed graph of nodes numbered from 0. */
export interface Graph {
	size: number;
	starts: Iterable<number>;
	/** The nodes that a node leads to. Called once for each reached node. */
	targetsOf(node: number): readonly number[];
}

/** A node on the path, and the index of its next target. */
interface Step {
	node: number;
	targets: readonly number[];
	next: number;
}

/**
 * The strongly connected components of the reachable nodes, each after all components that it leads to. Tarjan's algorithm without
 * recursion, so that long chains do not overflow the stack.
 */
export function* stronglyConnected({ size, starts, targetsOf }: Graph): Generator<number[]> {
	/** The order in which nodes were reached, from 1; 0 if not reached. */
	const reached = new Int32Array(size);
	/** The earliest open node that a node leads to. */
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
